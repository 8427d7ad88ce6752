import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createAddressReader } from './http-address.ts'
import { createOriginPolicy } from './http-guard.ts'
import { createSocketGate } from './socket-gate.ts'

let server: Server
let client: Socket | null = null
afterEach(() => {
  client?.destroy()
  server.close()
})

async function serve(answer: RequestListener): Promise<void> {
  server = createServer(answer)
  createSocketGate({
    server,
    addresses: createAddressReader([]),
    origins: createOriginPolicy(null, () => null),
    socketsPerAddress: 1,
    isClosing: () => false,
    onOpen: (connection) => connection.reply({ type: 'closing', reason: 'opened' }),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

/** Answers later than the calls after it have come. */
const answerLate: RequestListener = ({ url, method }, response) => {
  setImmediate(() => setImmediate(() => response.end(`<${method} ${url}>`)))
}

/** Writes all at once, and reads until the pattern appears or the server closes. */
async function sendUntil(bytes: string, last: RegExp): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client = socket
  socket.setEncoding('latin1').write(bytes)
  let text = ''
  for await (const chunk of socket) {
    text += chunk
    if (last.test(text)) break
  }
  return text
}

const call = (path: string, headers: readonly string[] = [], body = ''): string =>
  `${[`${body === '' ? 'GET' : 'POST'} ${path} HTTP/1.1`, 'Host: x', `Content-Length: ${body.length}`, ...headers].join('\r\n')}\r\n\r\n${body}`
const offer = (path: string, body = ''): string =>
  call(path, ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'], body)
const opening = (path: string): string =>
  call(path, [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  ])
const answersIn = (text: string): string[] => text.match(/<[^>]+>|HTTP\/1\.1 (?!200)\d{3}|opened/g) ?? []

test('[E1] [K4] calls that are sent before the first is answered, each with an offer of HTTP/2, are all answered in order', async () => {
  await serve(answerLate)
  const paths = ['/1', '/2', '/3', '/4', '/5']
  const text = await sendUntil(paths.map((path) => offer(path)).join(''), /<GET \/5>/)
  expect(answersIn(text)).toEqual(paths.map((path) => `<GET ${path}>`))
})

test('[E1] [K4] with an offer or without one, with a body, refused or opening a socket: no answer comes before an earlier one', async () => {
  await serve(answerLate)
  const mixed = [call('/1'), offer('/2'), call('/3'), call('/4'), offer('/5', 'body'), call('/6')]
  expect(answersIn(await sendUntil([...mixed, opening('/ws')].join(''), /opened/))).toEqual([
    ...['<GET /1>', '<GET /2>', '<GET /3>', '<GET /4>', '<POST /5>', '<GET /6>'],
    ...['HTTP/1.1 101', 'opened'],
  ])
  client?.destroy()
  const refused = await sendUntil([call('/1'), opening('/elsewhere')].join(''), /404/)
  expect(answersIn(refused)).toEqual(['<GET /1>', 'HTTP/1.1 404'])
})

test('[E1] [K4] behind an answer that closes its connection no further call is answered', async () => {
  let calls = 0
  await serve((_request, response) => {
    calls += 1
    setImmediate(() => response.setHeader('connection', 'close').end('<closing>'))
  })
  expect(answersIn(await sendUntil([offer('/1'), offer('/2'), opening('/ws')].join(''), /never/))).toEqual([
    '<closing>',
  ])
  expect(calls).toBe(1)
})
