import { randomBytes } from 'node:crypto'
import { ensure } from '@truestrike/core/assert.ts'
import { getUserInfo, logout } from '@truestrike/protocol/account-endpoints.ts'
import { listTicks } from '@truestrike/protocol/market-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Bus } from '../src/platform/bus.ts'
import { connectNatsBus } from '../src/platform/nats-bus.ts'
import { LIMITS_SUBJECT } from '../src/platform/shared-limits.ts'
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'
import type { TestSocket } from './test-socket.ts'
import { createTradingApp, START_PRICE, type Trader, type TradingApp } from './trading-app.ts'

const natsUrl = process.env.TEST_NATS_URL
const prefix = `test-${randomBytes(6).toString('hex')}`

const LOG_LIMIT = { LIMIT_LOG_PER_MINUTE: '3' }

/** Two processes of one installation: one owns the products, one serves sockets and can lose NATS. */
let engine: TradingApp
let edge: TestApp
let proxy: TcpProxy
let ann: Trader
let changed: (connected: boolean) => void = () => {}

const open = (url: string, onConnection: (connected: boolean) => void = () => {}): Promise<Bus> =>
  connectNatsBus({ url, prefix, onConnection, onTrouble: (error) => console.error(error) })
const connection = (wanted: boolean): Promise<void> =>
  new Promise((resolve) => {
    changed = (connected) => connected === wanted && resolve()
  })
const cut = async (): Promise<void> => {
  const lost = connection(false)
  proxy.cut()
  await lost
}
const mend = async (): Promise<void> => {
  const back = connection(true)
  proxy.mend()
  await back
}

async function signedIn(): Promise<TestClient> {
  const client = edge.client()
  await client.login('ann_trader')
  return client
}

async function subscribed(client: TestClient): Promise<{ trade: TestSocket; user: TestSocket }> {
  const trade = await edge.socket('/trade', { client })
  const user = await edge.socket('/ws', { client })
  trade.send({ op: 'subscribe', channel: 'contracts' })
  trade.send({ op: 'subscribe', channel: 'ticks', symbol: 'BTCUSDT' })
  user.send({ op: 'subscribe', channel: 'user' })
  await trade.next('contracts', ({ snapshot }) => snapshot)
  await trade.next('ticks')
  await user.next('balances')
  return { trade, user }
}

/** Ticks a socket has, by their numbers: each with that of the one before it. */
const seqsOf = ({ messages }: TestSocket): [seq: number, before: number][] =>
  messages.flatMap((message) =>
    message.type === 'ticks'
      ? message.items.map(([, , seq, before]) => [seq, before] as [number, number])
      : [],
  )

beforeAll(async () => {
  if (natsUrl === undefined) return
  const { hostname, port } = new URL(natsUrl)
  proxy = await openTcpProxy(hostname, Number(port || 4222))
  engine = await createTradingApp({ bus: await open(natsUrl), env: LOG_LIMIT })
  ann = await engine.trader('ann_trader')
  edge = await createTestApp({
    beside: engine,
    bus: await open(`nats://127.0.0.1:${proxy.port}`, (connected) => changed(connected)),
    env: { ROLE: 'edge', DATABASE_URL: 'postgres://the-one-beside', NATS_URL: natsUrl, ...LOG_LIMIT },
    listen: true,
    start: true,
  })
})
afterAll(async () => {
  await edge?.close()
  await engine?.close()
  proxy?.close()
})

test.skipIf(natsUrl === undefined)(
  '[S1] [A11] [K6] what other processes said while NATS was away is made good when it is back: ended sessions, contracts, balances, ticks',
  { timeout: 60_000 },
  async () => {
    const [ended, stays] = [await signedIn(), await signedIn()]
    const gone = await subscribed(ended)
    const here = await subscribed(stays)

    await cut()
    // By the other process: nothing of it reaches this one.
    const placed = await ann.place({ stake: '25' })
    await engine.run(3_000, START_PRICE)
    const other = engine.client()
    other.token = ended.token
    for (const [name, value] of ended.cookies) other.cookies.set(name, value)
    await other.ok(logout)
    // Its calls end within a second, heard of or not; its sockets wait for NATS.
    await engine.clock.advance(1_000)
    expect(await ended.refused(getUserInfo)).toBe('SESSION_EXPIRED')
    const before = seqsOf(here.trade).length
    expect(gone.trade.socket.readyState).toBe(gone.trade.socket.OPEN)

    await mend()
    for (const socket of [gone.trade, gone.user]) {
      expect(await socket.next('signed-out')).toMatchObject({ code: 'SESSION_EXPIRED' })
      expect(await socket.closed).toBe(4001)
    }
    expect(gone.trade.messages.filter(({ type }) => type === 'contracts')).toHaveLength(1)
    const snapshot = await here.trade.next('contracts', ({ snapshot }) => snapshot)
    expect(snapshot.items.map(({ id, state }) => [id, state])).toEqual([[placed.id, 'running']])
    const { balances } = await here.user.next(
      'balances',
      ({ balances }) => balances.demo.inPosition === '25.00',
    )
    expect(balances.demo.available).toBe('9975.00')
    // The ticks of the cut, then live ones: none is missing.
    await here.trade.next('ticks', () => seqsOf(here.trade).length > before)
    await engine.run(1_000, START_PRICE)
    const [head] = await engine.db.query<{ seq: bigint }>(
      `select max(h.last_seq) as seq from log_heads h join products p on p.id = h.product_id where p.symbol = 'BTCUSDT'`,
    )
    await expect
      .poll(() => seqsOf(here.trade).at(-1)?.[0] ?? 0)
      .toBeGreaterThan(Number(ensure(head).seq) - 10)
    const seqs = seqsOf(here.trade)
    for (const [at, [, previous]] of seqs.entries()) if (at > 0) expect(previous).toBe(seqs[at - 1]?.[0])
  },
)

test.skipIf(natsUrl === undefined)(
  '[A11] [K6] with NATS away a logout still ends the sockets of its own process at once',
  async () => {
    const client = await signedIn()
    const socket = await edge.socket('/trade', { client })
    await cut()
    await client.ok(logout)
    expect(await socket.next('signed-out')).toMatchObject({ code: 'SESSION_EXPIRED' })
    expect(await socket.closed).toBe(4001)
    await mend()
  },
)

test.skipIf(natsUrl === undefined)(
  '[K2] calls that one process let pass count at the other within a second',
  async () => {
    const page = { query: { symbol: 'BTCUSDT', fromSeq: 1 } }
    const statusAt = async (app: TestApp): Promise<number> =>
      (await app.client().call(listTicks, page)).status
    // After the edge's own listener; what the edge itself tells of is heard here too.
    const heard = new Promise<void>(
      (resolve) =>
        void edge.bus.subscribe(LIMITS_SUBJECT, (payload) => {
          const { taken } = payload as { taken: [key: string, calls: number, callsPerMinute: number][] }
          if (taken.some(([, calls, callsPerMinute]) => calls === 3 && callsPerMinute === 3)) resolve()
        }),
    )
    expect([await statusAt(engine), await statusAt(engine), await statusAt(engine)]).toEqual([200, 200, 200])
    await engine.clock.advance(1_000)
    await heard
    expect(await statusAt(edge)).toBe(429)
  },
)
