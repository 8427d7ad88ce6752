import { DECIMALS_MAX, formatDecimal, parseDecimal } from '@truestrike/core/decimal.ts'

/** Decimal strings as they cross the wire, by bigint only: never a float. */

/** A true minus, as wide as a plus. */
const MINUS = '−'

/** The number as an integer of 10^-12, or null when it is not plain decimal text. */
export function scaledOf(text: string | null | undefined): bigint | null {
  if (text === null || text === undefined) return null
  const parsed = parseDecimal(text, DECIMALS_MAX)
  return parsed.ok ? parsed.value : null
}

/** Digits after the point. */
export function decimalsOf(text: string): number {
  const point = text.indexOf('.')
  return point < 0 ? 0 : text.length - point - 1
}

/** An integer of 10^-12 with exactly so many decimals (cut off, not rounded), grouped, with a true minus. */
export function shownScaled(scaled: bigint, decimals: number): string {
  return shownMinus(
    formatDecimal(scaled, { scale: DECIMALS_MAX, minDecimals: decimals, maxDecimals: decimals, group: true }),
  )
}

export function shownMinus(text: string): string {
  return text.startsWith('-') ? `${MINUS}${text.slice(1)}` : text
}

/** A plus before what is above zero as shown: `+0.00` is never written. */
export function withPlus(shown: string): string {
  return shown.startsWith(MINUS) || !/[1-9]/.test(shown) ? shown : `+${shown}`
}

/** Negative, zero or positive, as `a` is below, equal to or above `b`; 0 when one is no number. */
export function compareDecimals(a: string, b: string): number {
  const [left, right] = [scaledOf(a), scaledOf(b)]
  if (left === null || right === null || left === right) return 0
  return left < right ? -1 : 1
}
