// What proofs cost: orders and settlements a second of the product against the same server with nothing hashed, signed or
// written as a receipt, in turns within one run. The product has no such switch (bench/proofs-off).
import { loadavg } from 'node:os'
import { type BenchServer, type Database, startBenchServer } from './bench-process.ts'
import { cpuMicrosOf } from './database-cpu.ts'
import { loadHttp, median } from './http-load.ts'
import { orderRequests } from './order-requests.ts'
import { printTable } from './print-table.ts'
import { seedRunning } from './seed-contracts.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 20)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2)
const CONNECTIONS = Number(process.env.BENCH_CONNECTIONS ?? 64)
const SETTLEMENT_ROUNDS = Number(process.env.BENCH_SETTLEMENT_ROUNDS ?? 10)
const CONTRACTS = Number(process.env.BENCH_CONTRACTS ?? 10_000)
const SYMBOL = 'BTCUSDT'
/** From the seeding to the expiry; the log must reach back to before the averaging window. */
const LEAD_MS = 8_000
const IDLE_MS = 1_500
const WAIT_MAX_MS = 60_000
/** Share of orders that may be refused: on a busy machine a price is stale now and then. */
const REFUSED_MAX = 0.05

type Server = BenchServer & { databaseUrl: string | null }
interface Round {
  perSecond: number
  cpuMicrosEach: number
}
type Measure = (server: Server) => Promise<Round>

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** CPU µs a ms while nothing is asked. */
async function idleCpu(server: Server): Promise<number> {
  const before = { cpu: await cpuMicrosOf(server), atMs: Date.now() }
  await pause(IDLE_MS)
  return ((await cpuMicrosOf(server)) - before.cpu) / (Date.now() - before.atMs)
}

function orders(server: Server): () => Promise<Round> {
  const request = orderRequests(server, CONNECTIONS)
  return async () => {
    // What the server does anyway is measured just before and taken off.
    const idleRate = await idleCpu(server)
    const before = { cpu: await cpuMicrosOf(server), atMs: Date.now() }
    const load = { port: server.port, connections: CONNECTIONS, seconds: SECONDS, request }
    const { answers, refused, seconds } = await loadHttp(load)
    const taken = answers - refused
    if (refused > answers * REFUSED_MAX)
      throw new Error(`${refused} of ${answers} orders were refused: the figures would mean nothing`)
    const cpu = (await cpuMicrosOf(server)) - before.cpu - idleRate * (Date.now() - before.atMs)
    return { perSecond: taken / seconds, cpuMicrosEach: cpu / taken }
  }
}

/** Contracts that end in one millisecond: from the first one settled to the last. */
const settlement: Measure = async (server) => {
  const [clock] = await server.query<{ now: number }>('select service_now_ms() as now')
  const expiresAtMs = Math.ceil(((clock?.now ?? 0) + LEAD_MS) / 1_000) * 1_000
  const [before] = await server.query<{ id: number }>('select coalesce(max(id), 0) as id from contracts')
  await seedRunning(server, SYMBOL, CONTRACTS, expiresAtMs)
  await pause(Math.max(0, expiresAtMs - Date.now() - IDLE_MS - 500))
  const idleRate = await idleCpu(server)
  await pause(Math.max(0, expiresAtMs - Date.now() - 200))
  const start = { cpu: await cpuMicrosOf(server), atMs: Date.now() }
  for (const end = Date.now() + WAIT_MAX_MS; Date.now() < end; ) {
    await pause(500)
    const [row] = await server.query<{ open: number; first: number; last: number }>(
      `select count(*) filter (where state = 'running') as open, min(settled_at_ms) as first, max(settled_at_ms) as last
      from contracts where id > ${before?.id ?? 0}`,
    )
    if (row === undefined || row.open > 0) continue
    const cpu = (await cpuMicrosOf(server)) - start.cpu - idleRate * (Date.now() - start.atMs)
    return { perSecond: (1_000 * CONTRACTS) / (row.last - row.first), cpuMicrosEach: cpu / CONTRACTS }
  }
  throw new Error('the contracts were not settled in time')
}

const mean = (list: readonly Round[], name: keyof Round): number =>
  list.reduce((sum, round) => sum + round[name], 0) / list.length

/** Two servers in turns, the first of them another one each time; each pair gives one ratio. */
async function inTurns(
  what: string,
  database: Database,
  pair: readonly (() => Promise<Round>)[],
  turns: number,
) {
  const rounds: Round[][] = [[], []]
  for (const measure of pair) await measure()
  for (let turn = 0; turn < turns; turn += 1) {
    for (const side of turn % 2 === 0 ? [0, 1] : [1, 0]) rounds[side]?.push((await pair[side]?.()) as Round)
  }
  const [on = [], off = []] = rounds
  const ratios = on.map(({ perSecond }, at) => perSecond / (off[at]?.perSecond ?? Number.NaN))
  const costs = on.map(({ cpuMicrosEach }, at) => cpuMicrosEach / (off[at]?.cpuMicrosEach ?? Number.NaN))
  const of = (list: readonly Round[], name: keyof Round): string =>
    median(list.map((round) => round[name])).toFixed(0)
  return {
    what,
    database,
    rounds: String(turns),
    'with / without, /s': `${of(on, 'perSecond')} / ${of(off, 'perSecond')}`,
    'ratio of all': (mean(on, 'perSecond') / mean(off, 'perSecond')).toFixed(2),
    'ratio of a pair, median (least–greatest)': `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`,
    'CPU µs each, with / without': `${of(on, 'cpuMicrosEach')} / ${of(off, 'cpuMicrosEach')}`,
    'CPU without / with': `${(mean(off, 'cpuMicrosEach') / mean(on, 'cpuMicrosEach')).toFixed(2)}, median ${(1 / median(costs)).toFixed(2)}`,
    'load average': (loadavg()[0] ?? Number.NaN).toFixed(1),
  }
}

const databases = (process.env.BENCH_DATABASES ?? 'embedded,postgres').split(',') as Database[]
const rows: Record<string, string>[] = []
for (const database of databases) {
  const users = { BENCH_USERS: String(CONTRACTS) }
  const servers = [
    await startBenchServer(database, users),
    await startBenchServer(database, { ...users, BENCH_PROOFS: 'off' }, 'bench/proofs-off/run.mjs'),
  ]
  rows.push(await inTurns('orders', database, servers.map(orders), ROUNDS))
  if (SETTLEMENT_ROUNDS > 0) {
    const settle = servers.map((server) => () => settlement(server))
    rows.push(await inTurns('settlement', database, settle, SETTLEMENT_ROUNDS))
  }
  for (const server of servers) await server.stop()
}
printTable('Proofs on against off, in turns', rows)
process.exit(0)
