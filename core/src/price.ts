import { formatDecimal, parseDecimal } from './decimal.ts'
import { fail, type Result } from './result.ts'

declare const unit: unique symbol

/** A price as an integer of 10^-precision; the precision is the product's. */
export type Price = bigint & { readonly [unit]: 'price' }

/** Says that an integer is a price at its product's precision. */
export function asPrice(value: bigint): Price {
  return value as Price
}

/** Decimal text as a price at `precision`. `TOO_PRECISE` when it has more decimals, `NOT_POSITIVE` for zero and below. */
export function parsePrice(
  text: string,
  precision: number,
): Result<Price, 'MALFORMED' | 'TOO_PRECISE' | 'NOT_POSITIVE'> {
  const parsed = parseDecimal(text, precision)
  if (!parsed.ok) return parsed
  return parsed.value > 0n ? { ok: true, value: asPrice(parsed.value) } : fail('NOT_POSITIVE')
}

/** Decimal text of a price with all the decimals of its precision: `67482.36`, grouped `67,482.36`. */
export function formatPrice(price: bigint, precision: number, options: { group?: boolean } = {}): string {
  return formatDecimal(price, {
    scale: precision,
    minDecimals: precision,
    maxDecimals: precision,
    ...options,
  })
}
