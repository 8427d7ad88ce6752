import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareDecimals } from './decimal-text.ts'
import { formatCompact, formatMoney, formatMoneyExact, formatMoneySigned } from './money-format.ts'
import {
  changeBps,
  formatBps,
  formatChange,
  formatPrice,
  formatPriceDistance,
  splitPrice,
} from './price-format.ts'
import { formatCountdown } from './time-format.ts'

test('[L2] amounts and prices: commas, a true minus, decimals cut towards zero, -- for what is missing', () => {
  expect(formatMoney('2418.609999')).toBe('2,418.60')
  expect(formatMoney('-0.009')).toBe('0.00')
  expect(formatMoneySigned('85')).toBe('+85.00')
  expect(formatMoneySigned('-1240.5')).toBe('−1,240.50')
  expect(formatMoneySigned('0')).toBe('0.00')
  expect(formatMoneyExact('0.000001')).toBe('0.000001')
  expect(formatMoney(null)).toBe('--')
  expect(formatMoney('12e3')).toBe('--')
  expect(formatPrice('67482.36')).toBe('67,482.36')
  expect(splitPrice('67482.36')).toEqual({ whole: '67,482', fraction: '.36' })
  expect(formatPriceDistance('67412.80', '67482.36')).toBe('+69.56')
  expect(formatPriceDistance('1.08415', '1.08397')).toBe('−0.00018')
  expect(formatChange('90.00', '91.12')).toBe('+1.24%')
  expect(formatChange('0.00', '1.00')).toBe('--')
  expect(formatBps(8550)).toBe('85.5%')
})

test('[M1] volumes in B, M and K', () => {
  expect(['1420000000', '880100000.5', '9500', '999.999', '-2500'].map(formatCompact)).toEqual([
    '1.42B',
    '880.10M',
    '9.50K',
    '999.99',
    '−2.50K',
  ])
})

test('[M1] comparing and changes agree with integers', () => {
  const cents = fc.bigInt({ min: 1n, max: 10n ** 15n })
  const text = (value: bigint): string => `${value / 100n}.${String(value % 100n).padStart(2, '0')}`
  fc.assert(
    fc.property(cents, cents, (a, b) => {
      expect(compareDecimals(text(a), text(b))).toBe(a < b ? -1 : a > b ? 1 : 0)
      const bps = changeBps(text(a), text(b))
      const remainder = (bps ?? 0n) * a - (b - a) * 10_000n
      expect(2n * (remainder < 0n ? -remainder : remainder) <= a).toBe(true)
    }),
  )
})

test('[T7] a countdown reads 00:01 until the very end', () => {
  expect([345_000, 1, 0, -5, 3_729_000, 93_784_000].map(formatCountdown)).toEqual([
    '05:45',
    '00:01',
    '00:00',
    '00:00',
    '1:02:09',
    '26:03:04',
  ])
})
