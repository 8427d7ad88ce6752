import type { Candle } from '@truestrike/protocol/market-endpoints.ts'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { expect, test, vi } from 'vitest'
import { closePoints, scaleOf, thinned } from './life-line.ts'
import { daysOf } from './record-days.ts'
import {
  filterCount,
  filtersIn,
  NO_FILTERS,
  queryOf,
  type RecordFilters,
  statisticsQueryOf,
  withFilters,
} from './record-filters.ts'
import { mergedRecords } from './use-records.ts'

const NOW = new Date(2026, 10, 21, 14, 30).getTime()
const day = (date: number): number => new Date(2026, 10, date).getTime()
const record = (
  id: string,
  acceptedAtMs: number,
  state: Contract['state'],
  more: Partial<Contract> = {},
): Contract =>
  ({
    id,
    acceptedAtMs,
    state,
    book: 'demo',
    symbol: 'BTCUSDT',
    direction: 'up',
    result: null,
    ...more,
  }) as Contract

test('[C1] tabs and filters become the query; a result is only asked of contracts that have one', () => {
  expect(queryOf('demo', 'open', NO_FILTERS, NOW)).toEqual({ book: 'demo', state: 'pending' })
  expect(queryOf('demo', 'history', NO_FILTERS, NOW)).toEqual({ book: 'demo', state: 'settled' })
  const filters = {
    ...NO_FILTERS,
    symbol: 'ETHUSDT',
    direction: 'down',
    state: 'completed',
    result: 'won',
    span: 'week',
  } as const
  expect(queryOf('real', 'history', filters, NOW)).toEqual({
    book: 'real',
    state: 'completed',
    symbol: 'ETHUSDT',
    direction: 'down',
    result: 'won',
    fromMs: day(15),
  })
  expect(filterCount('history', filters)).toBe(5)
  const cancelled = { ...filters, state: 'cancelled' } as const
  expect(queryOf('real', 'history', cancelled, NOW)).toMatchObject({ state: 'cancelled' })
  expect(queryOf('real', 'history', cancelled, NOW)).not.toHaveProperty('result')
  expect(filterCount('history', cancelled)).toBe(4)
  expect(queryOf('real', 'open', filters, NOW)).toMatchObject({ state: 'pending', direction: 'down' })
  expect(queryOf('real', 'open', filters, NOW)).not.toHaveProperty('result')
  expect(filterCount('open', filters)).toBe(3)
})

test('[C1] [R12] [U-9] filters are kept in the address and read back from it; what is no filter is left out', () => {
  const filters = {
    symbol: 'ETHUSDT',
    direction: 'down',
    state: 'completed',
    result: 'won',
    span: 'own',
    from: '2026-11-19',
    to: '2026-11-20',
  } as const
  const address = withFilters(new URLSearchParams('tab=history'), filters)
  expect(filtersIn(address)).toEqual(filters)
  expect(withFilters(address, NO_FILTERS).toString()).toBe('tab=history')
  const wrong = 'symbol=<b>&direction=left&state=pending&result=0&span=all&from=yesterday&to=2026-1-1'
  expect(filtersIn(new URLSearchParams(wrong))).toEqual(NO_FILTERS)
})

test('[C1] [T13] [U-9] figures above the contracts in progress are of the settled ones the same filters name', () => {
  const filters = { ...NO_FILTERS, symbol: 'ETHUSDT' }
  const settled = { book: 'demo', state: 'settled', symbol: 'ETHUSDT' }
  expect(statisticsQueryOf(queryOf('demo', 'open', filters, NOW))).toEqual(settled)
  expect(statisticsQueryOf(queryOf('demo', 'history', filters, NOW))).toEqual(settled)
})

test('[C1] a span of days begins at midnight, also when the clocks were changed within it', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  const fromMs = (span: RecordFilters['span'], nowMs: number) =>
    queryOf('demo', 'history', { ...NO_FILTERS, span }, nowMs).fromMs
  const noon = (month: number, date: number): number => new Date(2026, month - 1, date, 12).getTime()
  expect(fromMs('week', noon(10, 28))).toBe(Date.parse('2026-10-22T00:00:00+02:00'))
  expect(fromMs('month', noon(4, 10))).toBe(Date.parse('2026-03-12T00:00:00+01:00'))
  // In Cairo the clocks are changed at midnight: a day ends at the second of two, another begins at one o'clock.
  vi.stubEnv('TZ', 'Africa/Cairo')
  expect(fromMs('week', noon(4, 24))).toBe(Date.parse('2026-04-18T00:00:00+02:00'))
  const ownDay = (date: string) =>
    queryOf('demo', 'history', { ...NO_FILTERS, span: 'own', from: date, to: date }, noon(11, 1))
  expect(ownDay('2026-10-29').toMs).toBe(Date.parse('2026-10-30T00:00:00+02:00') - 1)
  expect(ownDay('2026-10-30').fromMs).toBe(Date.parse('2026-10-30T00:00:00+02:00'))
  vi.unstubAllEnvs()
})

test('[C1] own dates hold from midnight to midnight of the user, and may be open on one side', () => {
  const own = { ...NO_FILTERS, span: 'own', from: '2026-11-19', to: '2026-11-20' } as const
  const datesOf = (filters: RecordFilters) => {
    const { fromMs, toMs } = queryOf('demo', 'history', filters, NOW)
    return [fromMs, toMs]
  }
  expect(datesOf(own)).toEqual([day(19), day(21) - 1])
  expect(datesOf({ ...own, to: '' })).toEqual([day(19), undefined])
  expect(datesOf({ ...own, from: 'x', to: '' })).toEqual([undefined, undefined])
  // While a year is being typed it is that of another millennium.
  expect(datesOf({ ...own, from: '0002-11-20', to: '0202-11-20' })).toEqual([undefined, undefined])
})

