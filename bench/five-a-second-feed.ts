import type { Feed, RawTick } from '../server/src/market/feed.ts'
import type { ProductRecord } from '../server/src/market/product.store.ts'

const TICK_EVERY_MS = 200

/** Every product ticks five times a second, each at moments of its own, never twice the same price. */
export function createFiveASecondFeed(products: readonly ProductRecord[]): Feed {
  let doneMs = 0
  let tradeId = 1
  return {
    source: 'simulated',
    start: async () => {},
    stop: async () => {},
    hasNoData: () => false,
    recordedShiftMs: () => null,
    poll(beforeMs) {
      const ticks: RawTick[] = []
      const fromMs = Math.max(doneMs, beforeMs - 1_000)
      doneMs = beforeMs
      for (const { id } of products) {
        const shiftMs = (id * 37) % TICK_EVERY_MS
        for (let step = Math.ceil((fromMs - shiftMs) / TICK_EVERY_MS); ; step++) {
          const dueMs = step * TICK_EVERY_MS + shiftMs
          if (dueMs >= beforeMs) break
          ticks.push({
            productId: id,
            dueMs,
            sourceTimeMs: dueMs,
            price: BigInt(1_000_000 + id * 1_000 + (step % 7)),
            volumeMicros: 1_000_000n,
            tradeId: tradeId++,
          })
        }
      }
      return { ticks, waiting: false }
    },
    async *history() {},
  }
}
