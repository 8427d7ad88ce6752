import { DECIMALS_MAX, formatDecimal } from '@truestrike/core/decimal.ts'
import { parsePrice } from '@truestrike/core/price.ts'
import { scaledOf } from '../../lib/decimal-text.ts'

/** First of the ten digits in the scripts whose keyboards our readers use: Arabic, Persian, Devanagari. */
const DIGIT_ZEROS = [0x660, 0x6f0, 0x966]
const FOREIGN_DIGIT = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g
/** Spaces, and marks of writing direction that come along with what is copied from a page. */
const INVISIBLE = /[\s\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** As the page writes prices. */
const GROUPED = /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/
/** As half of the world types decimals. */
const DECIMAL_COMMA = /^\d+,\d+$/

function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  return String(code - (DIGIT_ZEROS.find((zero) => code >= zero && code < zero + 10) ?? code))
}

/** What was typed as a price of the product, for the wire; null when it is none. */
export function readPrice(typed: string, precision: number): string | null {
  const bare = typed.replace(INVISIBLE, '').replace(FOREIGN_DIGIT, latinDigit).replace('٫', '.')
  const plain = GROUPED.test(bare) ? bare.replaceAll(',', '') : bare
  const text = (DECIMAL_COMMA.test(plain) ? plain.replace(',', '.') : plain).replace(/^0+(?=\d)/, '')
  return parsePrice(text, precision).ok ? text : null
}

/** So many hundredths of a percent away from a price, cut to its product's decimals; null without a price. */
export function priceAway(price: string, bps: number, precision: number): string | null {
  const scaled = scaledOf(price)
  if (scaled === null) return null
  const away = (scaled * BigInt(10_000 + bps)) / 10_000n
  return formatDecimal(away, { scale: DECIMALS_MAX, minDecimals: precision, maxDecimals: precision })
}
