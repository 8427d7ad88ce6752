// The market on the embedded database, run as fast as the machine can: 21 simulated products, their log, blocks and
// candles, all jobs at their own pace of service time. Growth of the folder, memory and times of queries along the way.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensure } from '@truestrike/core/assert.ts'
import { createApp } from '../server/src/app.ts'
import { readConfig } from '../server/src/config.ts'
import { startEmbeddedUpkeep } from '../server/src/platform/embedded-upkeep.ts'
import { createFakeClock } from '../server/src/platform/fake-clock.ts'
import { createFileWorker } from '../server/src/platform/file-worker.ts'
import { createListExports } from '../server/src/platform/list-exports.ts'
import { createLog } from '../server/src/platform/log.ts'
import { createMemoryBus } from '../server/src/platform/memory-bus.ts'
import { createMetrics } from '../server/src/platform/metrics.ts'
import { migrate } from '../server/src/platform/migrate.ts'
import { openSharedDatabase } from '../server/src/platform/open-database.ts'
import { createPasswordHasher } from '../server/src/platform/password-hasher.ts'
import { openSecretBox } from '../server/src/platform/secret-keys.ts'
import { systemRandom } from '../server/src/platform/secret-token.ts'
import { createSigner } from '../server/src/proof/signer.ts'
import { SECRET_HOLDERS } from '../server/src/secret-holders.ts'
import { quantile } from './http-load.ts'
import { printTable } from './print-table.ts'

/** Service time to run, in minutes; 1 440 is the whole day. */
const MINUTES = Number(process.env.BENCH_MINUTES ?? 60)
const STEPS = 6
/** Real seconds after which no further step is begun. */
const SECONDS_MAX = Number(process.env.BENCH_SECONDS_MAX ?? 540)
const MINUTES_A_DAY = 1_440
const WARM_UP_MS = 120_000
const QUERIES = 60
const CLOCK_STEP_MS = 1_000
/** Tables that only grow; the others turn over and keep their size. */
const KEPT = new Set(['log_blocks', 'candles', 'sim_days'])

function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

const dataDir = mkdtempSync(join(tmpdir(), 'truestrike-bench-'))
const env = {
  DATA_DIR: dataDir,
  FEED_SEED: 'ab7f631935e6919d5cbd71ac0cb3c4cb',
  FOREX_ALWAYS_OPEN: 'true',
  DEV_INBOX: 'false',
}
const config = readConfig(env)
const log = createLog('warn')
const { db, connectThread } = await openSharedDatabase({
  databaseUrl: null,
  connectionsMax: 1,
  dataDir,
  embeddedBuffersMb: config.embeddedBuffersMb,
  onTrouble: (error) => log.error({ err: error }, 'database'),
})
await migrate(db)
const clock = await createFakeClock()
const tellDatabase = async (): Promise<void> =>
  void (await db.query('update service_clock set fixed_ms = $1', [BigInt(clock.nowMs())]))
await tellDatabase()
const bus = createMemoryBus((error) => log.error({ err: error }, 'bus'))
const secrets = await openSecretBox({
  db,
  file: config.secretKeysFile,
  random: systemRandom,
  nowMs: 0,
  holders: SECRET_HOLDERS,
})
const app = await createApp({
  ...{ config, db, bus, clock, log, random: systemRandom, hasher: createPasswordHasher() },
  fileWorker: createFileWorker(),
  metrics: createMetrics(false),
  signer: await createSigner({ db, file: config.signingKeysFile, random: systemRandom }),
  exports: createListExports({ secrets, connect: () => ensure(connectThread)() }),
  secrets,
  wallMs: clock.nowMs,
  webRoot: null,
})
clock.every(CLOCK_STEP_MS, tellDatabase)
startEmbeddedUpkeep({ db, clock, log })
await app.start()

/** Of service time, in pieces, so that promises of other jobs get their turn. */
async function run(ms: number): Promise<void> {
  const endMs = clock.nowMs() + ms
  while (clock.nowMs() < endMs) await clock.advance(Math.min(CLOCK_STEP_MS, endMs - clock.nowMs()))
}

