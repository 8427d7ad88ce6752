import type { Candle } from '@truestrike/core/candles.ts'

/** One slot of the chart. Numbers are for drawing only: no money or outcome is computed from them. */
export interface ChartBar {
  /** Beginning of the slot, whole seconds since 1970. */
  timeSeconds: number
  open: number
  high: number
  low: number
  close: number
  volume: number
}

export function drawnPrice(price: bigint, precision: number): number {
  return Number(price) / 10 ** precision
}

export function barOfCandle(candle: Candle, precision: number): ChartBar {
  return {
    timeSeconds: Math.floor(candle.openTimeMs / 1000),
    open: drawnPrice(candle.open, precision),
    high: drawnPrice(candle.high, precision),
    low: drawnPrice(candle.low, precision),
    close: drawnPrice(candle.close, precision),
    volume: Number(candle.volumeMicros / 1_000_000n),
  }
}

/** What shows bars: the chart, or a list in a test. */
export interface BarSink {
  /** All bars anew, oldest first. `older`: only some were added in front, the view stays where it is. */
  replace(bars: readonly ChartBar[], older: boolean): void
  /** The last bar has changed, or a new one follows it. */
  update(bar: ChartBar): void
  /** `empty`: loaded, and there is nothing yet. */
  tell(state: FeedState): void
}

export type FeedState = 'loading' | 'ready' | 'empty' | 'failed'
