import type { Cancel, Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Signer } from '../proof/signer.ts'
import type { Feed } from './feed.ts'
import { STATUS_EVERY_MS } from './feed-status.ts'
import { saveCandles } from './keep-candles.ts'
import type { LiveProduct } from './live-product.ts'
import type { PriceEngine } from './price-engine.ts'
import { checkTail, type SealedLane, sealLog } from './seal-log.ts'
import { runAtSlotEnds } from './slot-ends.ts'

const PREPARE_EVERY_MS = 1_000
/** How often is looked which products are due for a block. Real time: a fast replay is sealed no more often. */
const SEAL_EVERY_MS = 100
const CHECK_TAIL_EVERY_MS = 10_000
const SAVE_CANDLES_EVERY_MS = 1_000
/** A seed is told at most this long after its day is over. */
const TELL_SEEDS_EVERY_MS = 10_000
const ARCHIVE_EVERY_MS = 60_000
/** The embedded database has no autovacuum: what turns over is vacuumed by us. */
const VACUUM_EVERY_MS = 300_000

export interface MarketJobsOptions {
  db: Db
  clock: Clock
  metrics: Pick<Metrics, 'trackQueue'>
  engine: PriceEngine
  feed: Feed
  /** Those this process writes. */
  owned: () => LiveProduct[]
  /** Moves old days of the log into files. */
  archive: () => Promise<void>
  signer: Signer
  onSealed: (sealed: readonly SealedLane[]) => void
  tellSeeds: () => Promise<void>
  /** Tells those who only serve of the feed (feed-status.ts). */
  publishStatus: () => void
  onError: (error: unknown, doing: string) => void
}

/** Everything that goes on by itself. */
export function startMarketJobs(options: MarketJobsOptions): Cancel {
  const { db, clock, metrics, engine, feed, owned, onError } = options
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
    every(SEAL_EVERY_MS, 'sealing the log', async () => options.onSealed(await sealLog(options, 'due'))),
    every(CHECK_TAIL_EVERY_MS, 'sealing the log', async () => {
      tailFlushes = await checkTail(db, clock)
    }),
    every(SAVE_CANDLES_EVERY_MS, 'storing candles', () => saveCandles(db, owned(), false)),
    every(PREPARE_EVERY_MS, 'preparing the feed', async () => feed.prepare?.()),
    every(TELL_SEEDS_EVERY_MS, 'telling seeds', () => options.tellSeeds()),
    clock.every(STATUS_EVERY_MS, options.publishStatus),
    every(ARCHIVE_EVERY_MS, 'archiving the log', () => options.archive()),
  ]
  if (db.kind === 'pglite') {
    cancels.push(every(VACUUM_EVERY_MS, 'vacuuming', () => vacuum(db)))
  }
  return () => {
    for (const cancel of cancels) cancel()
  }
}

async function vacuum(db: Db): Promise<void> {
  for (const table of ['log_tail', 'log_heads', 'product_leases', 'candles', 'candle_progress']) {
    await db.query(`vacuum ${table}`)
  }
}
