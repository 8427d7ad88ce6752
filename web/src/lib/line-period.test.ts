import { PERIOD_MS } from '@truestrike/core/period.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linePeriodOf } from './line-period.ts'

const MINUTE = 60_000

test('[T7] contracts of minutes are drawn from ticks, those of hours and days from closes', () => {
  const minutes = [0.5, 1, 15, 60, 240, 1_440, 10_080]
  expect(minutes.map((each) => linePeriodOf(each * MINUTE))).toEqual([
    null,
    null,
    null,
    '1m',
    '1m',
    '5m',
    '1h',
  ])
})

test('[T7] a line of closes has at least a few of them for a contract, and never too many', () => {
  fc.assert(
    fc.property(fc.integer({ min: 15 * MINUTE + 1, max: 365 * 1_440 * MINUTE }), (durationMs) => {
      const period = linePeriodOf(durationMs)
      if (period === null) return false
      const closes = durationMs / PERIOD_MS[period]
      return closes >= 15 && closes <= 300
    }),
  )
})
