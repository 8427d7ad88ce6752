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

test.each([
  [
    'one that sends nothing in its time, as connections that browsers open in advance',
    '',
    '408 Request Timeout',
  ],
  ['one that does not end its headers', 'GET / HTTP/1.1\r\nHost: a\r\n', '408 Request Timeout'],
  [
    'too many headers',
    `GET / HTTP/1.1\r\nA: ${'a'.repeat(2_000)}\r\n\r\n`,
    '431 Request Header Fields Too Large',
  ],
  ['what is no request', 'hello\r\n\r\n', '400 Bad Request'],
])(
  '[B-17] %s is answered so that a browser knows whether to send its call again',
  async (_, sent, answer) => {
    expect(await readAfter(sent)).toBe(`HTTP/1.1 ${answer}`)
  },
)
