import { fail, ok, type Result } from './result.ts'

export const DAY_MS = 86_400_000

/** `2026-11-20` of a number of days since 1970-01-01, in UTC. */
export function formatDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** Days since 1970-01-01 of `2026-11-20`; a day the calendar does not have is refused. */
export function parseDay(text: string): Result<number, 'MALFORMED'> {
  const day = Date.parse(`${text}T00:00:00Z`) / DAY_MS
  return Number.isInteger(day) && day >= 0 && formatDay(day) === text ? ok(day) : fail('MALFORMED')
}
