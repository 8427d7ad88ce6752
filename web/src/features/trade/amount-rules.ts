import { formatMicros, parseMicros } from '@truestrike/core/money.ts'
import { microsOf } from '../../lib/money-format.ts'

/** Amounts offered at one tap, USDT. */
export const QUICK_AMOUNTS = ['10', '25', '50', '100', '250'] as const
export const FIRST_AMOUNT = '50.00'

/** What is typed becomes an amount, or null: no sign, no exponent, at most six decimals; a comma counts as the point. */
export function amountOf(typed: string): bigint | null {
  const text = typed
    .trim()
    .replace(',', '.')
    .replace(/^\./, '0.')
    .replace(/\.$/, '')
    .replace(/^0+(?=\d)/, '')
  const parsed = parseMicros(text)
  return parsed.ok && parsed.value > 0n ? parsed.value : null
}

/** First of the ten digits in the scripts whose keyboards our readers use: Arabic, Persian, Devanagari, full width. */
const DIGIT_ZEROS = [0x660, 0x6f0, 0x966, 0xff10]
const FOREIGN_DIGIT = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]/g
/** As the page itself writes amounts: pasted, its commas are no decimal ones. */
const GROUPED = /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/

function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  const zero = DIGIT_ZEROS.find((first) => code >= first && code < first + 10) ?? code
  return String(code - zero)
}

/** Keeps a field to what can become an amount: digits and one point, at most 12 before and six after it. */
export function typedAmount(raw: string, before: string): string {
  const latin = raw.trim().replace(FOREIGN_DIGIT, latinDigit).replace('٫', '.').replaceAll('٬', ',')
  const text = GROUPED.test(latin) ? latin.replaceAll(',', '') : latin.replace(',', '.')
  return /^\d{0,12}(\.\d{0,6})?$/.test(text) ? text : before
}

export function textOfAmount(micros: bigint): string {
  return formatMicros(micros)
}

export interface AmountBounds {
  minMicros: bigint
  maxMicros: bigint
}

/** Least of balance and the rule's maximum; zero when that is below the minimum. */
export function largestAmount({ minMicros, maxMicros }: AmountBounds, availableMicros: bigint): bigint {
  const largest = availableMicros < maxMicros ? availableMicros : maxMicros
  return largest < minMicros ? 0n : largest
}

const USDT = 1_000_000n
const STEPS = [
  { belowUsdt: 10n, stepUsdt: 1n },
  { belowUsdt: 100n, stepUsdt: 5n },
  { belowUsdt: 500n, stepUsdt: 25n },
  { belowUsdt: 2_000n, stepUsdt: 100n },
] as const
const LARGEST_STEP_USDT = 500n

function stepAt(micros: bigint): bigint {
  const found = STEPS.find(({ belowUsdt }) => micros < belowUsdt * USDT)
  return (found?.stepUsdt ?? LARGEST_STEP_USDT) * USDT
}

/** The next round amount above or below, kept inside the bounds. */
export function steppedAmount(
  micros: bigint,
  direction: -1 | 1,
  { minMicros, maxMicros }: AmountBounds,
): bigint {
  const step = direction > 0 ? stepAt(micros) : stepAt(micros > 0n ? micros - 1n : 0n)
  const next = direction > 0 ? (micros / step + 1n) * step : ((micros + step - 1n) / step - 1n) * step
  if (next < minMicros) return minMicros
  return next > maxMicros ? maxMicros : next
}

export function boundsOf(rule: { stakeMin: string; stakeMax: string }): AmountBounds {
  return { minMicros: microsOf(rule.stakeMin) ?? 0n, maxMicros: microsOf(rule.stakeMax) ?? 0n }
}
