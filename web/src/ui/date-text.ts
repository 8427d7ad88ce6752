import { latinDigits } from '@truestrike/protocol/latin-digits.ts'

/** Days of the calendar, written and read as the reader's language does. A day is `2026-11-21` here, no moment in time. */

type Part = 'year' | 'month' | 'day'

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/
/** Later ones, and years of two digits, are slips of the hand. */
const YEAR_MIN = 1970
const YEAR_MAX = 9999
/** By language; all others begin the week on Monday. 0 is Sunday. */
const FIRST_WEEKDAY: Readonly<Record<string, number>> = { en: 0, pt: 0, hi: 0, ar: 6 }

const pad = (value: number, length = 2): string => String(value).padStart(length, '0')

/** The day's number, in days since 1970-01-01; null where it is none. */
function numberOf(day: string): number | null {
  const [, year, month, date] = DAY.exec(day) ?? []
  if (date === undefined) return null
  const time = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)))
  const isReal = time.getUTCMonth() === Number(month) - 1 && time.getUTCDate() === Number(date)
  return isReal ? time.getTime() / 86_400_000 : null
}

/** The day a number of days after another one. */
function addDays(day: string, days: number): string {
  return new Date(((numberOf(day) ?? 0) + days) * 86_400_000).toISOString().slice(0, 10)
}

/** The same day a number of months later, or the last one of a shorter month. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return `${first.toISOString().slice(0, 8)}${pad(Math.min(date, last))}`
}

/** Of this machine's calendar. */
export function dayToday(): string {
  const now = new Date()
  return `${pad(now.getFullYear(), 4)}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known !== undefined) return known
  // Days have no zone here: that of the reader must not move them.
  const format = new Intl.DateTimeFormat(`${language}-u-nu-latn-ca-gregory`, { ...options, timeZone: 'UTC' })
  formats.set(key, format)
  return format
}

/** `Saturday, November 21, 2026` or whatever the options say. */
export function wordDay(day: string, language: string, options: Intl.DateTimeFormatOptions): string {
  return formatOf(language, options).format((numberOf(day) ?? 0) * 86_400_000)
}

const DIGITS = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
/** Marks of direction, which CLDR puts into Arabic dates: a field of digits runs one way as a whole. */
const MARKS = /[\u200e\u200f\u061c]/g

const partsOf = (language: string): Intl.DateTimeFormatPart[] => formatOf(language, DIGITS).formatToParts(0)

/** In which order year, month and day are written. */
export const dateOrder = (language: string): Part[] =>
  partsOf(language).flatMap(({ type }) =>
    type === 'year' || type === 'month' || type === 'day' ? [type] : [],
  )

/** `11/21/2026`; an empty text for no day. */
export function writeDay(day: string, language: string): string {
  if (numberOf(day) === null) return ''
  return wordDay(day, language, DIGITS).replace(MARKS, '')
}

/** Eight digits with nothing between them, as keyboards of digits alone give them, cut into the parts of a date. */
function cut(digits: string, order: readonly Part[]): string[] {
  let rest = digits
  return order.map((part) => {
    const length = part === 'year' ? 4 : 2
    const piece = rest.slice(0, length)
    rest = rest.slice(length)
    return piece
  })
}

/** What was typed, in the order of the language, with or without signs between, or as `2026-11-21`; null when it is no day. */
export function readDay(text: string, language: string): string | null {
  const typed = latinDigits(text).replace(MARKS, '').trim().split(/\D+/).filter(Boolean)
  const numbers = typed.length === 1 && typed[0]?.length === 8 ? cut(typed[0], dateOrder(language)) : typed
  if (numbers.length !== 3) return null
  const order: Part[] = numbers[0]?.length === 4 ? ['year', 'month', 'day'] : dateOrder(language)
  const of = (part: Part): string => numbers[order.indexOf(part)] ?? ''
  const year = Number(of('year'))
  if (of('year').length !== 4 || year < YEAR_MIN || year > YEAR_MAX) return null
  if (of('month').length > 2 || of('day').length > 2) return null
  const day = `${of('year')}-${pad(Number(of('month')))}-${pad(Number(of('day')))}`
  return numberOf(day) === null ? null : day
}

/** The weeks that show a month, each from the language's first weekday on; `null` stands for days of other months. */
export function weeksOf(day: string, language: string): (string | null)[][] {
  const first = `${day.slice(0, 8)}01`
  // 1970-01-01 was a Thursday.
  const weekday = ((numberOf(first) ?? 0) + 4) % 7
  const before = (weekday - firstWeekday(language) + 7) % 7
  const count = Number(addDays(addMonths(first, 1), -1).slice(8))
  const cells = Array.from({ length: Math.ceil((before + count) / 7) * 7 }, (_, at) =>
    at < before || at >= before + count ? null : addDays(first, at - before),
  )
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}

const firstWeekday = (language: string): number => FIRST_WEEKDAY[language.slice(0, 2)] ?? 1

/** Names of the weekdays, from the first one on; `2026-11-01` was a Sunday. */
export function weekdays(language: string, style: 'narrow' | 'short' | 'long'): string[] {
  return Array.from({ length: 7 }, (_, at) =>
    wordDay(addDays('2026-11-01', firstWeekday(language) + at), language, { weekday: style }),
  )
}

type DayKey = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>

/** Where a key leads from a day in a calendar; null: it leads nowhere. */
export function dayByKey(
  day: string,
  { key, shiftKey, altKey, ctrlKey, metaKey }: DayKey,
  { language, isRtl }: { language: string; isRtl: boolean },
): string | null {
  // Those are the browser's.
  if (altKey || ctrlKey || metaKey) return null
  const forward = isRtl ? 'ArrowLeft' : 'ArrowRight'
  const column = ((((numberOf(day) ?? 0) + 4) % 7) - firstWeekday(language) + 7) % 7
  if (key === 'ArrowLeft' || key === 'ArrowRight') return addDays(day, key === forward ? 1 : -1)
  if (key === 'ArrowUp') return addDays(day, -7)
  if (key === 'ArrowDown') return addDays(day, 7)
  if (key === 'Home') return addDays(day, -column)
  if (key === 'End') return addDays(day, 6 - column)
  if (key === 'PageUp') return addMonths(day, shiftKey ? -12 : -1)
  if (key === 'PageDown') return addMonths(day, shiftKey ? 12 : 1)
  return null
}
