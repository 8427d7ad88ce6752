import { expect, test } from 'vitest'
import { createFakeClock } from './fake-clock.ts'
import { createRateLimiter } from './http-rate-limit.ts'
import { createMemoryBus } from './memory-bus.ts'
import { createSharedLimiter } from './shared-limits.ts'

test('[K2] what one process let pass counts at the others within a second, and what all did at once is a debt', async () => {
  const clock = await createFakeClock()
  const bus = createMemoryBus((error) => {
    throw error
  })
  const processes = [1, 2, 3].map(() => {
    const limiter = createSharedLimiter(createRateLimiter(() => clock.nowMs()))
    limiter.share(bus, clock)
    return limiter
  })
  const [one, two, three] = processes
  expect([one?.take('a', 4), one?.take('a', 4), two?.take('a', 4)]).toEqual([0, 0, 0])
  await clock.advance(1_000)
  expect(three?.take('a', 4)).toBe(0)
  expect(three?.take('a', 4)).toBeGreaterThan(0)
  expect(three?.take('b', 4)).toBe(0)

  // Each has its own four before it hears of the others: eight too many, of which a minute's worth is paid back.
  const burst = processes.flatMap((limiter) => [1, 2, 3, 4].map(() => limiter.take('c', 4)))
  expect(burst.every((waitSeconds) => waitSeconds === 0)).toBe(true)
  await clock.advance(1_000)
  expect(processes.map((limiter) => limiter.take('c', 4))).toEqual([75, 75, 75])
  await clock.advance(75_000)
  expect(one?.take('c', 4)).toBe(0)
})
