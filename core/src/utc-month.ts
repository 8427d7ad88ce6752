/** Months since January 1970, in UTC, of a time. */
export function monthOfMs(timeMs: number): number {
  const date = new Date(timeMs)
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth()
}

/** Its first moment. */
export function monthStartMs(month: number): number {
  return Date.UTC(1970, month, 1)
}

/** `2026-11` */
export function formatMonth(month: number): string {
  return new Date(monthStartMs(month)).toISOString().slice(0, 7)
}

/** Of a month as `formatMonth` writes it, between 01 and 12; from 1970 on. */
export function parseMonth(text: string): number {
  return monthOfMs(Date.parse(`${text}-01T00:00:00Z`))
}
