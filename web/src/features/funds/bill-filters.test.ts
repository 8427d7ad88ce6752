import { expect, test } from 'vitest'
import { billQueryOf } from './bill-filters.ts'

test('[F7] filters become a query; the last day counts to its last moment, and nonsense is left out', () => {
  expect(billQueryOf('real', { type: '', from: '', to: '' })).toEqual({ book: 'real' })
  const query = billQueryOf('demo', { type: 'fee', from: '2026-11-20', to: '2026-11-20' })
  expect(query).toEqual({
    book: 'demo',
    type: 'fee',
    fromMs: new Date(2026, 10, 20).getTime(),
    toMs: new Date(2026, 10, 21).getTime() - 1,
  })
  expect(billQueryOf('real', { type: 'nonsense', from: 'x', to: '2026' })).toEqual({ book: 'real' })
})
