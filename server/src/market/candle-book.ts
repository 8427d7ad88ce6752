import { applyTick, type Candle, type CandleTick } from '@truestrike/core/candles.ts'
import { PERIODS, type Period } from '@truestrike/core/period.ts'

/** The candles of one product that its ticks are just building, in all periods, and the finished ones not stored yet. */
export class CandleBook {
  private readonly open: Map<Period, Candle>
  private finished: { period: Period; candle: Candle }[] = []
  private through: number
  private closedMinutes = 0

  constructor(open: ReadonlyMap<Period, Candle> = new Map(), throughSeq = 0) {
    this.open = new Map(open)
    this.through = throughSeq
  }

  get throughSeq(): number {
    return this.through
  }

  /** A minute has ended since the last save. */
  get wantsSaving(): boolean {
    return this.closedMinutes > 0
  }

  /** Takes the next tick of the log; one it has had already (after a restart) is left out. */
  apply(tick: CandleTick & { seq: number }): void {
    if (tick.seq <= this.through) return
    this.through = tick.seq
    for (const period of PERIODS) {
      const { candle, finished } = applyTick(this.open.get(period) ?? null, tick, period)
      this.open.set(period, candle)
      if (finished === null) continue
      if (period === '1m') this.closedMinutes += 1
      // Bounded by the log itself: where candles cannot be stored, ticks cannot either.
      this.finished.push({ period, candle: finished })
    }
  }

  current(period: Period): Candle | null {
    return this.open.get(period) ?? null
  }

  /** Candles of a period that are not stored as they are now, oldest first. */
  building(period: Period): Candle[] {
    const finished = this.finished.filter((entry) => entry.period === period).map(({ candle }) => candle)
    const open = this.open.get(period)
    return open === undefined ? finished : [...finished, open]
  }

  /** Everything to be stored now; `saved` with the same object when it is. */
  unsaved(): { candles: { period: Period; candle: Candle }[]; throughSeq: number } {
    const open = [...this.open].map(([period, candle]) => ({ period, candle }))
    return { candles: [...this.finished, ...open], throughSeq: this.through }
  }

  /** Of candles that another process stores: only the newest can be not stored yet. */
  keepNewest(count: number): void {
    if (this.finished.length > count) this.finished = this.finished.slice(-count)
  }

  saved(write: { candles: readonly { candle: Candle }[] }): void {
    const stored = new Set(write.candles.map(({ candle }) => candle))
    this.finished = this.finished.filter(({ candle }) => !stored.has(candle))
    this.closedMinutes = this.finished.some(({ period }) => period === '1m') ? 1 : 0
  }
}
