import { ensure } from '@truestrike/core/assert.ts'
import { beforeEach, expect, test } from 'vitest'
import { TradeIds } from './trade-ids.ts'

let ids: TradeIds
beforeEach(() => {
  ids = new TradeIds()
})

const take = (...taken: number[]): boolean[] => taken.map((id) => ids.take(id, id * 10, 1))
const gaps = (): number[][] => ids.gapsBefore(9).map(({ fromId, toId }) => [fromId, toId])
const miss = (fromId: number, toId: number): void =>
  ids.miss({ fromId, toId, fromMs: fromId * 10 - 1, toMs: toId * 10 + 1 }, 2)

test('[M5] a late trade halves the gap it falls into; filled while it came, what is missing now is asked for by itself', () => {
  expect(take(1, 9, 5, 5, 12)).toEqual([true, true, true, false, true])
  expect(gaps()).toEqual([
    [2, 4],
    [6, 8],
    [10, 11],
  ])
  const [, gap] = ids.gapsBefore(9)
  expect(take(7)).toEqual([true])
  expect(ids.close(ensure(gap))).toBe(false)
  expect(gaps()).toEqual([
    [2, 4],
    [6, 6],
    [8, 8],
    [10, 11],
  ])
  expect(ids.close(ensure(ids.gapsBefore(9)[1]))).toBe(true)
  expect(gaps()).toEqual([
    [2, 4],
    [8, 8],
    [10, 11],
  ])
})

test('[M5] what the exchange tells of besides is a gap where none was known, and the next trade follows it', () => {
  take(1, 2, 5)
  miss(2, 8)
  expect(gaps()).toEqual([
    [3, 4],
    [2, 2],
    [5, 8],
  ])
  expect(ids.gapsBefore(1)).toMatchObject([{ fromMs: 20, toMs: 50 }])
  expect(ids.gapsBefore(9)[2]).toMatchObject({ fromMs: 19, toMs: 81, seenMs: 2 })
  expect(take(9, 8, 8)).toEqual([true, true, false])
  expect(gaps().at(-1)).toEqual([5, 7])
  miss(5, 7)
  expect(gaps()).toHaveLength(3)
})
