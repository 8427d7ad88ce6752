import { isWithinBps } from '@truestrike/core/within-bps.ts'

/** A single reading may be old on a moving market. */
const READINGS_TO_QUARANTINE = 2
const READINGS_TO_RELEASE = 3
/** A second source that is away stops no market, after a start neither: whoever can cut it off could stop them all. */
const UNCHECKED_MAX_MS = 30_000

interface Checked {
  /** The second source's newest price. */
  second: bigint
  isQuarantined: boolean
  /** Readings in a row that speak against how it stands. */
  against: number
}

/** Of a price: it is taken; it is left out, as nothing is known of its source yet; or it is refused, held against this price. */
export type Judgement = 'taken' | 'unchecked' | bigint

/**
 * Holds each product's newest price against a second source's. A product whose source deviates is quarantined: its prices are
 * entered as rejected until the two agree again. A second source that says nothing changes nothing.
 */
export class CrossCheck {
  private readonly newest = new Map<number, bigint>()
  private readonly checked = new Map<number, Checked>()
  /** Products that have not agreed with their second source since the start, and when their first price came. */
  private readonly unchecked = new Map<number, number>()
  private readonly options: CrossCheckOptions

  constructor(options: CrossCheckOptions) {
    this.options = options
  }

  /** The product has a second source: its prices wait for a reading that agrees, for a while. */
  follow(productId: number): void {
    this.unchecked.set(productId, Number.POSITIVE_INFINITY)
  }

  /** The log that goes on here ends in a quarantine: it ends by readings of this process, whatever these said before. */
  resume(productId: number, second: bigint): void {
    const checked = this.checked.get(productId)
    this.unchecked.delete(productId)
    if (checked?.isQuarantined === true) {
      checked.against = 0
      return
    }
    this.checked.set(productId, { second: checked?.second ?? second, isQuarantined: true, against: 0 })
    this.options.onChange(productId, true, second)
  }

  /** A price of the source itself. */
  judge(productId: number, price: bigint, nowMs: number): Judgement {
    this.newest.set(productId, price)
    const checked = this.checked.get(productId)
    if (checked?.isQuarantined === true) return checked.second
    const sinceMs = this.unchecked.get(productId)
    if (sinceMs === undefined) return 'taken'
    const firstMs = Math.min(sinceMs, nowMs)
    this.unchecked.set(productId, firstMs)
    if (nowMs - firstMs < UNCHECKED_MAX_MS) return 'unchecked'
    this.unchecked.delete(productId)
    this.options.onUnchecked(productId)
    return 'taken'
  }

  /** A reading of the second source. */
  read(productId: number, second: bigint): void {
    const price = this.newest.get(productId)
    // The same price is not held against two readings: a source that is silent is stale, not wrong.
    this.newest.delete(productId)
    if (price === undefined) return
    const checked = this.checked.get(productId) ?? { second, isQuarantined: false, against: 0 }
    checked.second = second
    this.checked.set(productId, checked)
    const agrees = isWithinBps(price, second, this.options.deviationBpsOf(productId))
    if (agrees) this.unchecked.delete(productId)
    checked.against = agrees === checked.isQuarantined ? checked.against + 1 : 0
    const needed = checked.isQuarantined ? READINGS_TO_RELEASE : READINGS_TO_QUARANTINE
    if (checked.against < needed) return
    checked.isQuarantined = !checked.isQuarantined
    checked.against = 0
    this.unchecked.delete(productId)
    this.options.onChange(productId, checked.isQuarantined, second)
  }

  *quarantined(): Iterable<number> {
    for (const [productId, { isQuarantined }] of this.checked) if (isQuarantined) yield productId
  }
}

interface CrossCheckOptions {
  /** How far the product's source may lie from the second one (docs/trading-rules.md). */
  deviationBpsOf: (productId: number) => number
  onChange: (productId: number, isQuarantined: boolean, second: bigint) => void
  /** A product's prices are taken though no reading has agreed with one. */
  onUnchecked: (productId: number) => void
}
