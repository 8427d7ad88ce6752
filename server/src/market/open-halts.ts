import type { Clock } from '../platform/clock.ts'
import type { Feed } from './feed.ts'
import type { LiveProduct } from './live-product.ts'
import { haltedMs } from './public-event.ts'

/** A product that should have prices and has none. */
export interface OpenHalt {
  productId: number
  symbol: string
  /** Of the last price. */
  seq: number
  fromMs: number
  /** Trading hours since. */
  openMs: number
}

interface Parts {
  clock: Clock
  feed: Feed
  products: ReadonlyMap<string, LiveProduct>
}

/** By what this process knows of the products: nothing is read. */
export function openHalts({ clock, feed, products }: Parts): OpenHalt[] {
  const nowMs = clock.nowMs()
  return [...products.values()].flatMap((product) => {
    const { record, lastTick } = product
    if (lastTick === null || product.isClosed(nowMs, feed)) return []
    const [, , seq, , fromMs] = lastTick
    const openMs = haltedMs(record, fromMs, nowMs)
    return openMs > 0 ? [{ productId: record.id, symbol: record.symbol, seq, fromMs, openMs }] : []
  })
}
