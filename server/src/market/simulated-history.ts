import { ensure } from '@truestrike/core/assert.ts'
import { aggregateCandles, type Candle } from '@truestrike/core/candles.ts'
import { openTimeOf, PERIOD_MS, PERIODS, type Period } from '@truestrike/core/period.ts'
import { type SimulatedProfile, SLOT_MS } from '@truestrike/core/simulated-path.ts'
import { DAY_MS } from '@truestrike/core/utc-day.ts'
import type { HistoryBatch } from './feed.ts'

/** How far back each period reaches on its own, in time the market was open; further back only coarser ones exist. */
const SPAN_DAYS: Readonly<Record<Period, number>> = {
  '1m': 1,
  '5m': 4,
  '15m': 11,
  '30m': 22,
  '1h': 52,
  '4h': 205,
  '1d': 735,
  '1w': 1_470,
}
/** Moves that make one candle. */
const MOVES = 6
const BYTES_PER_CANDLE = MOVES * 4 + 4
/** Shares of 2^28 for one basis point of annual volatility over one slot, × 2^16, at one unit of a sum of four bytes. */
const AMPLITUDE_PER_BPS = 603
/** Deviation of a sum of four bytes, whose mean is 510. */
const SUM_DEVIATION = 147.8
/** How far volumes of one period spread: the deviation of their logarithm. Long periods even out what is in them. */
const VOLUME_SPREAD: Readonly<Record<Period, number>> = {
  '1m': 0.8,
  '5m': 0.75,
  '15m': 0.7,
  '30m': 0.65,
  '1h': 0.6,
  '4h': 0.5,
  '1d': 0.4,
  '1w': 0.3,
}
/** Share of a busy or quiet time that the candle beside it has too. */
const VOLUME_MEMORY = 0.7
/** How much of the logarithm a candle's own move takes part in: who moves the price trades. */
const VOLUME_BY_MOVE = 0.35
/** Bounds of a volume, in ordinary ones. */
const VOLUME_MIN = 1 / 16
const VOLUME_MAX = 16
const UNITS_MAX = 2 ** 31
const HOUR_MS = 3_600_000

export interface SimulatedHistoryInput {
  profile: SimulatedProfile
  /** Price at 00:00 UTC of the day of the join, in units of the precision. */
  dayStartUnits: number
  /** Minutes of that day up to the join, from the path itself. */
  today: readonly Candle[]
  /** Where the ticks begin. */
  joinMs: number
  /** The next so many random bytes. */
  random: (count: number) => Uint8Array
  isOpen: (timeMs: number) => boolean
}

/**
 * Candles of the time before the first tick, finest period first. Walks backwards from the price at which the day of the
 * join began, so nothing jumps where history ends. Each coarser candle is the sum of finer ones where these exist.
 */
export function* simulatedHistory(input: SimulatedHistoryInput): Generator<HistoryBatch> {
  let finer: Candle[] = [...input.today]
  let units = input.dayStartUnits
  let endMs = Math.floor(input.joinMs / DAY_MS) * DAY_MS
  for (const [index, period] of PERIODS.entries()) {
    const coarser = PERIODS[Math.min(index + 1, PERIODS.length - 1)] ?? period
    const fromMs = openTimeOf(spanStart(input, SPAN_DAYS[period]), coarser)
    const walked = walkBack({ ...input, period, fromMs, endMs, units })
    const candles = [...walked, ...(index === 0 ? finer : aggregateCandles(finer, period))]
    yield { period, candles }
    finer = candles
    units = Number(walked[0]?.open ?? BigInt(units))
    endMs = Math.min(endMs, fromMs)
  }
}

/** The moment with so many days of open market between it and the join: a weekend is no part of a chart. */
function spanStart({ joinMs, isOpen }: SimulatedHistoryInput, days: number): number {
  let atMs = joinMs
  // Whoever is hardly ever open gets a shorter chart, not an endless search.
  const oldestMs = joinMs - 4 * days * DAY_MS
  for (let openMs = 0; openMs < days * DAY_MS && atMs > oldestMs; atMs -= HOUR_MS) {
    if (isOpen(atMs - HOUR_MS)) openMs += HOUR_MS
  }
  return atMs
}

