import type { ProductRecord } from '../product.store.ts'
import { createPriceReader, readDecimal } from '../recorded-decimal.ts'
import { derivePrice, TETHER_PAIR } from './forex-legs.ts'

/** Best bid and ask of a pair as the second source wrote them. */
export interface SecondQuote {
  pair: string
  bid: string
  ask: string
}

/** Where a product's price is held against. */
export interface SecondTarget {
  productId: number
  /** As ccxt names it. */
  exchange: string
  pairs: readonly string[]
  /** The product's price by these pairs' quotes, in units of its precision. */
  price(quotes: ReadonlyMap<string, SecondQuote>): bigint | null
}

/** Bitstamp quotes these in dollars. For the others Kraken's books of USDT against the currency are asked: the dollar's are the source. */
const AT_BITSTAMP = new Set(['EUR', 'GBP'])
const AT_KRAKEN = new Set(['AUD', 'CAD', 'CHF', 'JPY'])

/** A wider book says little of the price: its quote counts as none. */
const SECOND_SPREAD_MAX_BPS = 50n

/** Null: no second source is known for the product. */
export function secondTarget(
  product: Pick<ProductRecord, 'id' | 'base' | 'category' | 'precision'>,
): SecondTarget | null {
  const { id: productId, base, category, precision } = product
  if (category === 'crypto')
    return direct({ productId, exchange: 'okx', pair: `${base}/USDT` }, precision, false)
  if (AT_KRAKEN.has(base))
    return direct({ productId, exchange: 'kraken', pair: `USDT/${base}` }, precision, true)
  if (!AT_BITSTAMP.has(base)) return null
  const pair = `${base}/USD`
  return {
    productId,
    exchange: 'bitstamp',
    pairs: [pair, TETHER_PAIR],
    price(quotes) {
      const [currency, tether] = [narrow(quotes, pair), narrow(quotes, TETHER_PAIR)]
      if (currency === null || tether === null) return null
      return derivePrice(
        { base: { ...currency, timeMs: 0 }, quote: { ...tether, timeMs: 0 } },
        false,
        precision,
      )
    },
  }
}

function direct(
  { productId, exchange, pair }: { productId: number; exchange: string; pair: string },
  precision: number,
  inverse: boolean,
): SecondTarget {
  const reader = createPriceReader({ precision }, inverse)
  return {
    ...{ productId, exchange, pairs: [pair] },
    price(quotes) {
      const quote = narrow(quotes, pair)
      return quote === null ? null : reader.mid(quote.bid, quote.ask)
    },
  }
}

/** The pair's quote; null without one, or with bid and ask too far apart. */
function narrow(quotes: ReadonlyMap<string, SecondQuote>, pair: string): SecondQuote | null {
  const quote = quotes.get(pair)
  const [bid, ask] = [readDecimal(quote?.bid ?? ''), readDecimal(quote?.ask ?? '')]
  if (quote === undefined || bid === null || ask === null) return null
  const low = bid.digits * 10n ** BigInt(ask.decimals)
  const high = ask.digits * 10n ** BigInt(bid.decimals)
  return low <= high && (high - low) * 10_000n <= low * SECOND_SPREAD_MAX_BPS ? quote : null
}
