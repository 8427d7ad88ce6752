import type { RawTick } from '../feed.ts'
import { firstTradeOf, slotOf } from '../slot-conflation.ts'
import type { IdSpan, NumberedTrade } from './trade-ids.ts'

/** Ticks of one product that wait at most; beyond that they become one a slot. */
const TICKS_MAX = 5_000

/**
 * Ticks of one product that wait to be asked for. Whoever asks late gets all of them; when he does not ask for long (a
 * database that is away) the last one of each slot by trade id, with the volume of all, which is what the log keeps of them.
 */
export class KeptTicks {
  private ticks: RawTick[] = []
  /** The newest that was handed out. */
  private taken: NumberedTrade | null = null

  /** Where even that is too much the oldest go, as the product is stale by then: their ids, to be fetched. */
  add(tick: RawTick): IdSpan | null {
    this.ticks.push(tick)
    if (this.ticks.length <= TICKS_MAX) return null
    const slots = lastOfSlots(this.ticks)
    const cut = cutBetweenIds(slots, Math.max(0, slots.length - TICKS_MAX / 2))
    this.ticks = slots.slice(cut)
    const [oldest, newest] = [slots[0], slots[cut - 1]]
    if (oldest === undefined || newest === undefined) return null
    const gone = slots.slice(0, cut)
    return {
      // What a late one among them comes before is in the log.
      fromId: Math.max(Math.min(...gone.map(firstTradeOf)), (this.taken?.id ?? -1) + 1),
      toId: Math.max(...gone.map(({ tradeId }) => tradeId)),
      fromMs: this.taken?.timeMs ?? oldest.sourceTimeMs,
      toMs: (slots[cut] ?? newest).sourceTimeMs,
    }
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
    for (const { tradeId: id, sourceTimeMs: timeMs } of due)
      if (this.taken === null || id > this.taken.id) this.taken = { id, timeMs }
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

/** From `from` on the first place between slots that parts their ids, too: a late trade stands in the slot it came in. */
function cutBetweenIds(slots: readonly RawTick[], from: number): number {
  let cut = 0
  let newestId = -1
  slots.forEach((tick, at) => {
    if (at >= from && firstTradeOf(tick) > newestId) return
    for (const each of slots.slice(cut, at + 1)) newestId = Math.max(newestId, each.tradeId)
    cut = at + 1
  })
  return cut
}
