import { type PriceLegs, QUOTE_TEXT_MAX, type SourceQuote } from '@truestrike/core/log-entry.ts'
import type { ProductRecord } from '../product.store.ts'
import { divideRounded, PRICE_MAX, readDecimal } from '../recorded-decimal.ts'

/** What a dollar's stablecoin costs. */
export const TETHER_PAIR = 'USDT/USD'

/** Currencies that are quoted in dollars, and those dollars are quoted in. */
const IN_DOLLARS = new Set(['EUR', 'GBP', 'AUD'])
const OF_A_DOLLAR = new Set(['JPY', 'CAD', 'CHF'])

/** The pair a product's currency is quoted in; null: the source has none. */
export function legOf({ base }: Pick<ProductRecord, 'base'>): { pair: string; inverse: boolean } | null {
  if (IN_DOLLARS.has(base)) return { pair: `${base}/USD`, inverse: false }
  return OF_A_DOLLAR.has(base) ? { pair: `USD/${base}`, inverse: true } : null
}

/**
 * (currency in USD) ÷ (USDT in USD) by the mids of both, in units of the precision, halves up (docs/proof.md, Legs). Null when
 * a quote makes no sense.
 */
export function derivePrice({ base, quote }: PriceLegs, inverse: boolean, precision: number): bigint | null {
  const currency = sumOf(base)
  const tether = sumOf(quote)
  if (currency === null || tether === null) return null
  const scale = 10n ** BigInt(precision)
  // Sums are twice the mids: the factors go out in the quotient, and stay as 4 in the product.
  const units = inverse
    ? divideRounded(4n * currency.one * tether.one * scale, currency.digits * tether.digits)
    : divideRounded(currency.digits * tether.one * scale, currency.one * tether.digits)
  return units > 0n && units <= PRICE_MAX ? units : null
}

/** Bid + ask as digits ÷ one. */
function sumOf({ bid, ask }: SourceQuote): { digits: bigint; one: bigint } | null {
  if (bid.length > QUOTE_TEXT_MAX || ask.length > QUOTE_TEXT_MAX) return null
  const low = readDecimal(bid)
  const high = readDecimal(ask)
  if (low === null || high === null) return null
  const decimals = Math.max(low.decimals, high.decimals)
  const lowDigits = low.digits * 10n ** BigInt(decimals - low.decimals)
  const highDigits = high.digits * 10n ** BigInt(decimals - high.decimals)
  if (lowDigits <= 0n || highDigits < lowDigits) return null
  return { digits: lowDigits + highDigits, one: 10n ** BigInt(decimals) }
}
