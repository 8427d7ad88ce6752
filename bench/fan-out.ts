// Ticks to sockets: the market list and one product's trade screen, each against a bare `ws` server that sends frames
// of the same shape at the same pace, with the engine running and storing every tick.
import { type BenchServer, startBareServer, startBenchServer } from './bench-process.ts'
import { openCrowd } from './client-processes.ts'
import { quantile } from './http-load.ts'
import { printTable } from './print-table.ts'
import type { ClientResult, SocketPlan } from './socket-clients.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 15)
const LIST_SOCKETS = Number(process.env.BENCH_LIST_SOCKETS ?? 10_000)
const TRADE_SOCKETS = Number(process.env.BENCH_TRADE_SOCKETS ?? 5_000)
const STALLED = 100
const SETTLE_MS = 2_000

interface Screen {
  name: string
  sockets: number
  path: string
  message: string
  bare: Record<string, string>
}

const SCREENS: Screen[] = [
  {
    name: 'market list',
    sockets: LIST_SOCKETS,
    path: '/ws',
    message: JSON.stringify({ op: 'subscribe', channel: 'tickers' }),
    bare: { BARE_PRODUCTS: '21', BARE_FLUSH_MS: '250' },
  },
  {
    name: 'trade screen',
    sockets: TRADE_SOCKETS,
    path: '/trade',
    message: JSON.stringify({ op: 'subscribe', channel: 'ticks', symbol: 'BTCUSDT' }),
    bare: { BARE_PRODUCTS: '1', BARE_FLUSH_MS: '0' },
  },
]

interface Measured {
  p50Ms: number
  p99Ms: number
  ticksPerSecond: number
  cores: number
  cpuMicrosPerTick: number
  bytesPerSocket: number
  lost: number
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

function planOf(screen: Screen, server: BenchServer, messages: string[]): SocketPlan {
  const { sockets: count, path } = screen
  const sampleEvery = Math.max(1, Math.floor(count / 100))
  return { port: server.port, path, count, messages, tokens: [], sampleEvery, stalled: false }
}

async function measure(
  server: BenchServer,
  screen: Screen,
  messages: string[],
  stalled: number,
): Promise<Measured> {
  const before = await server.usage()
  const plan = planOf(screen, server, messages)
  const crowd = await openCrowd(plan)
  const idle = stalled > 0 ? await openCrowd({ ...plan, count: stalled, stalled: true }, 1) : null
  await pause(SETTLE_MS)
  await server.published()
  const open = await server.usage()
  await crowd.begin()
  const start = performance.now()
  await pause(SECONDS * 1_000)
  const end = await server.usage()
  const seconds = (performance.now() - start) / 1_000
  const results = await crowd.end()
  const published = await server.published()
  crowd.close()
  idle?.close()
  const latencies = latenciesOf(results, published)
  const perSocket = latencies.length / Math.ceil(screen.sockets / plan.sampleEvery)
  const delivered = perSocket * screen.sockets
  return {
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    ticksPerSecond: delivered / seconds,
    cores: (end.cpuMicros - open.cpuMicros) / 1e6 / seconds,
    cpuMicrosPerTick: (end.cpuMicros - open.cpuMicros) / delivered,
    bytesPerSocket: (open.rssBytes - before.rssBytes) / screen.sockets,
    lost: results.reduce((sum, result) => sum + result.lost, 0),
  }
}

function latenciesOf(results: readonly ClientResult[], published: ReadonlyMap<string, number>): number[] {
  const latencies: number[] = []
  for (const { ticks } of results) {
    for (const [key, atMs] of ticks) {
      const fromMs = published.get(key)
      if (fromMs !== undefined) latencies.push(atMs - fromMs)
    }
  }
  return latencies.sort((a, b) => a - b)
}

async function onBare(screen: Screen): Promise<Measured> {
  const bare = await startBareServer(screen.bare)
  const measured = await measure(bare, screen, [], 0)
  await bare.stop()
  return measured
}

async function onProduct(screen: Screen, stalled: number): Promise<Measured> {
  const server = await startBenchServer('postgres', { BENCH_FEED: 'five-a-second', BENCH_USERS: '1' })
  await pause(SETTLE_MS)
  const measured = await measure(server, screen, [screen.message], stalled)
  await server.stop()
  return measured
}

function row(screen: Screen, who: string, found: Measured, bare: Measured | null): Record<string, string> {
  const ratio = (of: (from: Measured) => number): string =>
    bare === null ? '1' : (of(found) / of(bare)).toFixed(2)
  return {
    screen: `${screen.name}, ${screen.sockets} sockets`,
    server: who,
    'ticks delivered/s': found.ticksPerSecond.toFixed(0),
    'p50 / p99 ms': `${found.p50Ms.toFixed(1)} / ${found.p99Ms.toFixed(1)}`,
    'p99 ratio': ratio((from) => from.p99Ms),
    cores: found.cores.toFixed(2),
    'CPU µs a tick': found.cpuMicrosPerTick.toFixed(3),
    'CPU ratio': ratio((from) => from.cpuMicrosPerTick),
    'kB a socket': (found.bytesPerSocket / 1_000).toFixed(1),
    lost: String(found.lost),
  }
}

const rows: Record<string, string>[] = []
for (const screen of SCREENS) {
  const bare = await onBare(screen)
  rows.push(row(screen, 'bare ws', bare, null))
  rows.push(row(screen, 'Truestrike', await onProduct(screen, 0), bare))
  rows.push(
    row(
      screen,
      `Truestrike, ${STALLED} more sockets that read nothing`,
      await onProduct(screen, STALLED),
      bare,
    ),
  )
}
printTable('Ticks to sockets', rows)
process.exit(0)
