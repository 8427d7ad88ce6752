import { ensure } from '@truestrike/core/assert.ts'
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
  /** The newest that had to be dropped: what is dropped next goes on from there. */
  private dropped: NumberedTrade | null = null

  /** Where even that is too much the oldest go, as the product is stale by then: ids of those that were taken, to be fetched. */
  add(tick: RawTick): IdSpan[] {
    this.ticks.push(tick)
    if (this.ticks.length <= TICKS_MAX) return []
    const slots = lastOfSlots(this.ticks)
    const cut = cutBetweenIds(slots, Math.max(0, slots.length - TICKS_MAX / 2))
    this.ticks = slots.slice(cut)
    return this.drop(slots, cut)
  }

  /** What was refused is part of no candle: it is between what is to be fetched, and not in it. */
  private drop(slots: readonly RawTick[], cut: number): IdSpan[] {
    const spans: IdSpan[] = []
    for (let at = 0; at < cut; ) {
      const first = ensure(slots[at])
      const isRefused = first.secondPrice !== undefined
      let end = at + 1
      while (end < cut && (slots[end]?.secondPrice !== undefined) === isRefused) end += 1
      if (!isRefused) spans.push(this.spanOf(slots.slice(at, end), slots[end]))
      at = end
    }
    return spans
  }

  private spanOf(gone: readonly RawTick[], after: RawTick | undefined): IdSpan {
    const oldest = ensure(gone[0])
    const newest = gone.reduce((last, tick) => (tick.tradeId > last.tradeId ? tick : last))
    // What a late one among them comes before is in the log.
    const fromId = Math.max(Math.min(...gone.map(firstTradeOf)), (this.taken?.id ?? -1) + 1)
    let before = this.taken
    if (this.dropped !== null && this.dropped.id < fromId && this.dropped.id > (before?.id ?? -1))
      before = this.dropped
    if (newest.tradeId > (this.dropped?.id ?? -1))
      this.dropped = { id: newest.tradeId, timeMs: newest.sourceTimeMs }
    return {
      fromId,
      toId: newest.tradeId,
      fromMs: before?.timeMs ?? oldest.sourceTimeMs,
      toMs: (after ?? newest).sourceTimeMs,
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
