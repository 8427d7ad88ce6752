import { decimalsOf, scaledOf, shownScaled } from './decimal-text.ts'
import { MISSING } from './money-format.ts'

/** Digits that tell prices apart at a glance; the trade screen has them all. */
const DIGITS = 5
const DECIMALS_MIN = 2
const SCALE_DIGITS = 12
/** Of a unit worth less than this a hundred are quoted, as of yen: 10^-12. */
const HUNDRED_BELOW = 10n ** 10n

/** How many units of the base a list quotes; judged by one price, so that its high and low agree with it. */
export function unitsQuoted(price: string | null): 1 | 100 {
  const scaled = scaledOf(price)
  return scaled !== null && scaled > 0n && scaled < HUNDRED_BELOW ? 100 : 1
}

/** `554.08`, `0.12461`: to five digits but never below the cent, rounded half up. */
export function quoteText(price: string | null, units: 1 | 100): string {
  const one = scaledOf(price)
  if (one === null || price === null) return MISSING
  const scaled = one * BigInt(units)
  const wholeDigits = String(scaled).length - SCALE_DIGITS
  const decimals = Math.min(decimalsOf(price), Math.max(DECIMALS_MIN, DIGITS - wholeDigits))
  const half = 10n ** BigInt(SCALE_DIGITS - decimals) / 2n
  return shownScaled(scaled + half, decimals)
}
