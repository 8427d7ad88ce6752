import { assert } from './assert.ts'
import { openTimeOf, PERIOD_MS, type Period } from './period.ts'

/** Prices are integers at the product's precision, the volume is in micro-USDT. */
export interface Candle {
  readonly openTimeMs: number
  readonly open: bigint
  readonly high: bigint
  readonly low: bigint
  readonly close: bigint
  readonly volumeMicros: bigint
}

/** What a candle needs of a tick. */
export interface CandleTick {
  readonly timeMs: number
  readonly price: bigint
  readonly volumeMicros: bigint
}

export interface CandleStep {
  /** The candle that now holds the tick. */
  readonly candle: Candle
  /** The one before, when the tick began a new one. A span without ticks gives no candle. */
  readonly finished: Candle | null
}

/** The candle after one more tick. Ticks come in the order of the log: none may lie before the candle's open time. */
export function applyTick(candle: Candle | null, tick: CandleTick, period: Period): CandleStep {
  const openTimeMs = openTimeOf(tick.timeMs, period)
  const { price, volumeMicros } = tick
  if (candle === null || openTimeMs > candle.openTimeMs) {
    return {
      candle: { openTimeMs, open: price, high: price, low: price, close: price, volumeMicros },
      finished: candle,
    }
  }
  assert(openTimeMs === candle.openTimeMs, 'a tick is older than the candle it should enter')
  return {
    candle: merge(candle, { open: price, high: price, low: price, close: price, volumeMicros }),
    finished: null,
  }
}

/** Candles of ticks in log order, oldest first. */
export function buildCandles(ticks: Iterable<CandleTick>, period: Period): Candle[] {
  const candles: Candle[] = []
  let current: Candle | null = null
  for (const tick of ticks) {
    const step: CandleStep = applyTick(current, tick, period)
    if (step.finished !== null) candles.push(step.finished)
    current = step.candle
  }
  if (current !== null) candles.push(current)
  return candles
}

/** Coarser candles of finer ones (oldest first, each lying whole inside a coarser one). */
export function aggregateCandles(finer: Iterable<Candle>, period: Period): Candle[] {
  const candles: Candle[] = []
  let current: Candle | null = null
  for (const candle of finer) {
    const openTimeMs = openTimeOf(candle.openTimeMs, period)
    if (current !== null && current.openTimeMs === openTimeMs) {
      current = merge(current, candle)
      continue
    }
    assert(current === null || openTimeMs > current.openTimeMs, 'candles come oldest first')
    if (current !== null) candles.push(current)
    current = { ...candle, openTimeMs }
  }
  if (current !== null) candles.push(current)
  return candles
}

/** First millisecond after the candle. */
export function closeTimeOf(candle: Candle, period: Period): number {
  return candle.openTimeMs + PERIOD_MS[period]
}

function merge(candle: Candle, next: Omit<Candle, 'openTimeMs'>): Candle {
  return {
    openTimeMs: candle.openTimeMs,
    open: candle.open,
    high: next.high > candle.high ? next.high : candle.high,
    low: next.low < candle.low ? next.low : candle.low,
    close: next.close,
    volumeMicros: candle.volumeMicros + next.volumeMicros,
  }
}
