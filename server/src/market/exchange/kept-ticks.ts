import type { RawTick } from '../feed.ts'
import { firstTradeOf, slotOf } from '../slot-conflation.ts'
import type { NumberedTrade } from './trade-ids.ts'

/** Ticks of one product that wait at most; beyond that they become one a slot. */
const TICKS_MAX = 5_000

/**
 * Ticks of one product that wait to be asked for. Whoever asks late gets all of them; when he does not ask for long (a
 * database that is away) the last one of each slot by trade id, with the volume of all, which is what the log keeps of them.
 */
export class KeptTicks {
  private ticks: RawTick[] = []

  add(tick: RawTick): void {
    this.ticks.push(tick)
    if (this.ticks.length <= TICKS_MAX) return
    // Where even that is too much the oldest go: the product is stale by then.
    this.ticks = lastOfSlots(this.ticks).slice(-TICKS_MAX / 2)
  }

  /** The first trade after `id` that waits, by itself or in one with others. */
  oldestAfter(id: number): NumberedTrade | null {
    let oldest: NumberedTrade | null = null
    for (const tick of this.ticks) {
      const first = firstTradeOf(tick)
      if (tick.tradeId > id && (oldest === null || first < oldest.id))
        oldest = { id: first, timeMs: tick.sourceTimeMs }
    }
    return oldest
  }

  /** None of those that wait is taken: they are refused, held against this price. */
  refuse(second: bigint): void {
    this.ticks = this.ticks.map((tick) => ({ secondPrice: second, ...tick }))
  }

  /** Those that are due, in the order they came. */
  take(beforeMs: number): RawTick[] {
    const due = this.ticks.filter(({ dueMs }) => dueMs < beforeMs)
    this.ticks = this.ticks.filter(({ dueMs }) => dueMs >= beforeMs)
    return due
  }
}

function lastOfSlots(ticks: readonly RawTick[]): RawTick[] {
  const slots = new Map<number, RawTick>()
  for (const tick of ticks) {
    const slot = slotOf(tick.dueMs)
    const held = slots.get(slot)
    const last = held === undefined || tick.tradeId >= held.tradeId ? tick : held
    const firstTradeId = Math.min(firstTradeOf(held ?? tick), firstTradeOf(tick))
    slots.set(slot, { ...last, firstTradeId, volumeMicros: tick.volumeMicros + (held?.volumeMicros ?? 0n) })
  }
  return [...slots.values()]
}
