// @vitest-environment node
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import WebSocketClient, { WebSocketServer } from 'ws'
import type { Connection } from './connection-store.ts'
import { createServerClock } from './server-clock.ts'
import { SocketClient, type SocketFault } from './socket-client.ts'

const TOKEN = 'token-0123456789'
const TIMES = {
  reconnectMs: 20,
  jitterMs: 5,
  restMs: 3_600_000,
  firstPingsMs: 5,
  pingMs: 10,
  watchMs: 5,
  quietMs: 10_000,
  answerMs: 10_000,
}

interface Peer {
  port: number
  received: Record<string, unknown>[]
  server: WebSocketServer
}

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A real server that writes down what it hears and answers pings. */
async function startPeer(port = 0, serverTimeMs = () => 5_000_000): Promise<Peer> {
  const server = new WebSocketServer({ port, host: '127.0.0.1' })
  const received: Record<string, unknown>[] = []
  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      const message = JSON.parse(String(data))
      received.push(message)
      if (message.op === 'ping') {
        socket.send(JSON.stringify({ type: 'pong', atMs: message.atMs, serverTimeMs: serverTimeMs() }))
      }
    })
  })
  await new Promise((resolve) => server.once('listening', resolve))
  closing.push(() => stopPeer({ server }))
  return { port: (server.address() as AddressInfo).port, received, server }
}

function stopPeer({ server }: Pick<Peer, 'server'>): void {
  for (const socket of server.clients) socket.terminate()
  server.close()
}

function openClient(
  port: number,
  more: { token?: string | null; url?: string; times?: Partial<typeof TIMES>; create?: () => WebSocket } = {},
) {
  const states: Connection[] = []
  const faults: SocketFault[] = []
  const messages: unknown[] = []
  const waiting: { met: () => boolean; resolve: () => void }[] = []
  const look = (): void => {
    for (const each of waiting.splice(0)) each.met() ? each.resolve() : waiting.push(each)
  }
  const clock = createServerClock(() => performance.now())
  const client = new SocketClient({
    url: () => more.url ?? `ws://127.0.0.1:${port}`,
    token: () => (more.token === undefined ? TOKEN : more.token),
    clock,
    nowMs: () => performance.now(),
    random: () => 0.5,
    times: { ...TIMES, ...more.times },
    createSocket: more.create ?? ((url) => new WebSocketClient(url) as unknown as WebSocket),
    onMessage: (message) => {
      messages.push(message)
      look()
    },
    onState: (state) => {
      states.push(state)
      look()
    },
    onFault: (fault) => {
      faults.push(fault)
      look()
    },
  })
  const until = (met: () => boolean): Promise<void> =>
    met() ? Promise.resolve() : new Promise((resolve) => waiting.push({ met, resolve }))
  closing.push(() => client.stop())
  client.start()
  return { client, states, faults, messages, clock, until }
}

const phase = (states: Connection[]): string | undefined => states.at(-1)?.phase

test('[S1][S2] the token goes in a message, and after a closure every subscription resumes where its reader stands', async () => {
  const peer = await startPeer()
  const { client, states, until } = openClient(peer.port)
  client.subscribe('ticks', 'BTCUSDT', () => ({ afterSeq: 41, epoch: 3 }))
  client.subscribe('contracts')
  await until(() => phase(states) === 'open')
  for (const socket of peer.server.clients) socket.terminate()
  await until(() => phase(states) === 'retrying')
  expect(states.at(-1)?.attempt).toBe(1)
  peer.received.length = 0
  await until(() => phase(states) === 'open')
  await expect
    .poll(() => peer.received.filter((message) => message.op !== 'ping'))
    .toEqual([
      { op: 'auth', token: TOKEN },
      { op: 'subscribe', channel: 'ticks', symbol: 'BTCUSDT', afterSeq: 41, epoch: 3 },
      { op: 'subscribe', channel: 'contracts' },
    ])
})

test('[S2][S3] five attempts, then it stops and says so; by hand it starts anew and the count with it', async () => {
  const peer = await startPeer()
  const { client, states, faults, until } = openClient(peer.port)
  await until(() => phase(states) === 'open')
  stopPeer(peer)
  await until(() => phase(states) === 'stopped')
  const attempts = states.filter((state) => state.phase === 'retrying').map((state) => state.attempt)
  expect([...new Set(attempts)]).toEqual([1, 2, 3, 4, 5])
  expect(faults).toContain('ATTEMPTS_EXHAUSTED')
  expect(faults).toContain('CONNECT_FAILED')
  await startPeer(peer.port)
  client.reconnect()
  await until(() => phase(states) === 'open')
  expect(states.at(-1)?.attempt).toBe(0)
})

test('[S2] [U-18] after the five attempts it tries once a minute by itself, and says nothing more of what fails', async () => {
  const peer = await startPeer()
  const { states, faults, until } = openClient(peer.port, { times: { restMs: 20 } })
  await until(() => phase(states) === 'open')
  stopPeer(peer)
  await until(() => phase(states) === 'stopped')
  const failed = faults.length
  const back = await startPeer(peer.port)
  await until(() => phase(states) === 'open')
  expect(back.server.clients.size).toBe(1)
  expect(faults).toHaveLength(failed)
  expect(states.filter((state) => state.phase === 'stopped')).toHaveLength(1)
})

test('[S2] [U-18] a touch tries at once when it has stopped, and does not count attempts anew while they go on', async () => {
  const peer = await startPeer()
  const { client, states, until } = openClient(peer.port, { times: { restMs: 3_600_000 } })
  await until(() => phase(states) === 'open')
  stopPeer(peer)
  await until(() => states.at(-1)?.attempt === 2)
  client.touch()
  expect(states.at(-1)).toMatchObject({ phase: 'retrying', attempt: 2 })
  await until(() => phase(states) === 'stopped')
  await startPeer(peer.port)
  client.touch()
  await until(() => phase(states) === 'open')
})

