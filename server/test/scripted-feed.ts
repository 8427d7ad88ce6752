import { ensure } from '@truestrike/core/assert.ts'
import type { FeedSource } from '@truestrike/core/log-entry.ts'
import { parsePrice } from '@truestrike/core/price.ts'
import { unwrap } from '@truestrike/core/result.ts'
import type { Feed, RawTick } from '../src/market/feed.ts'
import type { ProductRecord } from '../src/market/product.store.ts'

export interface ScriptedTick {
  /** Decimal text at the product's precision. */
  price: string
  /** Service time; default now (then it becomes an entry once its slot of 100 ms has ended). */
  timeMs?: number
  sourceTimeMs?: number
  volumeMicros?: bigint
  /** Default: counts up. */
  tradeId?: number
  /** Decimal text: what it is refused by. */
  secondPrice?: string
}

/** A feed that gives exactly what a test pushes. */
export interface ScriptedFeed extends Feed {
  /** Makes it the feed of these products. */
  attach(products: readonly ProductRecord[]): ScriptedFeed
  push(symbol: string, tick: ScriptedTick | string): void
  /** Holds the log back, as a feed does that waits for its source. */
  setWaiting(waiting: boolean): void
  setHasNoData(symbol: string, hasNoData: boolean): void
}

export function createScriptedFeed(nowMs: () => number, source: FeedSource = 'simulated'): ScriptedFeed {
  const products = new Map<string, ProductRecord>()
  let waiting = false
  const noData = new Set<number>()
  let queue: RawTick[] = []
  // Higher than any id of a feed that was there before: numbering goes on over a restart.
  let tradeId = nowMs() * 1_000
  const productOf = (symbol: string): ProductRecord => ensure(products.get(symbol), `no product ${symbol}`)
  const feed: ScriptedFeed = {
    source,
    attach(records) {
      for (const record of records) products.set(record.symbol, record)
      return feed
    },
    push(symbol, given) {
      const tick = typeof given === 'string' ? { price: given } : given
      const product = productOf(symbol)
      const timeMs = tick.timeMs ?? nowMs()
      tradeId = tick.tradeId ?? tradeId + 1
      queue.push({
        productId: product.id,
        dueMs: timeMs,
        sourceTimeMs: tick.sourceTimeMs ?? timeMs,
        price: unwrap(parsePrice(tick.price, product.precision)),
        volumeMicros: tick.volumeMicros ?? 0n,
        tradeId,
        ...(tick.secondPrice === undefined
          ? {}
          : { secondPrice: unwrap(parsePrice(tick.secondPrice, product.precision)) }),
      })
    },
    setWaiting: (on) => {
      waiting = on
    },
    setHasNoData(symbol, on) {
      if (on) noData.add(productOf(symbol).id)
      else noData.delete(productOf(symbol).id)
    },
    start: async () => {},
    add: async (record) => void feed.attach([record]),
    poll(beforeMs) {
      const ticks = queue.filter((tick) => tick.dueMs < beforeMs)
      queue = queue.filter((tick) => tick.dueMs >= beforeMs)
      return { ticks, waiting }
    },
    hasNoData: (productId) => noData.has(productId),
    recordedShiftMs: () => null,
    async *history() {},
    stop: async () => {},
  }
  return feed
}
