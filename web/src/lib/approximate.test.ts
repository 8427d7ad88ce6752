import { expect, test } from 'vitest'
import { convert } from './approximate.ts'

test('[L4] a value in another money is reckoned in whole millionths and cut towards zero', () => {
  expect(convert('2418.60', '0.92')).toBe('2225.112')
  expect(convert('0.000001', '0.999999')).toBe('0.00')
  expect(convert('-10.01', '0.333333')).toBe('-3.336663')
  expect(convert('99999999999999.999999', '84.123456')).toBe('8412345599999999.999915')
  expect(convert(null, '0.92')).toBeNull()
})
