import { ensure } from '@truestrike/core/assert.ts'
import { expect, test } from 'vitest'
import { type SecondQuote, secondTarget } from './second-targets.ts'

const priceOf = (base: string, ...quotes: SecondQuote[]): bigint | null => {
  const category = base === 'BTC' ? 'crypto' : 'forex'
  const target = ensure(secondTarget({ id: 1, base, category, precision: 5 }))
  return target.price(new Map(quotes.map((quote) => [quote.pair, quote])))
}

test('[M5] a quote of the second source counts only while its bid and ask lie within half a percent', () => {
  expect(priceOf('BTC', { pair: 'BTC/USDT', bid: '60000', ask: '60300' })).toBe(6_015_000_000n)
  expect(priceOf('BTC', { pair: 'BTC/USDT', bid: '60000', ask: '60300.1' })).toBeNull()
  expect(priceOf('BTC', { pair: 'BTC/USDT', bid: '60001', ask: '60000' })).toBeNull()
  expect(priceOf('CAD', { pair: 'USDT/CAD', bid: '1.25', ask: '1.26' })).toBeNull()
  const euro = { pair: 'EUR/USD', bid: '1.1', ask: '1.1' }
  expect(priceOf('EUR', euro, { pair: 'USDT/USD', bid: '1', ask: '1' })).toBe(110_000n)
  expect(priceOf('EUR', euro, { pair: 'USDT/USD', bid: '0.99', ask: '1' })).toBeNull()
})
