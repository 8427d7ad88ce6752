import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createServerClock } from './server-clock.ts'

test('[S4] the offset is the median of the quickest answers: slow ones do not count', () => {
  let local = 0
  const clock = createServerClock(() => local)
  // Five quick round trips of 10 ms around an offset of 1 000, and slow ones far off.
  for (const offset of [998, 1_000, 1_001, 999, 1_002]) {
    clock.sample(local, local + 10, local + 5 + offset)
    local += 100
  }
  for (const offset of [1_400, 1_440, 560]) clock.sample(local, local + 900, local + 450 + offset)
  expect(clock.nowMs()).toBe(local + 1_000)
})

test('[S4] [T7] the first answer after a sleep, in which this browser’s clock stood still, counts alone', () => {
  let local = 0
  let slept = 0
  const clock = createServerClock(() => local)
  for (let ping = 0; ping < 16; ping += 1) {
    clock.sample(local, local + 20, local + 10 + 5_000)
    local += 700
  }
  slept = 25_000
  expect(clock.nowMs()).toBe(local + 5_000)
  clock.sample(local, local + 40, local + 20 + 5_000 + slept)
  expect(clock.nowMs()).toBe(local + 5_000 + slept)
})

test('[S4] with equal ways there and back the service time is exact, at any speed', () => {
  const ms = fc.integer({ min: 0, max: 1_000_000 })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100 }),
      ms,
      fc.integer({ min: 0, max: 2_000 }),
      (speed, start, trip) => {
        let local = 0
        const service = (at: number): number => start + speed * at
        const clock = createServerClock(() => local)
        clock.greet(service(0), speed)
        clock.sample(0, trip, service(trip / 2))
        local = trip + 5_000
        expect(clock.nowMs()).toBeCloseTo(service(local), 5)
      },
    ),
  )
})

test('[S4] [M5] in a replay, whose clock may have stood still, only the newest answer counts', () => {
  let local = 0
  const clock = createServerClock(() => local)
  clock.greet(50_000, 100)
  for (const lostMs of [0, 300_000, 700_000]) {
    local += 10_000
    clock.sample(local, local + 2, 50_000 + 100 * (local + 1) - lostMs)
  }
  expect(clock.nowMs()).toBe(50_000 + 100 * local - 700_000)
})

test('[S4] a greeting alone already sets it, an answered ping is better, nonsense changes nothing', () => {
  const clock = createServerClock(() => 100)
  expect(clock.isSet()).toBe(false)
  clock.greet(5_000, 1)
  expect(clock.nowMs()).toBe(5_000)
  clock.sample(90, 100, 4_000)
  clock.sample(100, 90, 1)
  clock.sample(90, 100, Number.NaN)
  clock.greet(7_000, 0)
  expect(clock.nowMs()).toBe(4_005)
})
