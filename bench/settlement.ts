// Contracts of one product that all expire in the same millisecond: how long until the last of them is settled and its
// owner's socket has been told; and whether the cost of one depends on how many contracts are stored.
import { type BenchServer, type Database, startBenchServer } from './bench-process.ts'
import { openCrowd, type SocketCrowd } from './client-processes.ts'
import { cpuMicrosOf } from './database-cpu.ts'
import { printTable } from './print-table.ts'
import { seedRunning, seedSettled } from './seed-contracts.ts'

const CONTRACTS = Number(process.env.BENCH_CONTRACTS ?? 10_000)
const STORED = (process.env.BENCH_STORED ?? '1000,100000,1000000').split(',').map(Number)
const SYMBOL = 'BTCUSDT'
/** From the seeding to the expiry; the log must reach back to before the averaging window. */
const LEAD_MS = 15_000
/** In which the server's other work is measured. */
const IDLE_MS = 4_000
const WAIT_MAX_MS = 60_000

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

type Server = BenchServer & { databaseUrl: string | null }

interface Round {
  pushedAfterMs: number
  settledAfterMs: number
  cpuMicrosEach: number
  received: number
}

async function settleOnce(server: Server, crowd: SocketCrowd): Promise<Round> {
  const [clock] = await server.query<{ now: number }>('select service_now_ms() as now')
  const expiresAtMs = Math.ceil(((clock?.now ?? 0) + LEAD_MS) / 1_000) * 1_000
  // By number: asking any other way would read all that is stored, in the time that is measured.
  const [before] = await server.query<{ id: number }>('select coalesce(max(id), 0) as id from contracts')
  await seedRunning(server, SYMBOL, CONTRACTS, expiresAtMs)
  await crowd.begin()
  // What the server does anyway is measured just before and taken off.
  await pause(Math.max(0, expiresAtMs - Date.now() - IDLE_MS))
  const idle = { cpu: await cpuMicrosOf(server), atMs: Date.now() }
  await pause(Math.max(0, expiresAtMs - Date.now() - 200))
  const start = { cpu: await cpuMicrosOf(server), atMs: Date.now() }
  const idleRate = (start.cpu - idle.cpu) / (start.atMs - idle.atMs)
  await pause(1_500)
  const end = Date.now() + WAIT_MAX_MS
  for (;;) {
    const [row] = await server.query<{ open: number; last: number; settled: number }>(
      `select count(*) filter (where state = 'running') as open, max(settled_at_ms) as last,
        count(*) filter (where state = 'completed') as settled from contracts where id > ${before?.id ?? 0}`,
    )
    if (row === undefined || Date.now() > end) throw new Error('the contracts were not settled in time')
    if (row.open > 0) {
      await pause(250)
      continue
    }
    if (row.settled !== CONTRACTS) throw new Error(`only ${row.settled} of ${CONTRACTS} were completed`)
    await pause(500)
    const cpu = (await cpuMicrosOf(server)) - start.cpu - idleRate * (Date.now() - start.atMs)
    const results = await crowd.end()
    return {
      pushedAfterMs: Math.max(...results.map((result) => result.lastCompletedAtMs)) - expiresAtMs,
      settledAfterMs: row.last - expiresAtMs,
      cpuMicrosEach: cpu / CONTRACTS,
      received: results.reduce((sum, result) => sum + result.completed, 0),
    }
  }
}

async function measure(database: Database): Promise<Record<string, string>[]> {
  const server = await startBenchServer(database, { BENCH_USERS: String(CONTRACTS) })
  const crowd = await openCrowd({
    port: server.port,
    path: '/trade',
    count: CONTRACTS,
    messages: ['{"op":"auth","token":"$TOKEN"}', '{"op":"subscribe","channel":"contracts"}'],
    tokens: server.tokens,
    sampleEvery: CONTRACTS,
    stalled: false,
  })
  await pause(3_000)
  const rows: Record<string, string>[] = []
  let stored = 0
  let first: number | null = null
  await settleOnce(server, crowd)
  for (const target of STORED) {
    await seedSettled(server, SYMBOL, stored, target)
    stored = target
    const rounds = [await settleOnce(server, crowd), await settleOnce(server, crowd)]
    const best = rounds.reduce((a, b) => (a.pushedAfterMs < b.pushedAfterMs ? a : b))
    const cpuMicrosEach = Math.min(...rounds.map((round) => round.cpuMicrosEach))
    first ??= cpuMicrosEach
    rows.push({
      database,
      'contracts stored': String(target),
      'all settled after s': (best.settledAfterMs / 1_000).toFixed(2),
      'all pushed after s': (best.pushedAfterMs / 1_000).toFixed(2),
      'heard by sockets': `${best.received} of ${CONTRACTS}`,
      'CPU µs a contract': cpuMicrosEach.toFixed(0),
      'cost to the first': (cpuMicrosEach / first).toFixed(2),
    })
  }
  crowd.close()
  await server.stop()
  return rows
}

const databases = (process.env.BENCH_DATABASES ?? 'embedded,postgres').split(',') as Database[]
const rows: Record<string, string>[] = []
for (const database of databases) rows.push(...(await measure(database)))
printTable(`Settlement of ${CONTRACTS} contracts that expire together`, rows)
process.exit(0)
