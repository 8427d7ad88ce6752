// What users wait for, of the built product: a large upload, a first start, and a restart after `kill -9` while orders are
// placed. `BENCH_BUILDS`: folders of built servers, which take turns.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { submitIdentity } from '@truestrike/protocol/profile-endpoints.ts'
import { BIG_FILES, type BigFile, bigFile, paperForm } from '../server/test/big-files.ts'
import { createHttpTrader, type HttpTrader } from '../server/test/http-trader.ts'
import { createDatabase, type Database } from './bench-process.ts'
import { type BuiltServer, type Home, LOOK_MS, startBuilt, type Taken } from './built-server.ts'
import { median } from './http-load.ts'
import { orderBody } from './order-requests.ts'
import { printTable } from './print-table.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const BUILDS = (process.env.BENCH_BUILDS ?? 'server/dist').split(',')
const DATABASES = (process.env.BENCH_DATABASES ?? 'embedded,postgres').split(',') as Database[]
const TRADERS = 8
/** How long they order before the kill. */
const LOAD_MS = 3_000
/** Each of its own once the server is back. */
const ORDER_MS_MAX = 120_000
/** Hashed as a yardstick, so that figures of two machines, or of two hours of one, can be compared. */
const YARDSTICK_BYTES = 80_000_000

const START = 'first start until /readyz'
const RESTART = 'restart after kill -9 until /readyz'
const FIRST_ORDER = 'restart after kill -9 until an order is taken'
const upload = (kind: BigFile): string => `answer to an upload: ${kind}`
/** In ms of clock. */
const AIMS = new Map([
  [START, 5_000],
  [FIRST_ORDER, 5_000],
  ...BIG_FILES.map((kind) => [upload(kind), 1_500] as const),
])

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const yardsticks: number[] = []
function measureYardstick(): void {
  const bytes = Buffer.alloc(YARDSTICK_BYTES)
  const before = performance.now()
  createHash('sha256').update(bytes).digest()
  yardsticks.push(performance.now() - before)
}

type Report = (what: string, taken: Taken) => void

/** What a call takes; of the processor, all that the server does meanwhile. */
async function timed(server: BuiltServer, call: () => Promise<unknown>): Promise<Taken> {
  const before = server.taken()
  await call()
  const after = server.taken()
  return { clockMs: after.clockMs - before.clockMs, cpuMs: after.cpuMs - before.cpuMs }
}

async function uploadAll(
  server: BuiltServer,
  users: readonly HttpTrader[],
  files: ReadonlyMap<BigFile, Buffer>,
  report: Report,
): Promise<void> {
  for (const [at, [kind, file]] of [...files].entries()) {
    const send = async () => users[at]?.upload(server.address, submitIdentity.path, paperForm(file))
    report(upload(kind), await timed(server, send))
  }
}

/** One order after another, until the server is gone. Answers how many were taken. */
async function orderUntilGone(address: string, trader: HttpTrader): Promise<number> {
  for (let taken = 0; ; ) {
    const answer = await trader.place(address, JSON.parse(orderBody())).catch(() => null)
    if (answer === null) return taken
    if (answer.success) taken += 1
    else await pause(LOOK_MS)
  }
}

/** Tries until an order is taken. */
async function firstOrder(address: string, trader: HttpTrader): Promise<void> {
  for (const end = performance.now() + ORDER_MS_MAX; performance.now() < end; await pause(LOOK_MS)) {
    const answer = await trader.place(address, JSON.parse(orderBody())).catch(() => null)
    if (answer?.success) return
  }
  throw new Error('no order was taken in time')
}

async function lifeOf(
  build: string,
  home: Home,
  files: ReadonlyMap<BigFile, Buffer>,
  report: Report,
): Promise<void> {
  const first = await startBuilt(build, home)
  report(START, first.ready)
  const { inviteCode } = JSON.parse(readFileSync(join(home.dataDir, 'first-run.json'), 'utf8'))
  const traders: HttpTrader[] = []
  for (let at = 0; at < TRADERS; at += 1)
    traders.push(await createHttpTrader(first.address, `bench_${at}`, inviteCode))
  await uploadAll(first, traders, files, report)

  const orders = traders.map((trader) => orderUntilGone(first.address, trader))
  await pause(LOAD_MS)
  await first.kill()
  const counts = await Promise.all(orders)
  if (counts.some((count) => count === 0)) throw new Error('a trader had no order taken before the kill')

  const [trader] = traders as [HttpTrader]
  const again = await startBuilt(build, home, async (address, taken) => {
    await firstOrder(address, trader)
    report(FIRST_ORDER, taken())
  })
  report(RESTART, again.ready)
  await again.kill()
}

async function round(
  build: string,
  database: Database,
  files: ReadonlyMap<BigFile, Buffer>,
  report: Report,
): Promise<void> {
  measureYardstick()
  const dataDir = mkdtempSync(join(tmpdir(), 'truestrike-bounds-'))
  const postgres = database === 'postgres' ? createDatabase() : null
  try {
    await lifeOf(build, { dataDir, databaseUrl: postgres?.url ?? null }, files, report)
  } finally {
    postgres?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function rowOf(what: string, database: Database, build: string, all: readonly Taken[]) {
  const clocks = all.map(({ clockMs }) => clockMs)
  const aim = AIMS.get(what)
  return {
    what,
    database,
    ...(BUILDS.length > 1 ? { build } : {}),
    'median / worst, ms': `${median(clocks).toFixed(0)} / ${Math.max(...clocks).toFixed(0)}`,
    'aim, ms': aim === undefined ? '–' : `≤ ${aim}`,
    'processor time, median, ms': median(all.map(({ cpuMs }) => cpuMs)).toFixed(0),
    'median / yardstick': (median(clocks) / median(yardsticks)).toFixed(1),
    rounds: String(all.length),
  }
}

const files = new Map<BigFile, Buffer>()
for (const kind of BIG_FILES) files.set(kind, await bigFile(kind))
const measured = new Map<string, Taken[]>()
const loads: number[] = []
for (let turn = 0; turn < ROUNDS; turn += 1) {
  for (const database of DATABASES) {
    for (const build of turn % 2 === 0 ? BUILDS : BUILDS.toReversed()) {
      await round(build, database, files, (what, taken) => {
        const key = JSON.stringify([what, database, build])
        measured.set(key, [...(measured.get(key) ?? []), taken])
      })
      loads.push(loadavg()[0] ?? Number.NaN)
    }
  }
}
const [cpu] = cpus()
printTable(
  `What users wait for. ${cpus().length} × ${cpu?.model ?? 'a core'}, Node ${process.versions.node}, load average ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}; yardstick, SHA-256 of ${YARDSTICK_BYTES / 1e6} MB: ${median(yardsticks).toFixed(0)} ms (${Math.min(...yardsticks).toFixed(0)} to ${Math.max(...yardsticks).toFixed(0)})`,
  [...measured].map(([key, all]) => rowOf(...(JSON.parse(key) as [string, Database, string]), all)),
)
process.exit(0)
