import { DAY_MS } from '@truestrike/core/utc-day.ts'
import type { FeedHealth } from '@truestrike/protocol/dashboard-endpoints.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { Feed } from './feed.ts'
import type { LiveProduct } from './live-product.ts'
import { openHalts } from './open-halts.ts'
import { type HaltsOfProduct, listHaltsSince } from './public-events.store.ts'

interface Parts {
  db: Db
  clock: Clock
  feed: Feed
  products: ReadonlyMap<string, LiveProduct>
}

/** How prices come in, by source and category: ticks as this process knows them, gaps as the public log told them. */
export async function listFeedHealth(parts: Parts): Promise<FeedHealth[]> {
  const nowMs = parts.clock.nowMs()
  const halts = await listHaltsSince(parts.db, nowMs - (nowMs % DAY_MS))
  const groups = new Map<string, LiveProduct[]>()
  for (const product of parts.products.values()) {
    const { source, category } = product.record
    const key = `${source} ${category}`
    groups.set(key, [...(groups.get(key) ?? []), product])
  }
  return [...groups.values()].map((products) => healthOf(parts, products, halts))
}

function healthOf(
  parts: Parts,
  products: readonly LiveProduct[],
  halts: readonly HaltsOfProduct[],
): FeedHealth {
  const { clock, feed } = parts
  const nowMs = clock.nowMs()
  const [first] = products
  const ids = products.map(({ record }) => record.id)
  const open = products.filter((product) => !product.isClosed(nowMs, feed))
  const ended = halts.filter(({ productId }) => ids.includes(productId))
  const going = openHalts(parts).filter(({ productId }) => ids.includes(productId))
  return {
    // A disabled product takes no orders, and its prices go on: it counts.
    ...{ source: first?.record.source ?? feed.source, category: first?.record.category ?? 'crypto' },
    ...{ products: products.length, closed: products.length - open.length },
    stale: open.filter((product) => product.isStale(nowMs, clock.offsetMs())).length,
    newestTickAgeMs: extreme(Math.min, agesOf(products, nowMs)),
    oldestTickAgeMs: extreme(Math.max, agesOf(open, nowMs)),
    gapsToday: ended.reduce((sum, { halts }) => sum + halts, 0) + going.length,
    lastGapEndedMs: extreme(
      Math.max,
      ended.map(({ lastToMs }) => Number(lastToMs)),
    ),
  }
}

const agesOf = (products: readonly LiveProduct[], nowMs: number): number[] =>
  products.flatMap(({ lastTick }) => (lastTick === null ? [] : [Math.max(0, nowMs - lastTick[4])]))

const extreme = (pick: (...values: number[]) => number, values: readonly number[]): number | null =>
  values.length === 0 ? null : pick(...values)
