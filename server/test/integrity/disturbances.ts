import { ensure } from '@truestrike/core/assert.ts'
import { lastBefore, type Order } from './price-attack.ts'
import { type Delivery, type Disturbance, IDS_PER_SLOT, type SourceSpan } from './price-world.ts'
import { createRandom } from './seeded-random.ts'

/** A hole in the feed every so often, of this length at least and at most: from a hiccup to more than any gap allowed. */
const HOLE_EVERY_MS = 12_000
const HOLE_MS_MIN = 1_000
const HOLE_MS_MAX = 7_000

/** The engine writes nothing for so long of every so much: just short of what makes a price stale. */
const STALL_EVERY_MS = 9_000
const STALL_MS = 2_800

const seedOf = ({ symbol, fromMs }: SourceSpan): number => (fromMs % 2 ** 31) ^ symbol.charCodeAt(0)

function inHole(source: SourceSpan): (timeMs: number) => boolean {
  const random = createRandom(seedOf(source))
  const holes: [fromMs: number, toMs: number][] = []
  for (let atMs = source.fromMs; atMs < source.toMs; atMs += HOLE_EVERY_MS) {
    const lengthMs = HOLE_MS_MIN + random(HOLE_MS_MAX - HOLE_MS_MIN)
    const fromMs = atMs + random(HOLE_EVERY_MS - lengthMs)
    holes.push([fromMs, fromMs + lengthMs])
  }
  return (timeMs) => {
    const hole = holes[Math.floor((timeMs - source.fromMs) / HOLE_EVERY_MS)]
    return hole !== undefined && timeMs >= hole[0] && timeMs < hole[1]
  }
}

/** Nothing of a hole ever reaches the engine. */
export const feedHoles: Disturbance = {
  deliver(source) {
    const isLost = inHole(source)
    return source.ticks
      .filter(({ dueMs }) => !isLost(dueMs))
      .map((tick) => ({ ...tick, arrivesMs: tick.dueMs }))
  },
}

/** What happens meanwhile is written afterwards, with its own times. */
export const engineStalls: Disturbance = {
  isStalled: ({ fromMs }, timeMs) => (timeMs - fromMs) % STALL_EVERY_MS < STALL_MS,
}

/** Every tick takes a way of its own, up to `jitterMs` long, and counts from when it arrives. */
export function reordered(jitterMs: number): Disturbance {
  return {
    deliver(source) {
      const random = createRandom(seedOf(source))
      return source.ticks.map((tick) => arrivingAt(tick, tick.dueMs + random(jitterMs)))
    },
  }
}

/**
 * Beside the honest ticks: at each order's opening the tick of `agoMs` before once more, with the id it had, or
 * (`renumbered`, as if the source had none) with a new one.
 */
export function replayed(
  orders: readonly Order[],
  { agoMs, delayMs, renumbered }: { agoMs: number; delayMs: number; renumbered: boolean },
): Disturbance {
  return {
    deliver({ ticks }) {
      const honest = ticks.map((tick) => arrivingAt(tick, tick.dueMs))
      const copies = orders.map(({ atMs }) => {
        const old = ensure(ticks[lastBefore(ticks, atMs - agoMs, ({ dueMs }) => dueMs)])
        const newest = ensure(ticks[lastBefore(ticks, atMs + delayMs, ({ dueMs }) => dueMs)])
        const tradeId = renumbered ? newest.tradeId + IDS_PER_SLOT / 2 : old.tradeId
        return arrivingAt({ ...old, tradeId }, atMs + delayMs)
      })
      return [...honest, ...copies]
    },
  }
}

const arrivingAt = (tick: SourceSpan['ticks'][number], arrivesMs: number): Delivery => ({
  ...tick,
  dueMs: arrivesMs,
  arrivesMs,
})
