import { fail, ok, type Result } from './result.ts'

const PATTERN = /^(-?)(0|[1-9][0-9]{0,14})(?:\.([0-9]{1,12}))?$/

/**
 * Plain decimal text (no exponent, no `+`, no spaces, no leading zeros, at most 15 digits before the point) as an integer
 * of 10^-scale. `TOO_PRECISE` when it has more than `scale` decimals, even if they are zeros: what was typed is what is kept.
 */
export function parseDecimal(text: string, scale: number): Result<bigint, 'MALFORMED' | 'TOO_PRECISE'> {
  const found = PATTERN.exec(text)
  if (found === null) return fail('MALFORMED')
  const [, sign, whole = '', fraction = ''] = found
  if (fraction.length > scale) return fail('TOO_PRECISE')
  const digits = BigInt(whole + fraction.padEnd(scale, '0'))
  return ok(sign === '-' ? -digits : digits)
}

/** Decimals an amount or a price may have at most. */
export const DECIMALS_MAX = 12

export interface DecimalFormat {
  /** Decimals of the value: it is an integer of 10^-scale. */
  scale: number
  /** Trailing zeros are dropped down to this many decimals. */
  minDecimals: number
  /** Decimals beyond are cut off, towards zero: never shows more than there is. */
  maxDecimals: number
  /** Thousands are separated by commas, `67,482.36`. */
  group?: boolean
}

/** Plain decimal text of an integer of 10^-scale, exact up to `maxDecimals`. Zero never has a sign. */
export function formatDecimal(
  value: bigint,
  { scale, minDecimals, maxDecimals, group = false }: DecimalFormat,
): string {
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  let fraction = digits.slice(digits.length - scale).slice(0, Math.max(minDecimals, maxDecimals))
  while (fraction.length > minDecimals && fraction.endsWith('0')) fraction = fraction.slice(0, -1)
  fraction = fraction.padEnd(minDecimals, '0')
  const shown = group ? whole.replace(/\B(?=(?:[0-9]{3})+$)/g, ',') : whole
  const sign = value < 0n && /[1-9]/.test(whole + fraction) ? '-' : ''
  return fraction === '' ? sign + shown : `${sign}${shown}.${fraction}`
}
