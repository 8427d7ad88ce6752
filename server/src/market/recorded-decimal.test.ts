import { expect, test } from 'vitest'
import { createPriceReader, matchPair, quoteVolumeMicros } from './recorded-decimal.ts'

test('[M5] recorded pairs find their product, also the other way round', () => {
  expect(matchPair('BTCUSDT', 'BTCUSDT')).toBe('same')
  expect(matchPair('EURUSD', 'EURUSDT')).toBe('same')
  expect(matchPair('USDJPY', 'JPYUSDT')).toBe('inverse')
  expect(matchPair('USDJPY', 'CHFUSDT')).toBeNull()
  expect(matchPair('ETHUSDT', 'BTCUSDT')).toBeNull()
})

test('[M5] recorded prices become integers of the product, rounded half up where they are finer', () => {
  const two = createPriceReader({ precision: 2 }, false)
  expect(two.price('75901.45000000')).toBe(7_590_145n)
  expect(two.price('0.005')).toBe(1n)
  expect(two.price('0.0049')).toBeNull()
  expect(two.price('1e3')).toBeNull()
  expect(two.price('0')).toBeNull()
})

test('[M5] an inverse price is one divided by the recorded one', () => {
  const yen = createPriceReader({ precision: 7 }, true)
  // 1 / 103.811 = 0.00963289…
  expect(yen.price('103.811')).toBe(96_329n)
})

test('[M5] the price of a quote is the mid, a half rounded up', () => {
  const euro = createPriceReader({ precision: 5 }, false)
  expect(euro.mid('1.38727', '1.38729')).toBe(138_728n)
  expect(euro.mid('1.38726', '1.38729')).toBe(138_728n)
  expect(euro.mid('1.3872', '1.38721')).toBe(138_721n)
})

test('[M5] quote volume is base volume times price', () => {
  expect(quoteVolumeMicros('61.685675', 5_876_034n, 2)).toBe(3_624_671_236_129n)
  expect(quoteVolumeMicros('2098901.1000000001', 8_543n, 5)).toBe(179_309_120_973n)
  expect(quoteVolumeMicros('', 8_543n, 5)).toBe(0n)
})

test('[M5] what no market has is no price and no volume', () => {
  const two = createPriceReader({ precision: 2 }, false)
  expect(two.price('90071992547409.91')).toBe(9_007_199_254_740_991n)
  expect(two.price('90071992547409.92')).toBeNull()
  expect(two.price('9'.repeat(40))).toBeNull()
  expect(two.mid('1', '9'.repeat(40))).toBeNull()
  expect(quoteVolumeMicros('99999999999999999999', 8_543n, 5)).toBeNull()
})
