import { isWithinBps } from '@truestrike/core/within-bps.ts'

/** After this long without a tick any price is taken: the market may have moved. */
const FORGET_AFTER_MS = 60_000
/** So many ticks in a row, near each other, make a jump real. */
const CONFIRMING_TICKS = 3

/**
 * Refuses a price that lies further than `outlierBps` from the last one, until CONFIRMING_TICKS in a row agree with
 * each other within the same bound: the last of these is taken.
 */
export class OutlierGuard {
  private readonly outlierBps: number
  private suspectPrice: bigint | null = null
  private suspects = 0

  constructor(outlierBps: number) {
    this.outlierBps = outlierBps
  }

  /** Whether the price is an outlier after `last`; remembers it. */
  isOutlier(price: bigint, timeMs: number, last: { price: bigint; timeMs: number } | null): boolean {
    if (last === null || timeMs - last.timeMs > FORGET_AFTER_MS || this.isNear(price, last.price)) {
      this.suspectPrice = null
      this.suspects = 0
      return false
    }
    const agrees = this.suspectPrice !== null && this.isNear(price, this.suspectPrice)
    this.suspects = agrees ? this.suspects + 1 : 1
    this.suspectPrice = price
    if (this.suspects < CONFIRMING_TICKS) return true
    this.suspectPrice = null
    this.suspects = 0
    return false
  }

  private isNear(price: bigint, reference: bigint): boolean {
    return isWithinBps(price, reference, this.outlierBps)
  }
}
