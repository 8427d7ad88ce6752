import { expect, test, vi } from 'vitest'
import { billQueryOf, bookIn, filtersOf, withFilters } from './bill-filters.ts'

test('[F7] filters become a query; the last day counts to its last moment, and nonsense is left out', () => {
  expect(billQueryOf('real', { type: '', status: '', from: '', to: '' })).toEqual({ book: 'real' })
  const query = billQueryOf('demo', {
    type: 'fee',
    status: 'completed',
    from: '2026-11-20',
    to: '2026-11-20',
  })
  expect(query).toEqual({
    book: 'demo',
    type: 'fee',
    status: 'completed',
    fromMs: new Date(2026, 10, 20).getTime(),
    toMs: new Date(2026, 10, 21).getTime() - 1,
  })
  expect(billQueryOf('real', { type: '', status: 'cancelled', from: '', to: '' })).toEqual({
    ...{ book: 'real', status: 'cancelled' },
  })
  expect(billQueryOf('real', { type: 'nonsense', status: 'done', from: 'x', to: '2026' })).toEqual({
    book: 'real',
  })
  // The last Friday of April has no midnight in Cairo.
  vi.stubEnv('TZ', 'Africa/Cairo')
  const thursday = billQueryOf('real', { type: '', status: '', from: '', to: '2026-04-23' })
  expect(thursday.toMs).toBe(Date.parse('2026-04-24T00:00:00+02:00') - 1)
  const friday = billQueryOf('real', { type: '', status: '', from: '', to: '2026-04-24' })
  expect(friday.toMs).toBe(Date.parse('2026-04-25T00:00:00+03:00') - 1)
  vi.unstubAllEnvs()
})

test('[F7] [R12] the address keeps the filters beside what else it says', () => {
  const filters = { type: 'fee', status: '', from: '2026-11-20', to: '' }
  const params = withFilters(new URLSearchParams('section=bills&status=failed'), filters)
  expect(params.toString()).toBe('section=bills&type=fee&from=2026-11-20')
  expect(filtersOf(params)).toEqual(filters)
})

test('[F7] [R12] [U-2] the address may name a balance other than the one in use', () => {
  const named = (text: string) => bookIn(new URLSearchParams(text), 'demo')
  expect(['', 'book=real', 'book=demo', 'book=other'].map(named)).toEqual(['demo', 'real', 'demo', 'demo'])
})
