import { ensure } from './assert.ts'

const MINUTE_MS = 60_000
/** Zones kept prepared: making a formatter costs a thousand times what using one does. */
const ZONES_MAX = 64
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  if (formatters.size >= ZONES_MAX) formatters.clear()
  formatters.set(zone, made)
  return made
}

/** Whether the runtime knows an IANA zone. */
export function isZone(zone: string): boolean {
  try {
    formatterOf(zone)
    return true
  } catch {
    return false
  }
}

/** What a wall clock in `zone` shows, as if it were UTC: milliseconds of that date and time. Throws for an unknown zone. */
export function wallClockMs(zone: string, timeMs: number): number {
  const parts = new Map(
    formatterOf(zone)
      .formatToParts(timeMs)
      .map((part) => [part.type, Number(part.value)]),
  )
  const of = (type: Intl.DateTimeFormatPartTypes): number => ensure(parts.get(type))
  const whole = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  return whole + (((timeMs % 1000) + 1000) % 1000)
}

/**
 * The moment a wall clock in `zone` shows `wallMs` (a date and time read as if UTC). A time that is skipped in spring
 * is taken as the moment the clock jumps over it; one that comes twice in autumn as the first of the two.
 */
export function momentOf(zone: string, wallMs: number): number {
  const offsetAt = (timeMs: number): number => wallClockMs(zone, timeMs) - timeMs
  // One day around holds both offsets of a change; the larger one gives the earlier moment.
  const offsets = [offsetAt(wallMs - 1440 * MINUTE_MS), offsetAt(wallMs + 1440 * MINUTE_MS)]
  const early = wallMs - Math.max(...offsets)
  const late = wallMs - Math.min(...offsets)
  if (early === late || wallClockMs(zone, early) === wallMs) return early
  if (wallClockMs(zone, late) === wallMs) return late
  return jumpBetween(zone, early, late, wallMs)
}

/** First moment in (low, high] whose wall clock shows at least `wallMs`. */
function jumpBetween(zone: string, low: number, high: number, wallMs: number): number {
  let before = low
  let after = high
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (wallClockMs(zone, middle) >= wallMs) after = middle
    else before = middle
  }
  return after
}
