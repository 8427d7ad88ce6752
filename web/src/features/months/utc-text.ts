import i18next from 'i18next'

/** Months and times of the public page in UTC, as the price log has them, in the reader's language with Latin digits. */
function utcText(timeMs: number, options: Intl.DateTimeFormatOptions): string {
  const locale = `${i18next.language || 'en-US'}-u-nu-latn`
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(timeMs)
}

/** `November 2026` */
export function formatUtcMonth(timeMs: number): string {
  return utcText(timeMs, { year: 'numeric', month: 'long' })
}

/** `Nov 21, 14:32:26` */
export function formatUtcMoment(timeMs: number): string {
  const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
  return utcText(timeMs, { month: 'short', day: 'numeric', ...clock })
}
