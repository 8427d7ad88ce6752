import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect as connectTcp } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createFakeClock } from './fake-clock.ts'
import { createAddressReader } from './http-address.ts'
import { createOriginPolicy } from './http-guard.ts'
import { silentLog } from './log.ts'
import { createLoopTurns } from './loop-turns.ts'
import { createMemoryBus } from './memory-bus.ts'
import type { ChannelDefinition } from './socket-hub.ts'
import { createSocketServer, type SocketServer } from './socket-server.ts'

let server: Server
let skippedFrames = 0
let hub: SocketServer
const clients: WebSocket[] = []
const MESSAGES_MAX = 1_000

beforeEach(async () => {
  skippedFrames = 0
  server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  hub = createSocketServer({
    http: {
      server,
      addresses: createAddressReader(['127.0.0.1']),
      origins: createOriginPolicy(null, () => null),
      turns: createLoopTurns(),
    },
    bus: createMemoryBus(() => {}),
    clock: await createFakeClock(),
    log: silentLog,
    authenticators: { user: null, admin: null },
    limits: { messagesPerMinute: MESSAGES_MAX, subscriptionsPerSocket: 2, socketsPerAddress: 100 },
    onSkipped: (count) => {
      skippedFrames += count
    },
    pingEveryMs: 150,
  })
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.terminate()
  await hub.close('test')
  server.close()
})

async function connect({ autoPong = true, from = '127.0.0.1' }): Promise<WebSocket> {
  const { port } = server.address() as AddressInfo
  const headers = { 'x-forwarded-for': from }
  const client = new WebSocket(`ws://127.0.0.1:${port}/ws`, { autoPong, headers })
  clients.push(client)
  await once(client, 'open')
  return client
}

test('[S1] a peer that no longer answers is let go; one that does stays', async () => {
  const dead = await connect({ autoPong: false })
  const alive = await connect({})
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

const defineTicks = (onSubscribe: ChannelDefinition['onSubscribe']): void =>
  hub.define({ channel: 'ticks', path: '/ws', audience: 'public', keyedBy: 'symbol', onSubscribe })

test('[K2] a socket has so many subscriptions and no more; leaving one makes room', async () => {
  defineTicks(() => {})
  const client = await connect({})
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
  defineTicks((client) => {
    made += 1
    client.sendText(JSON.stringify({ type: 'ticks', items: [], filler: 'x'.repeat(3_000_000) }))
  })
  const client = await connect({})
  client.pause()
  for (let times = 0; times < 20; times += 1)
    client.send('{"op":"subscribe","channel":"ticks","symbol":"AAA"}')
  // Another socket's answer: by then the messages have been taken.
  const other = await connect({})
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

const SUBSCRIBE = '{"op":"subscribe","channel":"ticks","symbol":"AAA"}'
const turnOfLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('[K2] [S-2] sockets of one address that ask at once get two snapshots a turn, and nobody else is behind all of them', async () => {
  const [sockets, asked] = [50, 30]
  let made = 0
  defineTicks((_client, symbol) => {
    if (symbol === 'AAA') made += 1
  })
  const greedy = await Promise.all(Array.from({ length: sockets }, () => connect({ from: '203.0.113.1' })))
  const calm = await connect({ from: '203.0.113.2' })
  let madeBeforeCalm = 0
  calm.on('message', (data) => {
    if (String(data).includes('"subscribed"')) madeBeforeCalm = made
  })
  for (const client of greedy) for (let nth = 0; nth < asked; nth += 1) client.send(SUBSCRIBE)
  let mostInTurn = 0
  while (made < sockets * asked) {
    const before = made
    await turnOfLoop()
    mostInTurn = Math.max(mostInTurn, made - before)
    if (before === 0 && made > 0) calm.send(SUBSCRIBE.replace('AAA', 'BBB'))
  }
  expect(mostInTurn).toBe(2)
  expect(madeBeforeCalm).toBeGreaterThan(0)
  expect(madeBeforeCalm).toBeLessThan((sockets * asked) / 2)
})

test('[K2] [S2] a socket follows a topic until it is left out of a frame; what is sent meanwhile comes behind its snapshot', async () => {
  const followed: boolean[] = []
  const frame = (length: number) =>
    ({ type: 'closing', reason: `frame ${'x'.repeat(length)}`.trim() }) as const
  defineTicks((client, key, { isFollowing }) => {
    followed.push(isFollowing)
    hub.broadcast('ticks', key, frame(0))
    client.sendText(`{"type":"closing","reason":"snapshot ${followed.length}"}`)
  })
  const client = await connect({})
  const got: string[] = []
  client.on('message', (data) => {
    const { type, reason } = JSON.parse(String(data))
    if (type !== 'hello') got.push(String(reason ?? type).slice(0, 20))
  })
  const subscribed = async (times: number): Promise<void> => {
    client.send(SUBSCRIBE)
    while (got.filter((each) => each === 'frame').length < times) await once(client, 'message')
  }
  await subscribed(1)
  await subscribed(2)
  expect(got).toEqual(['subscribed', 'snapshot 1', 'frame', 'subscribed', 'snapshot 2', 'frame'])
  client.pause()
  while (skippedFrames === 0) {
    hub.broadcast('ticks', 'AAA', frame(1_000_000))
    await turnOfLoop()
  }
  client.send(SUBSCRIBE)
  while (followed.length < 3) await turnOfLoop()
  client.send('{"op":"unsubscribe","channel":"ticks","symbol":"AAA"}')
  client.resume()
  await subscribed(4)
  expect(followed).toEqual([false, true, false, false])
})

test('[K2] frames without a message count too: a flood of pongs ends the socket', async () => {
  const client = await connect({})
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
