import type { Cancel, Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { Metrics } from '../platform/metrics.ts'
import { saveCandles } from './keep-candles.ts'
import type { LiveProduct } from './live-product.ts'
import { deleteBlocksBefore } from './log.store.ts'
import type { PriceEngine } from './price-engine.ts'
import { checkTail, sealLog } from './seal-log.ts'
import { runAtSlotEnds } from './slot-ends.ts'

const LEASE_EVERY_MS = 1_000
const SEAL_EVERY_MS = 10_000
const SAVE_CANDLES_EVERY_MS = 1_000
const RETENTION_EVERY_MS = 600_000
/** The embedded database has no autovacuum: what turns over is vacuumed by us. */
const VACUUM_EVERY_MS = 300_000
const BLOCKS_PER_DELETE = 5_000
const DAY_MS = 86_400_000

export interface MarketJobsOptions {
  db: Db
  clock: Clock
  metrics: Pick<Metrics, 'trackQueue'>
  engine: PriceEngine
  products: readonly LiveProduct[]
  /** Those this process writes. */
  owned: () => LiveProduct[]
  rawLogDays: number
  onError: (error: unknown, doing: string) => void
}

/** Everything that goes on by itself. */
export function startMarketJobs(options: MarketJobsOptions): Cancel {
  const { db, clock, metrics, engine, owned, onError } = options
  const guarded = (doing: string, run: () => Promise<void>) => async (): Promise<void> => {
    try {
      await run()
    } catch (error) {
      onError(error, doing)
    }
  }
  const every = (periodMs: number, doing: string, run: () => Promise<void>): Cancel =>
    clock.every(periodMs, guarded(doing, run))
  let tailFlushes = 0
  metrics.trackQueue('log_tail', () => tailFlushes)
  const cancels = [
    runAtSlotEnds(
      clock,
      guarded('reading the feed', () => engine.pump()),
    ),
    every(LEASE_EVERY_MS, 'renewing leases', () => engine.renewLeases()),
    every(SEAL_EVERY_MS, 'packing the log', async () => {
      await sealLog(db, engine)
      tailFlushes = await checkTail(db, clock)
    }),
    every(SAVE_CANDLES_EVERY_MS, 'storing candles', () => saveCandles(db, owned(), false)),
    every(RETENTION_EVERY_MS, 'removing old entries', () => forget(options)),
  ]
  if (db.kind === 'pglite') {
    cancels.push(every(VACUUM_EVERY_MS, 'vacuuming', () => vacuum(db)))
  }
  return () => {
    for (const cancel of cancels) cancel()
  }
}

async function forget({ db, clock, products, rawLogDays }: MarketJobsOptions): Promise<void> {
  const beforeMs = clock.nowMs() - rawLogDays * DAY_MS
  for (const { record } of products) {
    await deleteBlocksBefore(db, { productId: record.id, beforeMs, limit: BLOCKS_PER_DELETE })
  }
}

async function vacuum(db: Db): Promise<void> {
  for (const table of ['log_tail', 'log_heads', 'product_leases', 'candles', 'candle_progress']) {
    await db.query(`vacuum ${table}`)
  }
}
