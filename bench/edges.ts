// One, two and four edge processes beside one engine, on PostgreSQL and NATS: what a delivered tick and an order cost in
// CPU, each edge with as many sockets and orders as the one alone. The rounds take turns, and the best of each counts.
import { type BenchServer, startBenchEdge, startBenchServer } from './bench-process.ts'
import { openCrowd } from './client-processes.ts'
import { watchBackends } from './database-cpu.ts'
import { httpRequest, loadHttp } from './http-load.ts'
import { orderBody } from './order-requests.ts'
import { printTable } from './print-table.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 10)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const SOCKETS = Number(process.env.BENCH_SOCKETS_PER_EDGE ?? 500)
const ORDERS = Number(process.env.BENCH_ORDERS_PER_EDGE ?? 100)
const NATS_URL = process.env.BENCH_NATS_URL ?? 'nats://127.0.0.1:4222'
const COUNTS = [1, 2, 4]
const EDGES = Math.max(...COUNTS)
const USERS_PER_EDGE = 128
const CONNECTIONS = 16
const SETTLE_MS = 2_000

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const cluster = {
  NATS_URL,
  NATS_PREFIX: `bench-${process.pid}`,
  DATABASE_CONNECTIONS: '5',
}
const engine = await startBenchServer('postgres', {
  ...{ ...cluster, ROLE: 'engine', BENCH_FEED: 'five-a-second' },
  BENCH_USERS: String(EDGES * USERS_PER_EDGE),
})
const edges = await Promise.all(
  Array.from({ length: EDGES }, () => startBenchEdge(engine, { ...cluster, ROLE: 'edge', BENCH_USERS: '0' })),
)

async function cpuOf(servers: readonly BenchServer[]): Promise<number> {
  const usages = await Promise.all(servers.map((server) => server.usage()))
  return usages.reduce((sum, { cpuMicros }) => sum + cpuMicros, 0)
}

/** What `work` takes, in µs of CPU of some edges, of the engine and of all connections to the database, and how long it is, in s. */
async function spent<T>(used: readonly BenchServer[], work: () => Promise<T>) {
  const backends = await watchBackends(engine)
  const [edgesBefore, engineBefore] = [await cpuOf(used), await cpuOf([engine])]
  const startMs = performance.now()
  const result = await work()
  const seconds = (performance.now() - startMs) / 1_000
  const edges = (await cpuOf(used)) - edgesBefore
  const rest = (await cpuOf([engine])) - engineBefore + (await backends.end())
  return { result, seconds, edges, rest }
}

/** µs of CPU of the edges for each tick that reached a socket. */
async function costOfTick(
  used: readonly BenchServer[],
): Promise<{ micros: number; perSecond: number; bytesPerSocket: number; lost: number }> {
  const sampleEvery = 10
  const crowds = await Promise.all(
    used.map(({ port }) =>
      openCrowd(
        {
          ...{ port, path: '/ws', count: SOCKETS, tokens: [], sampleEvery, stalled: false },
          messages: [JSON.stringify({ op: 'subscribe', channel: 'tickers' })],
        },
        1,
      ),
    ),
  )
  await pause(SETTLE_MS)
  await Promise.all(crowds.map((crowd) => crowd.begin()))
  const { edges: micros, seconds } = await spent(used, () => pause(SECONDS * 1_000))
  const results = (await Promise.all(crowds.map((crowd) => crowd.end()))).flat()
  for (const crowd of crowds) crowd.close()
  const delivered = results.reduce((sum, { ticks }) => sum + ticks.length, 0) * sampleEvery
  const lost = results.reduce((sum, result) => sum + result.lost, 0)
  const bytes = results.reduce((sum, result) => sum + result.bytes, 0)
  const bytesPerSocket = bytes / (used.length * SOCKETS) / seconds
  return { micros: micros / delivered, perSecond: delivered / seconds, bytesPerSocket, lost }
}

