import { expect, test } from 'vitest'
import { changesOf } from './audit-changes.ts'

test('[D14] each value stands beside what it was, whatever is missing on either side', () => {
  expect(
    changesOf({ before: { role: 'risk', same: 1 }, after: { role: 'owner', same: 1, new: [true] } }),
  ).toEqual([
    { name: 'role', before: { texts: ['risk'] }, after: { texts: ['owner'] } },
    { name: 'same', before: { texts: ['1'] }, after: { texts: ['1'] } },
    { name: 'new', before: 'not-recorded', after: { texts: ['true'] } },
  ])
  expect(changesOf({ before: null, after: { toString: null } })).toEqual([
    { name: 'toString', before: 'not-recorded', after: 'none' },
  ])
  expect(changesOf({ before: null, after: null })).toEqual([])
})

test('[D14] [B-5] what is one within the other has a line for each value, a list of plain values one line', () => {
  const rule = { payoutBps: 9_500, stakeMin: '1.00' }
  const products = [{ symbol: 'BTCUSDT', version: 3 }]
  expect(
    changesOf({ before: null, after: { rule, products, symbols: ['A', 'B'], none: [], gone: {} } }),
  ).toEqual(
    [
      ['rule.payoutBps', '9500'],
      ['rule.stakeMin', '1.00'],
      ['products.0.symbol', 'BTCUSDT'],
      ['products.0.version', '3'],
      ['symbols', 'A', 'B'],
      ['none'],
      ['gone'],
    ].map(([name, ...texts]) => ({
      ...{ name, before: 'not-recorded' },
      after: texts.length === 0 ? 'none' : { texts },
    })),
  )
})
