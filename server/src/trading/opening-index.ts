import { parsePrice } from '@truestrike/core/price.ts'
import { unwrap } from '@truestrike/core/result.ts'
import type { TickItem } from '@truestrike/protocol/frames.ts'
import type { OpeningToWrite } from './settling.store.ts'

/** What the index must know of a contract that waits for its opening price. */
export interface WaitingContract {
  id: bigint
  openAfterSeq: number
  /** First and last time an opening tick may have. */
  fromMs: number
  deadlineMs: number
}

interface SeenTick {
  seq: number
  timeMs: number
  price: string
}

/** Ticks of a product kept in memory: more than an opening can wait, at ten a second. */
const TICKS_KEPT_MAX = 512

/**
 * Finds opening ticks of one product from the published ticks, without reading the log. It answers only where it has seen
 * every tick since the contract's acceptance; what it cannot answer is left to the log (`listOpeningContracts`).
 */
export class OpeningIndex {
  private readonly precision: number
  private ticks: SeenTick[] = []
  /** All ticks with a higher number are in `ticks`. */
  private completeAfterSeq = Number.POSITIVE_INFINITY
  private lastSeq = -1
  private readonly waiting = new Map<bigint, WaitingContract>()

  constructor(precision: number) {
    this.precision = precision
  }

  get size(): number {
    return this.waiting.size
  }

  add(contract: WaitingContract): void {
    this.waiting.set(contract.id, contract)
  }

  remove(id: bigint): void {
    this.waiting.delete(id)
  }

  /** Published ticks, in order. A hole in the numbering makes the index begin anew. */
  see(items: readonly TickItem[]): void {
    for (const [, , seq, prevTickSeq, timeMs, price] of items) {
      if (seq <= this.lastSeq) continue
      if (prevTickSeq !== this.lastSeq) {
        this.ticks = []
        this.completeAfterSeq = prevTickSeq
      }
      this.lastSeq = seq
      this.ticks.push({ seq, timeMs, price })
    }
    const over = this.ticks.length - TICKS_KEPT_MAX
    if (over > 0) {
      this.completeAfterSeq = this.ticks[over - 1]?.seq ?? this.completeAfterSeq
      this.ticks = this.ticks.slice(over)
    }
  }

  /** Openings that can be told now; their contracts are no longer waiting here. Those out of time are left to the log. */
  take(): OpeningToWrite[] {
    const found: OpeningToWrite[] = []
    const newestMs = this.ticks.at(-1)?.timeMs ?? Number.NEGATIVE_INFINITY
    for (const contract of this.waiting.values()) {
      if (contract.fromMs > newestMs || contract.openAfterSeq < this.completeAfterSeq) continue
      const tick = this.firstTickFor(contract)
      if (tick === undefined) continue
      this.waiting.delete(contract.id)
      if (tick.timeMs > contract.deadlineMs) continue
      const price = unwrap(parsePrice(tick.price, this.precision))
      found.push({ id: contract.id, price, timeMs: tick.timeMs, seq: tick.seq })
    }
    return found
  }

  /** Numbers and times both ascend: a binary search for the first tick that fulfils both. */
  private firstTickFor({ fromMs, openAfterSeq }: WaitingContract): SeenTick | undefined {
    let low = 0
    let high = this.ticks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const tick = this.ticks[middle]
      if (tick === undefined || (tick.seq > openAfterSeq && tick.timeMs >= fromMs)) high = middle
      else low = middle + 1
    }
    return this.ticks[low]
  }

  /** Whether a contract's time for an opening price is over by this watermark. */
  hasTimedOut(watermarkMs: number): boolean {
    for (const contract of this.waiting.values()) if (contract.deadlineMs <= watermarkMs) return true
    return false
  }

  /** Forgets them: the log has been asked. */
  dropTimedOut(watermarkMs: number): void {
    for (const contract of this.waiting.values()) {
      if (contract.deadlineMs <= watermarkMs) this.waiting.delete(contract.id)
    }
  }
}
