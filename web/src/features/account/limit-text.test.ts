import { expect, test } from 'vitest'
import { readLimit } from './limit-text.ts'

test('[T12] a limit is plain decimal text, nothing means none, and what could be two amounts is unclear', () => {
  expect(['', '  ', '0', '250', ' 99.50 ', '0.000001'].map(readLimit)).toEqual([
    null,
    null,
    '0.00',
    '250.00',
    '99.50',
    '0.000001',
  ])
  for (const unclear of ['1,000', '1.000,00', '-5', '1e3', '05', '1.', '.5', '0.0000001', '٥٠', 'ten']) {
    expect(readLimit(unclear)).toBeUndefined()
  }
})
