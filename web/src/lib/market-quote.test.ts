import { expect, test } from 'vitest'
import { quoteText, unitsQuoted } from './market-quote.ts'

test.each([
  ['67482.36', 1, '67,482.36'],
  ['554.0761', 1, '554.08'],
  ['0.1246054', 1, '0.12461'],
  ['1.08425', 1, '1.0843'],
  ['14.2', 1, '14.2'],
  ['99.9999', 1, '100.000'],
  ['0.0063705', 100, '0.63705'],
] as const)('[M1] a list quotes %s as people read it', (price, units, text) => {
  expect([unitsQuoted(price), quoteText(price, units)]).toEqual([units, text])
})

test('[M1] a price that is missing is said to be', () => {
  expect([unitsQuoted(null), quoteText(null, 1)]).toEqual([1, '--'])
})
