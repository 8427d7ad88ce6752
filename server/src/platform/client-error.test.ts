import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { answerClientError } from './client-error.ts'

/** What a client reads that sends this and waits. */
async function readAfter(sent: string): Promise<string> {
  const limits = {
    headersTimeout: 20,
    requestTimeout: 40,
    connectionsCheckingInterval: 5,
    maxHeaderSize: 1_024,
  }
  const server = createServer(limits, (_request, response) => void response.end())
  server.on('clientError', answerClientError)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(sent)
  const answer = await text(socket)
  server.close()
  return answer.split('\r\n')[0] ?? ''
}

test('[B-17] what is no request in time is answered so that a browser knows whether to send its call again', async () => {
  // As connections that browsers open in advance.
  expect(await readAfter('')).toBe('HTTP/1.1 408 Request Timeout')
  expect(await readAfter('GET / HTTP/1.1\r\nHost: a\r\n')).toBe('HTTP/1.1 408 Request Timeout')
  const large = `GET / HTTP/1.1\r\nA: ${'a'.repeat(2_000)}\r\n\r\n`
  expect(await readAfter(large)).toBe('HTTP/1.1 431 Request Header Fields Too Large')
  expect(await readAfter('hello\r\n\r\n')).toBe('HTTP/1.1 400 Bad Request')
})
