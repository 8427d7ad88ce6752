/** Days of the calendar in the user's own zone. */

/** Midnight that begins the day in the user's own zone. */
export function dayStartMs(nowMs: number): number {
  return new Date(nowMs).setHours(0, 0, 0, 0)
}

/**
 * The moment a day begins, a number of days after another one: days of the calendar, of which some have 23 hours, some 25,
 * and some no midnight.
 */
export function daysAfter(dayMs: number, days: number): number {
  const day = new Date(dayMs)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days).getTime()
}

/** `2026-11-21` as the midnight that begins it; null when it is no day, as while its year is being typed (`0002-11-21`). */
export function dayOf(text: string): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (parts === null || Number(parts[1]) <= 1970) return null
  const timeMs = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])).getTime()
  return Number.isFinite(timeMs) ? timeMs : null
}
