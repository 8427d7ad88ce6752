// Orders accepted per second through HTTP, against an empty validated POST on the same server and against pgbench
// TPC-B on the same PostgreSQL; and the latency of acknowledgement at half that load.
import { execFileSync } from 'node:child_process'
import { type Database, startBenchServer } from './bench-process.ts'
import { cpuMicrosOf } from './database-cpu.ts'
import { httpRequest, type LoadResult, loadHttp } from './http-load.ts'
import { orderBody, orderRequests } from './order-requests.ts'
import { printTable } from './print-table.ts'

const CONNECTIONS = Number(process.env.BENCH_CONNECTIONS ?? 64)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 8)

const emptyRequest = (): Buffer => httpRequest('POST', '/bench/empty', {}, orderBody())

function pgbench(url: string): number {
  execFileSync('pgbench', ['-i', '-q', '-s', process.env.PGBENCH_SCALE ?? '100', url], { stdio: 'ignore' })
  const seconds = process.env.PGBENCH_SECONDS ?? '60'
  const text = execFileSync('pgbench', ['-c', '16', '-j', '2', '-T', seconds, url], { encoding: 'utf8' })
  return Number(/tps = ([\d.]+) \(without/.exec(text)?.[1] ?? Number.NaN)
}

/** CPU of server and database together, everything they did meanwhile included. */
type Run = LoadResult & { cpuMicrosEach: number }

async function measure(database: Database): Promise<Record<string, string>> {
  const server = await startBenchServer(database)
  const load = async (
    request: (connection: number) => Buffer,
    ratePerSecond: number | null = null,
  ): Promise<Run> => {
    const before = await cpuMicrosOf(server)
    const run = await loadHttp({
      ...{ port: server.port, connections: CONNECTIONS, seconds: SECONDS },
      ...{ request, ratePerSecond },
    })
    return { ...run, cpuMicrosEach: ((await cpuMicrosOf(server)) - before) / run.answers }
  }
  const orders = orderRequests(server, CONNECTIONS)
  // Warm both paths, then measure each twice in turn: the machine is shared with the load generator.
  await load(emptyRequest)
  await load(orders)
  const empty = [await load(emptyRequest)]
  const placed = [await load(orders)]
  empty.push(await load(emptyRequest))
  placed.push(await load(orders))
  const refused = placed.reduce((sum, run) => sum + run.refused, 0)
  if (refused > 0) throw new Error(`${refused} orders were refused: the figures would mean nothing`)
  const best = (runs: Run[]): number => Math.max(...runs.map((run) => run.perSecond))
  const cheapest = (runs: Run[]): string => Math.min(...runs.map((run) => run.cpuMicrosEach)).toFixed(0)
  const half = await load(orders, best(placed) / 2)
  const tpcb = server.databaseUrl === null ? null : pgbench(server.databaseUrl)
  await server.stop()
  return {
    database,
    'orders/s': best(placed).toFixed(0),
    'empty POST/s': best(empty).toFixed(0),
    ratio: (best(placed) / best(empty)).toFixed(3),
    'CPU µs of order / empty': `${cheapest(placed)} / ${cheapest(empty)}`,
    'p50 / p99 ms at half load': `${half.p50Ms.toFixed(1)} / ${half.p99Ms.toFixed(1)}`,
    'pgbench TPC-B': tpcb === null ? '–' : tpcb.toFixed(0),
    'orders / TPC-B': tpcb === null ? '–' : (best(placed) / tpcb).toFixed(2),
  }
}

const databases = (process.env.BENCH_DATABASES ?? 'embedded,postgres').split(',') as Database[]
const rows: Record<string, string>[] = []
for (const database of databases) rows.push(await measure(database))
printTable('Orders', rows)
process.exit(0)
