import type { Db } from '../platform/db.ts'
import { restoreCandles } from './keep-candles.ts'
import type { LiveProduct } from './live-product.ts'
import { restoreTicks } from './restore-ticks.ts'

export interface ProductsToRestore {
  /** All that this process shows. */
  live: readonly LiveProduct[]
  /** Those of them that another process writes: of its own ones the engine has read the candles. */
  others: readonly LiveProduct[]
  /** Entries of each log that are read back for its newest ticks. */
  entriesBack: number
  nowMs: number
}

/**
 * Brings products to the end of their log while it grows. The newest ticks first: every later one is then either told and
 * counted, or in the log that the candles are read from. The other way round, a tick that was stored after the candles were
 * read, and told only after the ticks were, would be in no candle.
 */
export async function restoreProducts(
  db: Db,
  { live, others, entriesBack, nowMs }: ProductsToRestore,
): Promise<void> {
  await restoreTicks(db, live, entriesBack)
  await restoreCandles(db, others, nowMs)
}
