import type { Clock } from '../platform/clock.ts'
import type { Feed } from './feed.ts'
import type { LiveProduct } from './live-product.ts'

/** An exchange that gives no product a price for so long is away; a quiet market of one product is none. */
const ALL_SILENT_MAX_MS = 30_000

interface Parts {
  clock: Pick<Clock, 'nowMs'>
  feed: Feed
  products: ReadonlyMap<string, LiveProduct>
}

export interface ExpectedTicks {
  /** Age of the newest tick of each product that should have one, in ms. */
  ages(): Iterable<readonly [symbol: string, ageMs: number]>
  /** Throws when no product that is open has had a tick for long, whatever else the log says. */
  check(): void
}

/** What a process may expect of prices. One that never came is as old as the process, the product or its opening. */
export function expectTicks({ clock, feed, products }: Parts): ExpectedTicks {
  const knownSince = new Map<string, number>()
  /** From when on each open product should have had a price. */
  const listOpen = (nowMs: number): { product: LiveProduct; dueMs: number }[] =>
    [...products.values()].flatMap((product) => {
      const { symbol } = product.record
      const knownMs = knownSince.get(symbol) ?? nowMs
      knownSince.set(symbol, knownMs)
      const span = product.hours.spanAt(nowMs)
      return span.open ? [{ product, dueMs: Math.max(knownMs, span.openSinceMs ?? 0) }] : []
    })
  listOpen(clock.nowMs())
  return {
    *ages() {
      const nowMs = clock.nowMs()
      for (const { product, dueMs } of listOpen(nowMs)) {
        const { record, lastTick } = product
        // Without a price nobody can have a contract on it: switched off, or not recorded, it is not missed.
        const isMissed = record.enabled && !(feed.source === 'replay' && feed.hasNoData(record.id))
        if (lastTick !== null || isMissed) yield [record.symbol, nowMs - (lastTick?.[4] ?? dueMs)]
      }
    },
    check() {
      const nowMs = clock.nowMs()
      const open = listOpen(nowMs).filter(({ product }) => !feed.hasNoData(product.record.id))
      const newestMs = open.map(({ product, dueMs }) => Math.max(dueMs, product.lastTick?.[4] ?? 0))
      if (open.length > 0 && nowMs - Math.max(...newestMs) > ALL_SILENT_MAX_MS)
        throw new Error('no product that is open has had a price for long')
    },
  }
}
