import { fail, ok, type Result } from './result.ts'
import { isZone, momentOf, wallClockMs } from './zone-time.ts'

/** One weekly session on the wall clock of the calendar's zone; days 0 Sunday to 6 Saturday, minutes of the day 0 to 1440. */
export interface WeeklySession {
  readonly fromDay: number
  readonly fromMinute: number
  readonly toDay: number
  readonly toMinute: number
}

export interface WeeklyCalendar {
  /** IANA name, such as `America/New_York`. */
  readonly zone: string
  readonly sessions: readonly WeeklySession[]
}

/** Trading hours: weekly sessions in a zone; null: always open. */
export type Calendar = WeeklyCalendar | null

export type OpenSpan =
  /** Open: since when, until when (exclusive); null: always. */
  | { readonly open: true; readonly openSinceMs: number | null; readonly closesAtMs: number | null }
  /** Closed: since when, null: for longer than a week; when it opens next, null: never. */
  | { readonly open: false; readonly closedSinceMs: number | null; readonly opensAtMs: number | null }

export const ALWAYS_OPEN: Calendar = null

/** Forex: Sunday 17:00 to Friday 17:00, New York. */
export const FOREX_CALENDAR: WeeklyCalendar = {
  zone: 'America/New_York',
  sessions: [{ fromDay: 0, fromMinute: 1020, toDay: 5, toMinute: 1020 }],
}

export const SESSIONS_MAX = 50
const MINUTE_MS = 60_000
const DAY_MINUTES = 1440
const DAY_MS = DAY_MINUTES * MINUTE_MS
const WEEK_MINUTES = 7 * DAY_MINUTES
const WEEK_MS = WEEK_MINUTES * MINUTE_MS
/** 1970-01-04 was a Sunday. */
const FIRST_SUNDAY_MS = 3 * DAY_MS

interface Span {
  fromMs: number
  toMs: number
}

/** Whether trading is open at a moment: an opening moment is open, a closing moment is closed. */
export function isOpen(calendar: Calendar, timeMs: number): boolean {
  return openSpan(calendar, timeMs).open
}

/**
 * The open span a moment lies in, or when the next one begins. Sessions that touch are one span.
 * Costs tens of microseconds: keep the answer until it ends rather than asking for every order.
 */
export function openSpan(calendar: Calendar, timeMs: number): OpenSpan {
  if (calendar === null) return { open: true, openSinceMs: null, closesAtMs: null }
  const spans = spansAround(calendar.zone, calendar.sessions, timeMs)
  const found = spans.find((span) => span.fromMs <= timeMs && timeMs < span.toMs)
  if (found === undefined) {
    return {
      open: false,
      closedSinceMs: spans.findLast((span) => span.toMs <= timeMs)?.toMs ?? null,
      opensAtMs: spans.find((span) => span.fromMs > timeMs)?.fromMs ?? null,
    }
  }
  // Sessions around the whole week melt into one span that is only as long as the search.
  const endless = found.toMs - found.fromMs > 2 * WEEK_MS
  return endless
    ? { open: true, openSinceMs: null, closesAtMs: null }
    : { open: true, openSinceMs: found.fromMs, closesAtMs: found.toMs }
}

/** Whether trading is open from `fromMs` on without a break until `toMs`; `toMs` may be the closing moment itself. */
export function isOpenThroughout(calendar: Calendar, fromMs: number, toMs: number): boolean {
  const span = openSpan(calendar, fromMs)
  return span.open && (span.closesAtMs === null || toMs <= span.closesAtMs)
}

/** Milliseconds of trading hours in [fromMs, toMs). */
export function openMsBetween(calendar: Calendar, fromMs: number, toMs: number): number {
  let openMs = 0
  for (let atMs = fromMs; atMs < toMs; ) {
    const span = openSpan(calendar, atMs)
    const nextMs = Math.min((span.open ? span.closesAtMs : span.opensAtMs) ?? toMs, toMs)
    if (span.open) openMs += nextMs - atMs
    atMs = nextMs
  }
  return openMs
}

/** The calendar itself when it can be used. */
export function validateCalendar(calendar: Calendar): Result<Calendar, 'ZONE_UNKNOWN' | 'SESSIONS_INVALID'> {
  if (calendar === null) return ok(calendar)
  if (!isZone(calendar.zone)) return fail('ZONE_UNKNOWN')
  const { sessions } = calendar
  const within = (value: number, max: number): boolean =>
    Number.isInteger(value) && value >= 0 && value <= max
  const valid = sessions.every(
    (session) =>
      within(session.fromDay, 6) &&
      within(session.toDay, 6) &&
      within(session.fromMinute, DAY_MINUTES) &&
      within(session.toMinute, DAY_MINUTES),
  )
  return valid && sessions.length > 0 && sessions.length <= SESSIONS_MAX
    ? ok(calendar)
    : fail('SESSIONS_INVALID')
}

/** Sessions of the week before to three weeks after, as moments, merged where they touch. */
function spansAround(zone: string, sessions: readonly WeeklySession[], timeMs: number): Span[] {
  const wallMs = wallClockMs(zone, timeMs)
  const sundayMs = Math.floor((wallMs - FIRST_SUNDAY_MS) / WEEK_MS) * WEEK_MS + FIRST_SUNDAY_MS
  const spans: Span[] = []
  for (const week of [-1, 0, 1, 2]) {
    for (const session of sessions) {
      const from = session.fromDay * DAY_MINUTES + session.fromMinute
      const to = session.toDay * DAY_MINUTES + session.toMinute
      // A session that ends before it begins runs over the end of the week.
      const end = to > from ? to : to + WEEK_MINUTES
      const baseMs = sundayMs + week * WEEK_MS
      spans.push({
        fromMs: momentOf(zone, baseMs + from * MINUTE_MS),
        toMs: momentOf(zone, baseMs + end * MINUTE_MS),
      })
    }
  }
  return merged(spans)
}

function merged(spans: Span[]): Span[] {
  const result: Span[] = []
  for (const span of spans.sort((a, b) => a.fromMs - b.fromMs)) {
    // A session that the clock jumps over in spring is empty.
    if (span.toMs <= span.fromMs) continue
    const last = result.at(-1)
    if (last !== undefined && span.fromMs <= last.toMs) last.toMs = Math.max(last.toMs, span.toMs)
    else result.push({ ...span })
  }
  return result
}
