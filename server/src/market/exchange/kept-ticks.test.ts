import { ensure } from '@truestrike/core/assert.ts'
import { beforeEach, expect, test } from 'vitest'
import type { RawTick } from '../feed.ts'
import { KeptTicks } from './kept-ticks.ts'
import type { IdSpan } from './trade-ids.ts'

let kept: KeptTicks
beforeEach(() => {
  kept = new KeptTicks()
})

/** One in each slot of the log, at the source ten of its milliseconds a trade. */
function add(from: number, to: number, secondPrice?: bigint): IdSpan[] {
  const dropped: IdSpan[] = []
  for (let id = from; id <= to; id += 1) {
    const tick: RawTick = {
      ...{ productId: 1, dueMs: id * 100, sourceTimeMs: id * 10, price: 5n, volumeMicros: 1n, tradeId: id },
      ...(secondPrice === undefined ? {} : { secondPrice }),
    }
    dropped.push(...kept.add(tick))
  }
  return dropped
}

test('[M5] of what has to be dropped only that is to be fetched which was not refused', () => {
  expect([...add(1, 100), ...add(101, 200, 9n), ...add(201, 5_000)]).toEqual([])
  const [first, second, ...more] = add(5_001, 5_001)
  expect(more).toEqual([])
  expect(first).toEqual({ fromId: 1, toId: 100, fromMs: 10, toMs: 1_010 })
  // Nothing that was refused stands in a candle: what comes before it there is what was taken.
  expect(second).toMatchObject({ fromId: 201, fromMs: 1_000 })
  const oldest = ensure(kept.take(Number.POSITIVE_INFINITY)[0])
  expect(second).toMatchObject({ toId: oldest.tradeId - 1, toMs: oldest.sourceTimeMs })
})

test('[M5] nothing is to be fetched of a quarantine, and what comes after it is by itself', () => {
  expect(add(1, 5_001, 9n)).toEqual([])
  expect(add(5_002, 10_100)[0]).toMatchObject({ fromId: 5_002 })
})
