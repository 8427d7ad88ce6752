import { expect, test } from 'vitest'
import { createRateLimiter } from './http-rate-limit.ts'

test('[K2] a minute’s calls at once, then one each time a share of the minute has passed', () => {
  let nowMs = 0
  const limiter = createRateLimiter(() => nowMs)
  expect([1, 2, 3].map(() => limiter.take('a', 3))).toEqual([0, 0, 0])
  expect(limiter.take('a', 3)).toBe(20)
  nowMs = 19_999
  expect(limiter.take('a', 3)).toBe(1)
  nowMs = 20_000
  expect(limiter.take('a', 3)).toBe(0)
  expect(limiter.take('b', 3)).toBe(0)
})

test('[K2] one key’s flood does not reset another’s count while the store turns over', () => {
  const limiter = createRateLimiter(() => 0)
  limiter.take('victim', 1)
  for (let i = 0; i < 60_000; i++) limiter.take(`flood-${i}`, 1)
  expect(limiter.take('victim', 1)).toBe(60)
})