async function historyMade(): Promise<void> {
  let before = -1n
  for (;;) {
    await run(5_000)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const [row] = await db.query<{ n: bigint }>("select count(*) as n from candles where origin = 'g'")
    const now = row?.n ?? 0n
    if (now === before) return
    before = now
  }
}

async function timesOf(query: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < QUERIES; turn++) {
    const from = performance.now()
    await query()
    times.push(performance.now() - from)
  }
  return quantile(
    times.sort((a, b) => a - b),
    0.5,
  )
}

interface Step {
  minutes: number
  folderMb: number
  walMb: number
  rssMb: number
  candlesMs: number
  logMs: number
  ticks: number
  /** MB by table, with indexes. */
  tables: Map<string, number>
}

async function sizesOfTables(): Promise<Map<string, number>> {
  const rows = await db.query<{ name: string; bytes: bigint }>(
    "select relname as name, pg_total_relation_size(oid) as bytes from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  )
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes) / 1e6]))
}

async function look(minutes: number): Promise<Step> {
  await db.exec('CHECKPOINT')
  const folder = join(dataDir, 'database')
  const wal = bytesOf(join(folder, 'pg_wal'))
  const { service } = app.market
  const [row] = await db.query<{ n: bigint }>('select sum(last_seq) as n from log_heads')
  return {
    minutes,
    folderMb: (bytesOf(folder) - wal) / 1e6,
    walMb: wal / 1e6,
    rssMb: process.memoryUsage().rss / 1e6,
    candlesMs: await timesOf(() => service.listCandles({ symbol: 'BTCUSDT', period: '1m' })),
    logMs: await timesOf(() =>
      db.query(
        'select * from log_blocks where product_id = 1 and last_seq >= $1 order by last_seq limit 10',
        [BigInt(Math.floor(Number(row?.n ?? 0n) / 42))],
      ),
    ),
    ticks: Number(row?.n ?? 0n),
    tables: await sizesOfTables(),
  }
}

await historyMade()
await run(WARM_UP_MS)
const begun = performance.now()
const steps = [await look(0)]
for (let step = 1; step <= STEPS && performance.now() - begun < SECONDS_MAX * 1_000; step++) {
  const from = performance.now()
  await run((MINUTES / STEPS) * 60_000)
  const pace = ((MINUTES / STEPS) * 60_000) / (performance.now() - from)
  if (step === 1) process.stderr.write(`${pace.toFixed(0)} times as fast as real time\n`)
  steps.push(await look((MINUTES / STEPS) * step))
}
const [first, last] = [steps[0], steps.at(-1)]
printTable(
  'The embedded database under 21 products',
  steps.map((step) => ({
    'minutes of service': step.minutes.toFixed(0),
    'log entries': String(step.ticks),
    'folder MB': step.folderMb.toFixed(1),
    'write-ahead log MB': step.walMb.toFixed(1),
    'resident MB': step.rssMb.toFixed(0),
    '500 candles ms': step.candlesMs.toFixed(2),
    '10 blocks ms': step.logMs.toFixed(2),
  })),
)
if (first !== undefined && last !== undefined && last.minutes > 0) {
  const mbOf = (step: Step, kept: boolean): number =>
    [...step.tables].reduce((sum, [name, mb]) => sum + (KEPT.has(name) === kept ? mb : 0), 0)
  const aDay = ((mbOf(last, true) - mbOf(first, true)) / last.minutes) * MINUTES_A_DAY
  process.stdout.write(
    `\nWhat is kept (${[...KEPT].join(', ')}) grows by ${aDay.toFixed(0)} MB a day at this pace; ` +
      `what turns over took ${mbOf(first, false).toFixed(1)} MB at first and ${mbOf(last, false).toFixed(1)} MB at last.\n`,
  )
}
await app.stop()
await db.close()
rmSync(dataDir, { recursive: true, force: true })
process.exit(0)
