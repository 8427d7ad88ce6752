/** Quote currencies a symbol can end with, for symbols whose product is not known (any more). */
const QUOTES = ['USDT', 'USD'] as const

export interface Pair {
  base: string
  quote: string
}

/** `BTCUSDT` → BTC and USDT. */
export function pairOf(symbol: string, product?: Pair): Pair {
  if (product !== undefined) return { base: product.base, quote: product.quote }
  const quote = QUOTES.find((each) => symbol.endsWith(each) && symbol.length > each.length) ?? ''
  return { base: symbol.slice(0, symbol.length - quote.length), quote }
}

export function pairText(symbol: string, product?: Pair): string {
  const { base, quote } = pairOf(symbol, product)
  return quote === '' ? base : `${base}/${quote}`
}