interface Walk extends SimulatedHistoryInput {
  period: Period
  fromMs: number
  endMs: number
  /** Price at `endMs`. */
  units: number
}

/** Candles of [fromMs, endMs), oldest first. */
function walkBack({ profile, period, fromMs, endMs, units, random, isOpen }: Walk): Candle[] {
  const stepMs = PERIOD_MS[period]
  const slots = stepMs / SLOT_MS / MOVES
  const amplitude = Math.floor(profile.annualVolatilityBps * AMPLITUDE_PER_BPS * Math.sqrt(slots))
  const ordinaryMicros = (profile.dailyVolumeUsdt * 1_000_000 * stepMs) / DAY_MS
  const nextVolume = volumesOf(VOLUME_SPREAD[period])
  const candles: Candle[] = []
  let close = units
  for (let openTimeMs = endMs - stepMs; openTimeMs >= fromMs; openTimeMs -= stepMs) {
    if (!isOpen(openTimeMs + Math.min(stepMs / 2, DAY_MS / 2))) continue
    const bytes = random(BYTES_PER_CANDLE)
    const byte = (at: number): number => ensure(bytes[at])
    let price = close
    let high = close
    let low = close
    let sums = 0
    const activity =
      stepMs < DAY_MS ? ensure(profile.rhythm[Math.floor((openTimeMs % DAY_MS) / HOUR_MS)]) : 256
    for (let move = 0; move < MOVES; move += 1) {
      const at = move * 4
      const sum = byte(at) + byte(at + 1) + byte(at + 2) + byte(at + 3) - 510
      sums += sum
      price = moved(price, sum, Math.floor((amplitude * activity) / 256))
      high = Math.max(high, price)
      low = Math.min(low, price)
    }
    const draw = byte(MOVES * 4) + byte(MOVES * 4 + 1) + byte(MOVES * 4 + 2) + byte(MOVES * 4 + 3) - 510
    const volume = ordinaryMicros * nextVolume(draw / SUM_DEVIATION, sums / SUM_DEVIATION / Math.sqrt(MOVES))
    candles.push({
      openTimeMs,
      open: BigInt(price),
      high: BigInt(high),
      low: BigInt(low),
      close: BigInt(close),
      volumeMicros: BigInt(Math.floor((volume * activity) / 256 / 10_000)) * 10_000n,
    })
    close = price
  }
  return candles.reverse()
}

/**
 * Volumes one after another, in ordinary ones: log-normal about a level that moves slowly, and larger where the price went
 * far. `draw` and `move` have the deviation 1. Nothing is proven of history, so that these may be fractions.
 */
function volumesOf(spread: number): (draw: number, move: number) => number {
  let level = 0
  return (draw, move) => {
    level = VOLUME_MEMORY * level + Math.sqrt(1 - VOLUME_MEMORY ** 2) * draw
    // The mean of |move| is √(2/π), and its deviation √(1 − 2/π).
    const far = (Math.abs(move) - 0.798) / 0.603
    const log = Math.sqrt(1 - VOLUME_BY_MOVE ** 2) * level + VOLUME_BY_MOVE * far
    return Math.min(VOLUME_MAX, Math.max(VOLUME_MIN, Math.exp(spread * log - spread ** 2 / 2)))
  }
}

/** The price one move away: sum × amplitude as a share of 2^44, at most a fifth. */
function moved(price: number, sum: number, amplitude: number): number {
  const share = Math.min(2 ** 28 / 5, Math.floor((Math.abs(sum) * amplitude) / 65_536))
  const distance = Number((BigInt(price) * BigInt(Math.floor(share)) + 134_217_728n) / 268_435_456n)
  return Math.min(UNITS_MAX, Math.max(1, sum < 0 ? price - distance : price + distance))
}
