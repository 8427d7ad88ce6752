import { expect, test } from 'vitest'
import { contractIdIn, orderNumberOf } from './order-number.ts'

test('[U-19] [C2] an order number bears no brand, holds the id of its contract, and one of before is still read', () => {
  expect(orderNumberOf(123n)).toBe('C0000000123')
  for (const id of [1n, 123n, 98_765_432_101n, 9_223_372_036_854_775_807n]) {
    expect(contractIdIn(orderNumberOf(id))).toBe(id.toString())
    expect(contractIdIn(`TS${id.toString().padStart(10, '0')}`)).toBe(id.toString())
    expect(contractIdIn(id.toString())).toBe(id.toString())
  }
  expect(contractIdIn('c0000000123')).toBe('123')
  for (const text of ['', 'C', 'C0', 'R7', 'CC1', 'C1x', 'C99999999999999999999'])
    expect(contractIdIn(text), text).toBeNull()
})