test('[S2] a success sets the count back', async () => {
  const peer = await startPeer()
  const { states, until } = openClient(peer.port)
  for (let turn = 0; turn < 7; turn += 1) {
    await until(() => phase(states) === 'open')
    for (const socket of peer.server.clients) socket.terminate()
    await until(() => phase(states) === 'retrying')
    expect(states.at(-1)?.attempt).toBe(1)
  }
})

test('[S3] what cannot be read is told and harms nothing', async () => {
  const peer = await startPeer()
  const { faults, messages, until } = openClient(peer.port)
  peer.server.on('connection', (socket) => {
    socket.send('{not json')
    socket.send(
      JSON.stringify({ type: 'ticks', items: [['BTCUSDT', 1, 2, 1, Number.MAX_VALUE, '1.00', '1']] }),
    )
    socket.send(JSON.stringify({ type: 'watermark', symbol: 'BTCUSDT', epoch: 1, seq: 1, timeMs: 7 }))
  })
  await until(() => messages.some((message) => (message as { type: string }).type === 'watermark'))
  expect(faults).toEqual(['MESSAGE_ERROR', 'INVALID_TIMESTAMP'])
})

test('[S3][E4] a listener that breaks is told, by kind, and the socket goes on', async () => {
  const peer = await startPeer()
  const { faults, messages, until } = openClient(peer.port)
  messages.push = () => {
    throw new Error('broken listener')
  }
  peer.server.on('connection', (socket) => {
    socket.send(JSON.stringify({ type: 'ticks', items: [] }))
    socket.send(JSON.stringify({ type: 'closing', reason: 'x' }))
  })
  await until(() => faults.length >= 2)
  expect(faults.slice(0, 2)).toEqual(['PRICE_UNPROCESSED', 'DATA_UNPROCESSED'])
})

test('[S3] an unreadable token is told and not sent', async () => {
  const peer = await startPeer()
  const { faults, until } = openClient(peer.port, { token: 'a b"c' })
  await until(() => faults.includes('TOKEN_UNREADABLE'))
  await expect.poll(() => peer.received.length).toBeGreaterThan(0)
  expect(peer.received.some((message) => message.op === 'auth')).toBe(false)
})

test('[S3] a socket that cannot even be made counts as an attempt', async () => {
  const { faults, states, until } = openClient(0, { url: 'http//no' })
  await until(() => phase(states) === 'stopped')
  expect(faults.filter((fault) => fault === 'CREATE_FAILED')).toHaveLength(6)
})

test('[S4] answered pings set the clock', async () => {
  const began = performance.now()
  const peer = await startPeer(0, () => 9_000_000 + (performance.now() - began))
  const { clock, messages, until } = openClient(peer.port)
  await until(() => messages.filter((message) => (message as { type: string }).type === 'pong').length >= 5)
  const expected = 9_000_000 + (performance.now() - began)
  expect(Math.abs(clock.nowMs() - expected)).toBeLessThan(25)
})

test('[S2] followers share a subscription: only the last one to leave ends it', async () => {
  const peer = await startPeer()
  const { client, states, until } = openClient(peer.port)
  await until(() => phase(states) === 'open')
  const leave = [client.subscribe('ticks', 'ETHUSDT'), client.subscribe('ticks', 'ETHUSDT')]
  leave[0]?.()
  leave[0]?.()
  client.subscribe('tickers')
  leave[1]?.()
  await expect
    .poll(() => peer.received.filter((message) => message.op !== 'ping' && message.op !== 'auth'))
    .toEqual([
      { op: 'subscribe', channel: 'ticks', symbol: 'ETHUSDT' },
      { op: 'subscribe', channel: 'tickers' },
      { op: 'unsubscribe', channel: 'ticks', symbol: 'ETHUSDT' },
    ])
})

test('[S2] a peer that nothing is heard of is asked, and without an answer taken for dead', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  closing.push(() => stopPeer({ server }))
  await new Promise((resolve) => server.once('listening', resolve))
  let pings = 0
  server.on('connection', (socket) => socket.on('message', () => (pings += 1)))
  const { port } = server.address() as AddressInfo
  const { states, until } = openClient(port, {
    token: null,
    times: { pingMs: 60_000, quietMs: 20, answerMs: 30 },
  })
  await until(() => phase(states) === 'retrying')
  expect(states.at(-1)?.attempt).toBe(1)
  expect(pings).toBeGreaterThan(0)
  await until(() => phase(states) === 'open')
})

test('[S2] a peer that has nothing to tell but answers stays', async () => {
  const peer = await startPeer()
  const times = { pingMs: 60_000, quietMs: 10, answerMs: 2_000 }
  const { states, messages, until } = openClient(peer.port, { times })
  await until(() => messages.length >= 20)
  expect(states.map((state) => state.phase)).toEqual(['connecting', 'open'])
})

test('[S2] without network the state changes at once, and a lost socket comes back by itself', async () => {
  const peer = await startPeer()
  const { client, states, until } = openClient(peer.port)
  await until(() => phase(states) === 'open')
  client.lose()
  expect(states.at(-1)).toMatchObject({ phase: 'retrying', attempt: 1 })
  await until(() => phase(states) === 'open')
})

test('[S2] the returned network opens anew what was being opened without it', async () => {
  const sockets: { readyState: number; close: () => void }[] = []
  const { client } = openClient(0, {
    create: () => {
      const socket = { readyState: 0, close: () => undefined }
      sockets.push(socket)
      return socket as unknown as WebSocket
    },
  })
  client.reconnect()
  expect(sockets).toHaveLength(2)
})
