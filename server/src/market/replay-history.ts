import { aggregateCandles, type Candle } from '@truestrike/core/candles.ts'
import { openTimeOf, PERIODS, type Period } from '@truestrike/core/period.ts'
import type { HistoryBatch } from './feed.ts'
import { type RecordedSource, readBars } from './recorded-ticks.ts'

/** Minutes kept as such; the coarser periods reach back to the recording's beginning. */
const MINUTES_KEPT = 2_880
/** Candles of any other period kept at most. */
const CANDLES_KEPT = 5_000

/** Candles of the recording before the join, from its bars, in service time. */
export async function* replayHistory(
  source: RecordedSource,
  shiftMs: number,
  joinMs: number,
): AsyncGenerator<HistoryBatch> {
  const kept = new Map<Period, Candle[]>(PERIODS.map((period) => [period, []]))
  for await (const bar of readBars(source, 0)) {
    const openTimeMs = bar.openTimeMs + shiftMs
    // The minute of the join belongs to the ticks.
    if (openTimeMs + 60_000 > joinMs) break
    const { open, high, low, close, volumeMicros } = bar
    for (const period of PERIODS) {
      add(kept.get(period) ?? [], { openTimeMs, open, high, low, close, volumeMicros }, period)
    }
  }
  for (const period of PERIODS) {
    const candles = kept.get(period) ?? []
    yield { period, candles: candles.slice(-(period === '1m' ? MINUTES_KEPT : CANDLES_KEPT)) }
  }
}

function add(candles: Candle[], minute: Candle, period: Period): void {
  const last = candles.at(-1)
  const openTimeMs = openTimeOf(minute.openTimeMs, period)
  if (last?.openTimeMs === openTimeMs) {
    const [joined] = aggregateCandles([last, minute], period)
    if (joined !== undefined) candles[candles.length - 1] = joined
  } else candles.push({ ...minute, openTimeMs })
  // Dropped in one go now and then: a shift for every minute would cost a copy each.
  if (candles.length >= 2 * CANDLES_KEPT) candles.splice(0, CANDLES_KEPT)
}
