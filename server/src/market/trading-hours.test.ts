import { FOREX_CALENDAR, isOpen } from '@truestrike/core/calendar.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { TradingHours } from './trading-hours.ts'

const HOUR_MS = 3_600_000
const WEEK_HOURS = 7 * 24
/** The price of a look at the calendar is made of these. */
const looks = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')

afterEach(() => looks.mockClear())

test('[M2] [O1] hours of years are told backwards as cheaply as forwards: the calendar is asked once a span', () => {
  const hours = new TradingHours({ calendar: FOREX_CALENDAR })
  const weeks = 100
  const nowMs = Date.UTC(2026, 10, 22, 1, 37)
  const backwards = Array.from({ length: weeks * WEEK_HOURS }, (_, back) => nowMs - back * HOUR_MS)
  for (const order of [backwards, backwards.toReversed()]) {
    looks.mockClear()
    for (const timeMs of order) hours.isOpen(timeMs)
    // An open and a closed span a week, some thirty wall clocks each: an hour at a time it would be thousands a week.
    expect(looks.mock.calls.length).toBeLessThan(weeks * 100)
  }
})

test('[T2] whatever is asked after whatever, the answer is that of the calendar', () => {
  const calendars = [
    FOREX_CALENDAR,
    // Half an hour closed every day but the last, in a zone that changes its clock.
    {
      zone: 'Europe/Berlin',
      sessions: [1, 2, 3, 4, 5].map((day) => ({
        fromDay: day,
        fromMinute: 30,
        toDay: day + 1,
        toMinute: day === 5 ? 1320 : 0,
      })),
    },
    null,
  ]
  // Over the change of clocks in both zones.
  const fromMs = Date.UTC(2026, 9, 20)
  for (const calendar of calendars) {
    const hours = new TradingHours({ calendar })
    for (let step = 0; step < 200; step += 1) {
      // Any order, every quarter of an hour of four weeks, and now and then a moment beside it.
      const timeMs = fromMs + ((step * 1_009) % 2_688) * (HOUR_MS / 4) - (step % 3)
      expect(hours.isOpen(timeMs), new Date(timeMs).toISOString()).toBe(isOpen(calendar, timeMs))
    }
  }
})
