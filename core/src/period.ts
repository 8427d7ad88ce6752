/** Periods of candles, finest first. */
export const PERIODS = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const
export type Period = (typeof PERIODS)[number]

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Length of a period in milliseconds. */
export const PERIOD_MS: Readonly<Record<Period, number>> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '4h': 240 * MINUTE_MS,
  '1d': DAY_MS,
  '1w': 7 * DAY_MS,
}

/** 1970-01-01 was a Thursday; weeks begin on Monday, so the first one began on the 5th. */
const FIRST_MONDAY_MS = 4 * DAY_MS

/** Open time of the candle that holds `timeMs`: [open, open + period). All periods are cut in UTC, weeks on Monday 00:00. */
export function openTimeOf(timeMs: number, period: Period): number {
  const shift = period === '1w' ? FIRST_MONDAY_MS : 0
  const length = PERIOD_MS[period]
  return Math.floor((timeMs - shift) / length) * length + shift
}

export function isPeriod(value: unknown): value is Period {
  return PERIODS.some((period) => period === value)
}