/** µs of CPU for each order: of the edges, and what engine and database take beyond what they take without orders. */
async function costOfOrder(used: readonly BenchServer[], restPerSecond: number) {
  const run = async (at: number) => {
    const tokens = engine.tokens.slice(at * USERS_PER_EDGE, (at + 1) * USERS_PER_EDGE)
    let turn = 0
    return await loadHttp({
      ...{ port: used[at]?.port ?? 0, connections: CONNECTIONS, seconds: SECONDS, ratePerSecond: ORDERS },
      request: () =>
        httpRequest(
          'POST',
          '/api/trade/contracts',
          { Authorization: `Bearer ${tokens[turn++ % tokens.length]}` },
          orderBody(),
        ),
    })
  }
  const { result, seconds, ...cpu } = await spent(used, () => Promise.all(used.map((_edge, at) => run(at))))
  const refused = result.reduce((sum, each) => sum + each.refused, 0)
  if (refused > 0) throw new Error(`${refused} orders were refused: the figures would mean nothing`)
  const orders = result.reduce((sum, { answers }) => sum + answers, 0)
  return {
    edges: cpu.edges / orders,
    rest: (cpu.rest - restPerSecond * seconds) / orders,
    perSecond: orders / seconds,
  }
}

type Found = { tick: Awaited<ReturnType<typeof costOfTick>>; order: Awaited<ReturnType<typeof costOfOrder>> }
const found = new Map<number, Found[]>(COUNTS.map((count) => [count, []]))
await pause(SETTLE_MS)
// Both paths warm, on every edge.
await costOfOrder(edges, 0)
const idle = await spent(edges, () => pause(SECONDS * 1_000))
const restPerSecond = idle.rest / idle.seconds
for (let round = 0; round < ROUNDS; round += 1) {
  for (const count of round % 2 === 0 ? COUNTS : COUNTS.toReversed()) {
    const used = edges.slice(0, count)
    const tick = await costOfTick(used)
    found.get(count)?.push({ tick, order: await costOfOrder(used, restPerSecond) })
  }
}
for (const edge of edges) await edge.stop()
await engine.stop()

const best = (count: number, of: (one: Found) => number): number =>
  Math.min(...(found.get(count) ?? []).map(of))
const most = (count: number, of: (one: Found) => number): number =>
  Math.max(...(found.get(count) ?? []).map(of))
const ofOrder = ({ order }: Found): number => order.edges + order.rest
printTable(
  `Edges: ${SOCKETS} sockets on the market list and ${ORDERS} orders/s each`,
  COUNTS.map((count) => ({
    edges: String(count),
    'ticks delivered/s': most(count, ({ tick }) => tick.perSecond).toFixed(0),
    'CPU µs a tick': best(count, ({ tick }) => tick.micros).toFixed(3),
    'to one edge': (best(count, ({ tick }) => tick.micros) / best(1, ({ tick }) => tick.micros)).toFixed(2),
    'kB/s a socket': (most(count, ({ tick }) => tick.bytesPerSocket) / 1_000).toFixed(1),
    'orders/s': most(count, ({ order }) => order.perSecond).toFixed(0),
    'CPU µs an order: edges / engine and database': `${best(count, ({ order }) => order.edges).toFixed(0)} / ${best(count, ({ order }) => order.rest).toFixed(0)}`,
    'edges to one edge': (
      best(count, ({ order }) => order.edges) / best(1, ({ order }) => order.edges)
    ).toFixed(2),
    'all to one edge': (best(count, ofOrder) / best(1, ofOrder)).toFixed(2),
    lost: String(most(count, ({ tick }) => tick.lost)),
  })),
)
const { edges: edgesIdle, seconds } = idle
process.stdout.write(
  `\nWithout sockets and orders an edge takes ${((edgesIdle / EDGES / seconds / 1e6) * 100).toFixed(1)} % of a core, engine and database together ${((restPerSecond / 1e6) * 100).toFixed(1)} %.\n`,
)
process.exit(0)
