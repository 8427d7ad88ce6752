import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageWith } from './child-message.ts'

export type Database = 'embedded' | 'postgres'

export interface BenchServer {
  port: number
  pid: number
  tokens: string[]
  userIds: string[]
  query<Row>(sql: string): Promise<Row[]>
  /** CPU used so far in microseconds and resident bytes. */
  usage(): Promise<{ cpuMicros: number; rssBytes: number }>
  /** `symbol seq` of the ticks published since the last call, and when (ms since the epoch). */
  published(): Promise<Map<string, number>>
  stop(): Promise<void>
}

// Bundled or not, benches run from the root.
const root = process.cwd()
const POSTGRES = process.env.BENCH_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/test'
export const UNLIMITED = '10000000'
/** Settings of every server of a bench: the same prices each time, its limits lifted. */
export const LIFTED = {
  FEED_SEED: 'ab7f631935e6919d5cbd71ac0cb3c4cb',
  OPS_PORT: '-1',
  LIMIT_ORDER_PER_MINUTE: UNLIMITED,
  LIMIT_READ_PER_MINUTE: UNLIMITED,
  LIMIT_LOG_PER_MINUTE: UNLIMITED,
  LIMIT_WRITE_PER_MINUTE: UNLIMITED,
  LIMIT_SOCKETS_PER_ADDRESS: UNLIMITED,
  LIMIT_SOCKET_MESSAGES_PER_MINUTE: UNLIMITED,
}

interface BenchDatabase {
  url: string
  drop(): void
  /** Statements that may take longer than the product would wait. */
  run(sql: string): void
}

/** An empty one on the PostgreSQL of the benches; by its name one that may be there already. */
export function createDatabase(kept?: string): BenchDatabase {
  const name = kept ?? `bench_${process.pid}_${Date.now()}`
  const psql = (sql: string, at = POSTGRES): string =>
    execFileSync('psql', [at, '-v', 'ON_ERROR_STOP=1', '-qAtc', sql], { encoding: 'utf8' })
  if (psql(`select 1 from pg_database where datname = '${name}'`) === '') psql(`create database ${name}`)
  const url = new URL(POSTGRES)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () => void psql(`drop database ${name} with (force)`),
    run: (sql) => void psql(sql, url.href),
  }
}

/** Starts the product with its limits lifted on a fresh database of the kind. */
export async function startBenchServer(
  database: Database,
  env: Record<string, string> = {},
  /** Another way to run it than as it is. */
  script: string | null = null,
): Promise<BenchServer & { databaseUrl: string | null; dataDir: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'truestrike-bench-'))
  const postgres = database === 'postgres' ? createDatabase() : null
  const command = script === null ? ['scripts/run-ts.mjs', 'bench/bench-server.ts'] : [script]
  const child = spawnServer(command, {
    DATA_DIR: dataDir,
    ...(postgres ? { DATABASE_URL: postgres.url } : {}),
    ...env,
  })
  const server = await attach(child)
  await historyMade(server)
  return {
    ...server,
    databaseUrl: postgres?.url ?? null,
    dataDir,
    async stop() {
      await server.stop()
      postgres?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Another process of the same installation: its database, its keys. */
export function startBenchEdge(
  { databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string },
  env: Record<string, string>,
): Promise<BenchServer> {
  const command = ['scripts/run-ts.mjs', 'bench/bench-server.ts']
  return attach(spawnServer(command, { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', ...env }))
}

/** With its limits lifted. */
function spawnServer(command: readonly string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [...profiling(), ...command], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...LIFTED,
      FOREX_ALWAYS_OPEN: 'true',
      LOG_LEVEL: 'warn',
      ...env,
    },
  })
}

/** The candles of a new database are made in the background: work of its first minute, not of its life. */
async function historyMade(server: BenchServer): Promise<void> {
  for (;;) {
    const [row] = await server.query<{ left: number }>(
      'select count(*) as left from products p where not exists (select from candle_progress c where c.product_id = p.id and c.history_done)',
    )
    if (row?.left === 0) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** The least a socket server can do, as a process of its own. */
export function startBareServer(env: Record<string, string>): Promise<BenchServer> {
  const child = spawn(process.execPath, ['scripts/run-ts.mjs', 'bench/bare-socket-server.ts'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  })
  return attach(child)
}

async function attach(child: ChildProcess): Promise<BenchServer> {
  const ask = async (message: object, field: string): Promise<Record<string, unknown>> => {
    const answer = messageWith(child, field)
    child.send(message)
    return await answer
  }
  const { port, tokens, userIds } = await messageWith(child, 'port')
  return {
    port: port as number,
    tokens: tokens as string[],
    userIds: userIds as string[],
    pid: child.pid ?? 0,
    async query<Row>(sql: string) {
      const { rows } = await ask({ sql }, 'rows')
      return JSON.parse(rows as string) as Row[]
    },
    async usage() {
      const { cpu, rss } = (await ask({ cpu: true }, 'cpu')) as { cpu: NodeJS.CpuUsage; rss: number }
      return { cpuMicros: cpu.user + cpu.system, rssBytes: rss }
    },
    async published() {
      return new Map((await ask({ published: true }, 'published')).published as [string, number][])
    },
    async stop() {
      const exit = new Promise((resolve) => child.once('exit', resolve))
      child.send({ stop: true })
      await exit
    },
  }
}

/** `BENCH_PROFILE=<folder>`: a CPU profile of every thread of the server. */
export function profiling(): string[] {
  const folder = process.env.BENCH_PROFILE
  return folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`]
}
