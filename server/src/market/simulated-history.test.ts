import { ensure } from '@truestrike/core/assert.ts'
import { aggregateCandles, type Candle } from '@truestrike/core/candles.ts'
import { openTimeOf, PERIOD_MS, PERIODS, type Period } from '@truestrike/core/period.ts'
import { DAY_MS } from '@truestrike/core/utc-day.ts'
import { expect, test } from 'vitest'
import { simulatedHistory } from './simulated-history.ts'
import { profileOf } from './simulated-profile.ts'
import { historyBytes } from './simulated-seed.ts'

const JOIN_MS = Date.UTC(2026, 0, 7, 14, 37, 12)
const DAY_START_MS = Math.floor(JOIN_MS / DAY_MS) * DAY_MS

const flat = (openTimeMs: number): Candle => ({
  openTimeMs,
  open: 5_000_000n,
  high: 5_000_100n,
  low: 4_999_900n,
  close: 5_000_000n,
  volumeMicros: 1_000_000n,
})

function history(
  isOpen: (timeMs: number) => boolean = () => true,
  joinMs: number = JOIN_MS,
): Map<Period, Candle[]> {
  const dayStartMs = Math.floor(joinMs / DAY_MS) * DAY_MS
  const today = Array.from({ length: 14 * 60 + 38 }, (_, minute) =>
    flat(dayStartMs + minute * 60_000),
  ).filter(({ openTimeMs }) => isOpen(openTimeMs))
  const batches = simulatedHistory({
    profile: profileOf('BTCUSDT', 'crypto'),
    dayStartUnits: 5_000_000,
    today,
    joinMs,
    random: historyBytes(new Uint8Array(32), 'BTCUSDT'),
    isOpen,
  })
  return new Map([...batches].map(({ period, candles }) => [period, candles]))
}

test('[M2] every period has a full chart before the first tick', () => {
  const made = history()
  for (const period of PERIODS) {
    const candles = ensure(made.get(period))
    expect(candles.length, period).toBeGreaterThanOrEqual(200)
    expect(openTimeOf(ensure(candles.at(-1)).openTimeMs, period)).toBe(openTimeOf(JOIN_MS, period))
    for (const [index, candle] of candles.entries()) {
      expect(candle.low > 0n && candle.low <= candle.open && candle.low <= candle.close).toBe(true)
      expect(candle.high >= candle.open && candle.high >= candle.close).toBe(true)
      const before = candles[index - 1]
      // Without a gap, and each opens where the last one closed (but the newest finer part of a coarser one).
      if (before !== undefined) expect(candle.openTimeMs - before.openTimeMs).toBe(PERIOD_MS[period])
    }
  }
})

test('[M2] a coarser candle is the sum of the finer ones where these exist', () => {
  const made = history()
  for (const [index, period] of PERIODS.entries()) {
    const coarser = PERIODS[index + 1]
    if (coarser === undefined) break
    const whole = aggregateCandles(ensure(made.get(period)), coarser)
    expect(ensure(made.get(coarser)).slice(-whole.length)).toEqual(whole)
  }
})

test('[M2] history ends at the price the ticks begin with', () => {
  const minutes = ensure(history().get('1m'))
  const before = ensure(minutes.findLast(({ openTimeMs }) => openTimeMs < DAY_START_MS))
  expect(before.close).toBe(5_000_000n)
  const closes = minutes.filter(({ openTimeMs }) => openTimeMs < DAY_START_MS)
  for (const [index, minute] of closes.slice(1).entries())
    expect(minute.open).toBe(ensure(closes[index]).close)
})

test('[M2] history has no candles while the market is closed, and is the same in every run', () => {
  const weekdays = (timeMs: number): boolean => ![0, 6].includes(new Date(timeMs).getUTCDay())
  const made = history(weekdays)
  for (const { openTimeMs } of ensure(made.get('4h'))) expect(weekdays(openTimeMs)).toBe(true)
  expect(history(weekdays)).toEqual(made)
})

test('[M2] [T2] who joins while the market is closed has full charts too: they end where it closed', () => {
  const weekdays = (timeMs: number): boolean => ![0, 6].includes(new Date(timeMs).getUTCDay())
  const sunday = Date.UTC(2026, 0, 11, 14, 37, 12)
  const friday = Date.UTC(2026, 0, 9, 23, 59)
  const made = history(weekdays, sunday)
  for (const period of PERIODS) expect(ensure(made.get(period)).length, period).toBeGreaterThanOrEqual(200)
  expect(ensure(made.get('1m')).at(-1)?.openTimeMs).toBe(friday)
  expect(history(() => false, sunday).get('1m')).toEqual([])
})

test('[U-15] volumes of history are log-normal as real ones are: long tails, busy and quiet times, more where the price moves', () => {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length
  const correlation = (one: readonly number[], other: readonly number[]): number => {
    const [oneMean, otherMean] = [mean(one), mean(other)]
    const product = (a: readonly number[], b: readonly number[], aMean: number, bMean: number): number =>
      mean(a.map((value, index) => (value - aMean) * (ensure(b[index]) - bMean)))
    const scale = product(one, one, oneMean, oneMean) * product(other, other, otherMean, otherMean)
    return product(one, other, oneMean, otherMean) / Math.sqrt(scale)
  }
  const minutes = ensure(history().get('1m')).filter(({ openTimeMs }) => openTimeMs < DAY_START_MS)
  // Each as a share of what its hour has on average: the rhythm of the day is no tail.
  const { rhythm, dailyVolumeUsdt } = profileOf('BTCUSDT', 'crypto')
  const volumes = minutes.map(({ openTimeMs, volumeMicros }) => {
    const activity = ensure(rhythm[new Date(openTimeMs).getUTCHours()]) / 256
    return Number(volumeMicros) / ((dailyVolumeUsdt * 1e6) / 1_440) / activity
  })
  const sorted = [...volumes].sort((a, b) => a - b)
  const quantile = (share: number): number => ensure(sorted[Math.floor(share * sorted.length)])
  expect(mean(volumes)).toBeGreaterThan(0.8)
  expect(mean(volumes)).toBeLessThan(1.25)
  // A normal deviation of 0.8 in the logarithm: the highest in a hundred is 6.4 medians, the lowest a sixth.
  expect(quantile(0.99) / quantile(0.5)).toBeGreaterThan(4)
  expect(quantile(0.01) / quantile(0.5)).toBeLessThan(0.3)
  const logs = volumes.map(Math.log)
  const skewness =
    mean(logs.map((log) => (log - mean(logs)) ** 3)) / mean(logs.map((log) => (log - mean(logs)) ** 2)) ** 1.5
  expect(Math.abs(skewness)).toBeLessThan(0.4)
  expect(correlation(logs.slice(1), logs.slice(0, -1))).toBeGreaterThan(0.4)
  const moves = minutes.map(({ open, close }) => Math.abs(Number(close - open)))
  expect(correlation(logs, moves)).toBeGreaterThan(0.2)
  expect(sorted.every((volume) => volume > 0)).toBe(true)
})
