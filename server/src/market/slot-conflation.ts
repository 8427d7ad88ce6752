import type { PriceLegs } from '@truestrike/core/log-entry.ts'
import type { RawTick } from './feed.ts'

export const CONFLATION_SLOT_MS = 100

export function slotOf(timeMs: number): number {
  return Math.floor(timeMs / CONFLATION_SLOT_MS)
}

export function firstTradeOf({ firstTradeId, tradeId }: RawTick): number {
  return firstTradeId ?? tradeId
}

/** All ticks of one product in one slot as one: the price of the last trade id, the volume of all. */
export interface SlotTick {
  timeMs: number
  sourceTimeMs: number
  price: bigint
  volumeMicros: bigint
  firstTradeId: number
  lastTradeId: number
  /** Of the price. */
  legs: PriceLegs | null
  secondPrice: bigint | null
}

/** Ticks of one product, in any order, as at most one for each slot, ascending. */
export function conflate(ticks: readonly RawTick[]): SlotTick[] {
  const slots = new Map<number, SlotTick>()
  for (const tick of ticks) {
    const slot = slotOf(tick.dueMs)
    const held = slots.get(slot)
    slots.set(slot, held === undefined ? slotTickOf(tick) : join(held, tick))
  }
  return [...slots].sort(([a], [b]) => a - b).map(([, tick]) => tick)
}

function slotTickOf(tick: RawTick): SlotTick {
  return {
    timeMs: tick.dueMs,
    sourceTimeMs: tick.sourceTimeMs,
    price: tick.price,
    volumeMicros: tick.volumeMicros,
    firstTradeId: firstTradeOf(tick),
    lastTradeId: tick.tradeId,
    legs: tick.legs ?? null,
    secondPrice: tick.secondPrice ?? null,
  }
}

function join(held: SlotTick, tick: RawTick): SlotTick {
  const isLast = tick.tradeId >= held.lastTradeId
  return {
    timeMs: Math.max(held.timeMs, tick.dueMs),
    sourceTimeMs: isLast ? tick.sourceTimeMs : held.sourceTimeMs,
    price: isLast ? tick.price : held.price,
    volumeMicros: held.volumeMicros + tick.volumeMicros,
    firstTradeId: Math.min(held.firstTradeId, firstTradeOf(tick)),
    lastTradeId: Math.max(held.lastTradeId, tick.tradeId),
    legs: isLast ? (tick.legs ?? null) : held.legs,
    secondPrice: isLast ? (tick.secondPrice ?? null) : held.secondPrice,
  }
}
