import type { Candle } from '@truestrike/core/candles.ts'

const WINDOW_MS = 86_400_000
/** Points of the sparkline: one an hour. */
const SPARK_STEP_MS = 3_600_000
const MINUTES_MAX = 1_441

export interface DayFigures {
  open: bigint
  high: bigint
  low: bigint
  volumeMicros: bigint
}

/** The minutes of the last 24 hours of one product. */
export class DayWindow {
  private minutes: Candle[] = []
  private figuresAtMs = Number.NaN
  private cached: DayFigures | null = null

  /** Fills in minutes, oldest first; those it has from ticks stay as they are. */
  fill(minutes: readonly Candle[]): void {
    const known = new Map(minutes.map((minute) => [minute.openTimeMs, minute]))
    for (const minute of this.minutes) known.set(minute.openTimeMs, minute)
    this.minutes = [...known.values()].sort((a, b) => a.openTimeMs - b.openTimeMs).slice(-MINUTES_MAX)
    this.figuresAtMs = Number.NaN
  }

  /** The newest minute, or the one before it, as it is now. */
  put(minute: Candle): void {
    const at = this.minutes.findLastIndex(({ openTimeMs }) => openTimeMs <= minute.openTimeMs)
    const isKnown = this.minutes[at]?.openTimeMs === minute.openTimeMs
    this.minutes.splice(isKnown ? at : at + 1, isKnown ? 1 : 0, minute)
    if (this.minutes.length > MINUTES_MAX) this.minutes.shift()
    if (this.cached === null) return
    // Within the second the old minutes stand; only the newest can move the extremes.
    if (minute.high > this.cached.high) this.cached.high = minute.high
    if (minute.low < this.cached.low) this.cached.low = minute.low
  }

  /** Null when nothing is known of the last 24 hours. Computed anew once a second of service time at most. */
  figures(nowMs: number): DayFigures | null {
    const second = Math.floor(nowMs / 1_000)
    if (second !== this.figuresAtMs) {
      this.figuresAtMs = second
      this.cached = this.compute(nowMs)
    }
    return this.cached
  }

  private compute(nowMs: number): DayFigures | null {
    let figures: DayFigures | null = null
    for (const minute of this.minutes) {
      if (minute.openTimeMs <= nowMs - WINDOW_MS) continue
      if (figures === null)
        figures = { open: minute.open, high: minute.high, low: minute.low, volumeMicros: 0n }
      if (minute.high > figures.high) figures.high = minute.high
      if (minute.low < figures.low) figures.low = minute.low
      figures.volumeMicros += minute.volumeMicros
    }
    return figures
  }

  /** Closing prices of each hour that has any, oldest first, the last one as of now. */
  spark(nowMs: number): bigint[] {
    const closes = new Map<number, bigint>()
    for (const minute of this.minutes) {
      if (minute.openTimeMs <= nowMs - WINDOW_MS) continue
      closes.set(Math.floor((nowMs - minute.openTimeMs) / SPARK_STEP_MS), minute.close)
    }
    return [...closes.values()]
  }
}
