import i18next from 'i18next'
import { DEFAULT_LOCALE, intlLocale } from './locale.ts'

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** Languages whose narrow units mix letters and abbreviations (`30 Sek.`, `1h`): they take the short ones throughout. */
const SHORT_UNITS: readonly string[] = ['de-DE']

/** One amount with its unit. Letters never stick to the digits (`30 s`) nor leave them at the end of a line. */
function amountText(
  locale: string,
  amount: number,
  unit: string,
  style: 'narrow' | 'short' | 'long',
): string {
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: style })
  if (style === 'long') return format.format(amount)
  const words = format.formatToParts(amount).map((part) => part.value.trim())
  return words.filter((word) => word !== '').join('\u00a0')
}

/** `3h`, `3ч`: the letter close to the digits, where there is room for nothing more. */
export function formatHours(hours: number): string {
  return amountText(intlLocale(i18next.language || DEFAULT_LOCALE), hours, 'hour', 'narrow').replace(
    '\u00a0',
    '',
  )
}

/**
 * A contract's duration in seconds, minutes, hours, days, in the reader's language: `30 s`, `5 m`, `1 h` or in full
 * `30 seconds`; mixed ones in their parts (`1 minute, 30 seconds`).
 */
export function formatDuration(seconds: number, style: 'narrow' | 'long' = 'narrow'): string {
  if (!Number.isFinite(seconds) || seconds < 0) return i18next.t('errors:TIME_FORMAT_ERROR')
  const locale = intlLocale(i18next.language || DEFAULT_LOCALE)
  const display = style === 'narrow' && SHORT_UNITS.includes(i18next.language) ? 'short' : style
  let rest = Math.floor(seconds)
  const parts: string[] = []
  for (const [unit, size] of UNITS) {
    const amount = Math.floor(rest / size)
    rest -= amount * size
    if (amount === 0 && !(unit === 'second' && parts.length === 0)) continue
    parts.push(amountText(locale, amount, unit, display))
  }
  if (parts.length === 1) return parts[0] ?? ''
  return new Intl.ListFormat(locale, { type: 'unit', style }).format(parts)
}
