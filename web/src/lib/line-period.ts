import { PERIOD_MS, PERIODS, type Period } from '@truestrike/core/period.ts'

/** A contract up to this long is drawn from the ticks of the public log. */
const TICKS_MAX_MS = 900_000
/** Candles of one contract at most. */
const CANDLES_MAX = 300

/** The shortest period whose closes draw the line of so long a contract; null: its ticks do, there are not too many. */
export function linePeriodOf(durationMs: number): Period | null {
  if (durationMs <= TICKS_MAX_MS) return null
  return PERIODS.find((period) => durationMs <= CANDLES_MAX * PERIOD_MS[period]) ?? '1w'
}
