import { expect, test } from 'vitest'
import { priceAway, readPrice } from './alert-price.ts'

test('[N6] [L2] a price is read as the page writes it, and as half of the world types it', () => {
  const read = (typed: string) => readPrice(typed, 2)
  expect(['67482.36', '67,482.36', ' 67 482.36 ', '67482,36', '٦٧٤٨٢٫٣٦', '६७४८२.३६'].map(read)).toEqual(
    Array(6).fill('67482.36'),
  )
  expect(['67,482', '067482'].map(read)).toEqual(['67482', '67482'])
  for (const typed of ['', '0', '-5', '1.234', '67,48,236', '6e4', 'BTC', '1,234,56']) {
    expect(read(typed), typed).toBeNull()
  }
  expect(readPrice('0,52385', 5)).toBe('0.52385')
})

test('[N6] a price some way off is cut to what the pair can have', () => {
  expect(priceAway('67482.36', 50, 2)).toBe('67819.77')
  expect(priceAway('67482.36', -100, 2)).toBe('66807.53')
  expect(priceAway('0.12284', 100, 5)).toBe('0.12406')
})