test('[C1] live contracts lie over the list, newest first, and leave a view they no longer belong to', () => {
  const listed = [record('3', 30, 'running'), record('1', 10, 'completed')]
  const live = new Map([
    ['3', record('3', 30, 'completed')],
    ['4', record('4', 40, 'opening')],
    ['5', record('5', 50, 'running', { book: 'real' })],
    // Older than the last page: it comes with its own page.
    ['0', record('0', 5, 'completed')],
  ])
  const ids = (query: Parameters<typeof mergedRecords>[2]): string[] =>
    mergedRecords(listed, live, query, false).map((contract) => contract.id)
  expect(ids({ book: 'demo', state: 'pending' })).toEqual(['4'])
  expect(ids({ book: 'demo', state: 'settled' })).toEqual(['3', '1'])
  expect(ids({ book: 'demo', state: 'cancelled' })).toEqual([])
})

test('[C1] what ends while its history is open stands in it and in the sum of its day, however early it was bought', () => {
  const at = (minute: number): number => day(21) + minute * 60_000
  const short = record('2', at(10), 'completed', { profit: '9.60', result: 'won' })
  const long = record('1', at(5), 'completed', { profit: '-11', result: 'lost' })
  const live = new Map([['1', long]])
  const history = { book: 'demo', state: 'settled' } as const
  const all = mergedRecords([short], live, history, true)
  expect(all.map(({ id }) => id)).toEqual(['2', '1'])
  expect(daysOf(all, true).map(({ profit }) => profit)).toEqual(['-1.40'])
  expect(mergedRecords([short], live, { ...history, result: 'won' }, true)).toEqual([short])
  expect(mergedRecords([], live, { ...history, toMs: at(4) }, true)).toEqual([])
  // With pages to come it is of one of them.
  expect(mergedRecords([short], live, history, false)).toEqual([short])
})

test('[C1] [T8] a list that knows of an end before its message is not taken back by what is still pending here', () => {
  const listed = [record('3', 30, 'completed'), record('1', 10, 'completed')]
  const live = new Map([['3', record('3', 30, 'running')]])
  const ids = (state: 'pending' | 'settled'): string[] =>
    mergedRecords(listed, live, { book: 'demo', state }, false).map((contract) => contract.id)
  expect(ids('settled')).toEqual(['3', '1'])
  expect(ids('pending')).toEqual([])
})

test('[C1] a day has its result only when nothing of it can be missing', () => {
  const at = (date: number, hour: number, profit: string | null): Contract =>
    record(`${date}${hour}`, day(date) + hour * 3_600_000, 'completed', { profit })
  const loaded = [at(21, 9, '8.50'), at(21, 8, '-20'), at(20, 23, '-12'), at(20, 22, null)]
  const profits = (whole: boolean) => daysOf(loaded, whole).map(({ startMs, profit }) => [startMs, profit])
  expect(profits(false)).toEqual([
    [day(21), '-11.50'],
    [day(20), null],
  ])
  expect(profits(true)).toEqual([
    [day(21), '-11.50'],
    [day(20), '-12.00'],
  ])
})

test('[C2] the price line keeps first, last and every extreme when it is thinned', () => {
  const points = Array.from({ length: 5_000 }, (_, index) => ({ timeMs: index, price: 100 + (index % 7) }))
  points[2_345] = { timeMs: 2_345, price: 500 }
  points[4_001] = { timeMs: 4_001, price: 1 }
  const kept = thinned(points, 400)
  expect(kept.length).toBeLessThanOrEqual(400)
  expect([kept[0]?.timeMs, kept.at(-1)?.timeMs]).toEqual([0, 4_999])
  expect(Math.max(...kept.map((point) => point.price))).toBe(500)
  expect(Math.min(...kept.map((point) => point.price))).toBe(1)
  expect(kept.every((point, index) => index === 0 || point.timeMs > (kept[index - 1]?.timeMs ?? 0))).toBe(
    true,
  )
})

test('[C2] the axes reach the expiry of a running contract', () => {
  const frame = { width: 100, height: 50, left: 0, right: 0, top: 0, bottom: 0 }
  const scale = scaleOf(
    [
      { timeMs: 0, price: 1 },
      { timeMs: 50, price: 2 },
    ],
    [3],
    100,
    frame,
  )
  expect([scale?.x(50), scale?.x(100), scale?.y(3), scale?.y(1)]).toEqual([50, 100, 0, 50])
})

test('[C2] the closes of a long contract lie at the ends of their candles, the running one at this moment', () => {
  const candle = (minute: number, close: string): Candle => [minute * 60_000, '1', '9', '1', close, '0', 't']
  const candles = [candle(0, '2'), candle(1, '3'), candle(2, '4'), candle(3, '5')]
  const span = { fromMs: 100_000, toMs: 210_000 }
  expect(closePoints(candles, 60_000, span, 205_000)).toEqual([
    { timeMs: 120_000, price: 3 },
    { timeMs: 180_000, price: 4 },
    { timeMs: 205_000, price: 5 },
  ])
})
