import { buildCandles, closeTimeOf } from '@truestrike/core/candles.ts'
import { PERIODS } from '@truestrike/core/period.ts'
import type { Db } from '../platform/db.ts'
import type { MissedTrades } from './feed.ts'
import { addMissedCandles } from './missed-candles.store.ts'

/** Keeps trades that the feed missed, for charts. The log knows nothing of them, and no outcome does. */
export async function storeMissed(db: Db, { productId, fromMs, toMs, trades }: MissedTrades): Promise<void> {
  const writes = PERIODS.flatMap((period) =>
    buildCandles(trades, period).map((candle) => ({
      period,
      candle: {
        ...candle,
        // Ticks before and after the gap keep opening and closing, where the candle has any.
        opens: fromMs < candle.openTimeMs,
        closes: toMs >= closeTimeOf(candle, period),
      },
    })),
  )
  if (writes.length > 0) await addMissedCandles(db, productId, writes)
}
