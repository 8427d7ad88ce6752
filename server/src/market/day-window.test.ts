import { expect, test } from 'vitest'
import { DayWindow } from './day-window.ts'

const MINUTE_MS = 60_000
const NOW_MS = 1_000 * MINUTE_MS
const minuteOf = (minute: number, volumeMicros: bigint) => ({
  ...{ openTimeMs: minute * MINUTE_MS, open: 10n, high: 12n, low: 9n, close: 11n, volumeMicros },
})

test('[M1] every minute counts once in the figures of the day, also one that is told again after the next has begun', () => {
  const day = new DayWindow()
  day.fill([minuteOf(997, 1n)])
  for (const volume of [10n, 20n]) day.put(minuteOf(998, volume))
  day.put(minuteOf(999, 100n))
  // Who takes a product over reads both minutes from the log.
  day.put(minuteOf(998, 30n))
  day.put(minuteOf(999, 300n))
  expect(day.figures(NOW_MS)?.volumeMicros).toBe(331n)
  expect(day.spark(NOW_MS)).toEqual([11n])
})

test('[M1] the first minute of a product that has none', () => {
  const day = new DayWindow()
  expect(day.figures(NOW_MS)).toBeNull()
  day.put(minuteOf(999, 5n))
  expect(day.figures(NOW_MS + 1_000)).toEqual({ open: 10n, high: 12n, low: 9n, volumeMicros: 5n })
})
