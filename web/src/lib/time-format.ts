import i18next from 'i18next'

/** Dates and times of the service clock in the user's language, Latin digits in all of them. */

const formats = new Map<string, Intl.DateTimeFormat>()

/** For forms of its own; the common ones are below. */
export function formatTime(timeMs: number, options: Intl.DateTimeFormatOptions): string {
  if (!Number.isFinite(timeMs)) return i18next.t('errors:INVALID_DATE')
  const language = i18next.language || 'en-US'
  const key = `${language} ${JSON.stringify(options)}`
  try {
    const known = formats.get(key) ?? new Intl.DateTimeFormat(`${language}-u-nu-latn`, options)
    formats.set(key, known)
    return known.format(timeMs)
  } catch {
    return i18next.t('errors:TIME_FORMAT_ERROR')
  }
}

/** `14:32:26` */
export function formatClock(timeMs: number): string {
  return formatTime(timeMs, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
}

/** `14:32` */
export function formatMinute(timeMs: number): string {
  return formatTime(timeMs, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
}

/** `Nov 21` */
export function formatMonthDay(timeMs: number): string {
  return formatTime(timeMs, { month: 'short', day: 'numeric' })
}

/** `Nov 21, 14:32:26`; in another year than this one `Nov 21, 2025, 14:32:26`. */
export function formatDayAndClock(timeMs: number): string {
  const isThisYear = new Date(timeMs).getFullYear() === new Date().getFullYear()
  return formatTime(timeMs, {
    ...(isThisYear ? {} : { year: 'numeric' }),
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
}

/** `Nov 21, 2026` */
export function formatDayYear(timeMs: number): string {
  return formatTime(timeMs, { year: 'numeric', month: 'short', day: 'numeric' })
}

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** `3 minutes ago`, or `just now` within the last minute. */
export function formatRelative(timeMs: number, nowMs: number): string {
  if (!Number.isFinite(timeMs)) return i18next.t('errors:INVALID_DATE')
  const agoMs = nowMs - timeMs
  if (agoMs < MINUTE_MS) return i18next.t('errors:JUST_NOW')
  const relative = new Intl.RelativeTimeFormat(`${i18next.language || 'en-US'}-u-nu-latn`, {
    numeric: 'always',
  })
  if (agoMs < HOUR_MS) return relative.format(-Math.floor(agoMs / MINUTE_MS), 'minute')
  if (agoMs < DAY_MS) return relative.format(-Math.floor(agoMs / HOUR_MS), 'hour')
  return relative.format(-Math.floor(agoMs / DAY_MS), 'day')
}

/** What is left, `05:45`, `1:02:09`, `26:03:04`, in every language alike; rounded up, so that it reads 00:01 until the very end. */
export function formatCountdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  const pad = (value: number): string => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3_600)
  const rest = `${pad(Math.floor((seconds % 3_600) / 60))}:${pad(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}
