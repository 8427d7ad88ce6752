import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect as connectTcp } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createFakeClock } from './fake-clock.ts'
import { createAddressReader } from './http-address.ts'
import { createOriginPolicy } from './http-guard.ts'
import { silentLog } from './log.ts'
import { createMemoryBus } from './memory-bus.ts'
import { createSocketServer, type SocketServer } from './socket-server.ts'

let server: Server
let hub: SocketServer
const clients: WebSocket[] = []
const MESSAGES_MAX = 1_000

beforeEach(async () => {
  server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  hub = createSocketServer({
    http: { server, addresses: createAddressReader([]), origins: createOriginPolicy(null, () => null) },
    bus: createMemoryBus(() => {}),
    clock: await createFakeClock(),
    log: silentLog,
    authenticators: { user: null, admin: null },
    limits: { messagesPerMinute: MESSAGES_MAX, subscriptionsPerSocket: 2, socketsPerAddress: 100 },
    pingEveryMs: 150,
  })
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.terminate()
  await hub.close('test')
  server.close()
})

async function connect(options: { autoPong: boolean }): Promise<WebSocket> {
  const { port } = server.address() as AddressInfo
  const client = new WebSocket(`ws://127.0.0.1:${port}/ws`, options)
  clients.push(client)
  await once(client, 'open')
  return client
}

test('[S1] a peer that no longer answers is let go; one that does stays', async () => {
  const dead = await connect({ autoPong: false })
  const alive = await connect({ autoPong: true })
  expect(hub.socketCount('/ws')).toBe(2)
  let pings = 0
  alive.on('ping', () => pings++)
  const [code] = await once(dead, 'close')
  expect(code).toBe(1006)
  if (pings < 2) await once(alive, 'ping')
  expect(alive.readyState).toBe(WebSocket.OPEN)
  // The server hears of the end after the peer.
  await expect.poll(() => hub.socketCount('/ws')).toBe(1)
})

test('[K2] a socket has so many subscriptions and no more; leaving one makes room', async () => {
  hub.define({ channel: 'ticks', path: '/ws', audience: 'public', keyedBy: 'symbol', onSubscribe: () => {} })
  const client = await connect({ autoPong: true })
  const answers: string[] = []
  client.on('message', (data) => {
    const { type, code, symbol } = JSON.parse(String(data))
    answers.push(`${type} ${code ?? symbol ?? ''}`.trim())
  })
  const say = (op: string, symbol: string): void =>
    client.send(JSON.stringify({ op, channel: 'ticks', symbol }))
  for (const symbol of ['AAA', 'BBB', 'CCC']) say('subscribe', symbol)
  say('unsubscribe', 'AAA')
  say('subscribe', 'CCC')
  while (answers.at(-1) !== 'subscribed CCC') await once(client, 'message')
  expect(answers.filter((answer) => answer !== 'hello')).toEqual([
    'subscribed AAA',
    'subscribed BBB',
    'error SOCKET_SUBSCRIPTION_LIMIT',
    'subscribed CCC',
  ])
  expect([hub.hasSubscribers('ticks', 'AAA'), hub.hasSubscribers('ticks', 'CCC')]).toEqual([false, true])
})

test('[K2] nobody may ask faster than he reads: a snapshot waits until the one before it is out', async () => {
  let made = 0
  hub.define({
    channel: 'ticks',
    path: '/ws',
    audience: 'public',
    keyedBy: 'symbol',
    onSubscribe: (client) => {
      made += 1
      client.sendText(JSON.stringify({ type: 'ticks', items: [], filler: 'x'.repeat(3_000_000) }))
    },
  })
  const client = await connect({ autoPong: true })
  client.pause()
  for (let times = 0; times < 20; times += 1)
    client.send('{"op":"subscribe","channel":"ticks","symbol":"AAA"}')
  // Another socket's answer: by then the messages have been taken.
  const other = await connect({ autoPong: true })
  other.send('{"op":"ping","atMs":1}')
  await once(other, 'message')
  expect(made).toBeLessThan(5)
  let got = 0
  client.on('message', (data) => {
    if (String(data).startsWith('{"type":"ticks"')) got += 1
  })
  client.resume()
  while (got < 20) await once(client, 'message')
  expect(made).toBe(20)
})

test('[K2] frames without a message count too: a flood of pongs ends the socket', async () => {
  const client = await connect({ autoPong: true })
  for (let sent = 0; sent <= MESSAGES_MAX; sent += 1) client.pong()
  const [code] = await once(client, 'close')
  expect(code).toBe(1008)
})

test('[K2] a flood that does not heed its end is not read to its end', async () => {
  const { port } = server.address() as AddressInfo
  const flood = connectTcp(port, '127.0.0.1')
  flood.write(
    'GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  )
  await once(flood, 'data')
  const text = Buffer.from('{"op":"ping","atMs":1}')
  const masked = Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text])
  const pour = (): void => {
    const more = Buffer.concat(Array.from({ length: 2_000 }, () => masked))
    while (!flood.destroyed && flood.write(more));
  }
  let answered = 0
  flood.on('data', (data: Buffer) => {
    answered += data.toString('latin1').split('"pong"').length - 1
  })
  flood.on('drain', pour)
  // The end comes without the answer that a closing asks for, while more is on its way.
  flood.on('error', () => {})
  const closed = new Promise((resolve) => flood.on('close', resolve))
  pour()
  await closed
  expect(answered).toBeLessThanOrEqual(MESSAGES_MAX)
  await expect.poll(() => hub.socketCount('/ws')).toBe(0)
})
