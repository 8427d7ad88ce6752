import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ALWAYS_OPEN,
  type Calendar,
  FOREX_CALENDAR,
  isOpen,
  isOpenThroughout,
  openSpan,
  validateCalendar,
} from './calendar.ts'

const at = (text: string) => Date.parse(text)
const iso = (timeMs: number | null) => (timeMs === null ? null : new Date(timeMs).toISOString().slice(0, 16))
const spanAt = (calendar: Calendar, text: string) => {
  const span = openSpan(calendar, at(text))
  return span.open ? ['open', iso(span.openSinceMs), iso(span.closesAtMs)] : ['closed', iso(span.opensAtMs)]
}

describe('[D11] trading hours of forex', () => {
  test('winter: Sunday 22:00 to Friday 22:00 UTC', () => {
    expect(spanAt(FOREX_CALENDAR, '2024-01-10T12:00Z')).toEqual([
      'open',
      '2024-01-07T22:00',
      '2024-01-12T22:00',
    ])
    expect(spanAt(FOREX_CALENDAR, '2024-01-13T12:00Z')).toEqual(['closed', '2024-01-14T22:00'])
  })

  test('a closed span says since when, over a change of clocks too', () => {
    const closed = (sinceText: string, opensText: string) => ({
      open: false,
      closedSinceMs: at(sinceText),
      opensAtMs: at(opensText),
    })
    for (const text of ['2024-01-12T22:00Z', '2024-01-13T12:00Z', '2024-01-14T21:59Z'])
      expect(openSpan(FOREX_CALENDAR, at(text))).toEqual(closed('2024-01-12T22:00Z', '2024-01-14T22:00Z'))
    expect(openSpan(FOREX_CALENDAR, at('2024-03-10T06:59Z'))).toEqual(
      closed('2024-03-08T22:00Z', '2024-03-10T21:00Z'),
    )
  })

  test('summer: Sunday 21:00 to Friday 21:00 UTC', () => {
    expect(spanAt(FOREX_CALENDAR, '2024-07-10T12:00Z')).toEqual([
      'open',
      '2024-07-07T21:00',
      '2024-07-12T21:00',
    ])
    expect(spanAt(FOREX_CALENDAR, '2024-07-13T12:00Z')).toEqual(['closed', '2024-07-14T21:00'])
  })

  test('the clock goes forward on Sunday 10 March 2024: that day opens at 21:00 UTC', () => {
    expect(spanAt(FOREX_CALENDAR, '2024-03-07T12:00Z')).toEqual([
      'open',
      '2024-03-03T22:00',
      '2024-03-08T22:00',
    ])
    expect(spanAt(FOREX_CALENDAR, '2024-03-10T06:59Z')).toEqual(['closed', '2024-03-10T21:00'])
    expect(spanAt(FOREX_CALENDAR, '2024-03-10T21:00Z')).toEqual([
      'open',
      '2024-03-10T21:00',
      '2024-03-15T21:00',
    ])
  })

  test('the clock goes back on Sunday 3 November 2024: that day opens at 22:00 UTC', () => {
    expect(spanAt(FOREX_CALENDAR, '2024-11-01T20:59Z')).toEqual([
      'open',
      '2024-10-27T21:00',
      '2024-11-01T21:00',
    ])
    expect(spanAt(FOREX_CALENDAR, '2024-11-03T21:30Z')).toEqual(['closed', '2024-11-03T22:00'])
    expect(spanAt(FOREX_CALENDAR, '2024-11-03T22:00Z')).toEqual([
      'open',
      '2024-11-03T22:00',
      '2024-11-08T22:00',
    ])
  })

  test('opens at the very millisecond and is closed at the closing one', () => {
    const opens = at('2024-01-07T22:00Z')
    const closes = at('2024-01-12T22:00Z')
    expect([opens - 1, opens, closes - 1, closes].map((timeMs) => isOpen(FOREX_CALENDAR, timeMs))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  test('[T2] a life may end at the closing moment, not after it, and not begin outside', () => {
    const closes = at('2024-01-12T22:00Z')
    expect(isOpenThroughout(FOREX_CALENDAR, closes - 30_000, closes)).toBe(true)
    expect(isOpenThroughout(FOREX_CALENDAR, closes - 30_000, closes + 1)).toBe(false)
    expect(isOpenThroughout(FOREX_CALENDAR, closes, closes + 30_000)).toBe(false)
    expect(isOpenThroughout(FOREX_CALENDAR, closes - 3_600_000, closes + 50 * 3_600_000)).toBe(false)
  })

  test('agrees with a wall clock in New York at any time', () => {
    const clock = new Intl.DateTimeFormat('en-US', {
      timeZone: 'America/New_York',
      weekday: 'short',
      hour: '2-digit',
      hourCycle: 'h23',
    })
    const span = fc.integer({ min: at('2010-01-01T00:00Z'), max: at('2040-01-01T00:00Z') })
    fc.assert(
      fc.property(span, (timeMs) => {
        const [day = '', hour = ''] = clock.format(timeMs).split(', ')
        const late = Number(hour) >= 17
        const open = day === 'Sun' ? late : day === 'Fri' ? !late : day !== 'Sat'
        expect(isOpen(FOREX_CALENDAR, timeMs)).toBe(open)
      }),
      { numRuns: 500 },
    )
  })
})

describe('[D11] other calendars', () => {
  const daily = (fromMinute: number, toMinute: number, days = [0, 1, 2, 3, 4, 5, 6]): Calendar => ({
    zone: 'Europe/Berlin',
    sessions: days.map((day) => ({ fromDay: day, fromMinute, toDay: day, toMinute })),
  })

  test('always open', () => {
    expect(spanAt(ALWAYS_OPEN, '2024-01-13T12:00Z')).toEqual(['open', null, null])
    expect(isOpenThroughout(ALWAYS_OPEN, 0, 10 ** 15)).toBe(true)
  })

  test('sessions that touch are one span, around the whole week an endless one', () => {
    expect(spanAt(daily(0, 1440, [1, 2, 3, 4, 5]), '2024-01-10T12:00Z')).toEqual([
      'open',
      '2024-01-07T23:00',
      '2024-01-12T23:00',
    ])
    expect(spanAt(daily(0, 1440), '2024-01-10T12:00Z')).toEqual(['open', null, null])
  })

  test('a session over the end of the week', () => {
    const calendar = { zone: 'UTC', sessions: [{ fromDay: 6, fromMinute: 600, toDay: 0, toMinute: 60 }] }
    expect(spanAt(calendar, '2024-01-07T00:59Z')).toEqual(['open', '2024-01-06T10:00', '2024-01-07T01:00'])
    expect(spanAt(calendar, '2024-01-07T01:00Z')).toEqual(['closed', '2024-01-13T10:00'])
  })

  test('an opening the clock jumps over is taken at the jump, one that comes twice at its first', () => {
    expect(spanAt(daily(150, 600), '2024-03-31T00:59Z')).toEqual(['closed', '2024-03-31T01:00'])
    expect(spanAt(daily(150, 600), '2024-10-27T00:29Z')).toEqual(['closed', '2024-10-27T00:30'])
    expect(spanAt(daily(150, 600), '2024-10-27T01:29Z')).toEqual([
      'open',
      '2024-10-27T00:30',
      '2024-10-27T09:00',
    ])
  })

  test('without sessions it never opens', () => {
    expect(spanAt({ zone: 'UTC', sessions: [] }, '2024-01-07T00:59Z')).toEqual(['closed', null])
  })

  test('an unknown zone and impossible sessions are refused', () => {
    const session = { fromDay: 0, fromMinute: 0, toDay: 1, toMinute: 0 }
    const faultOf = (calendar: Calendar) => validateCalendar(calendar)
    expect(faultOf(FOREX_CALENDAR).ok).toBe(true)
    expect(faultOf({ zone: 'Mars/Olympus', sessions: [session] })).toEqual({
      ok: false,
      code: 'ZONE_UNKNOWN',
    })
    expect(faultOf({ zone: 'UTC', sessions: [{ ...session, fromDay: 7 }] })).toEqual({
      ok: false,
      code: 'SESSIONS_INVALID',
    })
    expect(faultOf({ zone: 'UTC', sessions: [] })).toEqual({ ok: false, code: 'SESSIONS_INVALID' })
  })
})
