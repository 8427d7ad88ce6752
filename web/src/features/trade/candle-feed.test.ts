import { buildCandles } from '@truestrike/core/candles.ts'
import type { TickItem } from '@truestrike/protocol/frames.ts'
import type { Candle as WireCandle } from '@truestrike/protocol/market-endpoints.ts'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { CandleFeed, type CandlePage, mergeRepaired } from './candle-feed.ts'
import { barOfCandle, type ChartBar, type FeedState } from './chart-bar.ts'
import { SecondsFeed } from './seconds-feed.ts'

const MINUTE = 60_000
const wire = (openTimeMs: number, close = '10.00'): WireCandle => [
  openTimeMs,
  '10.00',
  '11.00',
  '9.00',
  close,
  '5',
  't',
]
const tick = (seq: number, timeMs: number, price: string, prev = seq - 1): TickItem => [
  'BTCUSDT',
  1,
  seq,
  prev,
  timeMs,
  price,
  '1',
  'h',
]

/** Holds what a chart would show. */
function sink() {
  let bars: ChartBar[] = []
  const states: FeedState[] = []
  return {
    states,
    bars: () => bars,
    replace: (next: readonly ChartBar[]) => {
      bars = [...next]
    },
    update: (bar: ChartBar) => {
      bars = [...bars.filter((each) => each.timeSeconds < bar.timeSeconds), bar]
    },
    tell: (state: FeedState) => {
      states.push(state)
    },
  }
}

function feedOf(pages: (query: { before?: number; limit: number }) => CandlePage) {
  const shown = sink()
  const queries: { before?: number; limit: number }[] = []
  const feed = new CandleFeed({
    period: '1m',
    precision: 2,
    load: async (query) => {
      queries.push(query)
      return pages(query)
    },
    sink: shown,
  })
  return { feed, shown, queries }
}

afterEach(() => vi.useRealTimers())

test('[M4] the last candle follows every tick, a new minute begins a new one, ticks of before the load are not lost', async () => {
  const { feed, shown } = feedOf(() => ({ candles: [wire(0), wire(MINUTE)], hasMore: false }))
  const loading = feed.start()
  feed.applyTicks([tick(1, MINUTE + 50_000, '12.50')])
  await loading
  feed.applyTicks([tick(2, MINUTE + 59_999, '8.00'), tick(3, 2 * MINUTE, '8.25')])
  feed.stop()
  expect(shown.bars().map(({ open, high, low, close }) => [open, high, low, close])).toEqual([
    [10, 11, 9, 10],
    [10, 12.5, 8, 8],
    [8.25, 8.25, 8.25, 8.25],
  ])
  expect(shown.states).toEqual(['loading', 'ready'])
})

test('[M4] the bars equal candles built from the same ticks', async () => {
  const steps = fc.array(fc.record({ gapMs: fc.nat(90_000), cents: fc.integer({ min: 1, max: 100_000 }) }), {
    minLength: 1,
    maxLength: 60,
  })
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(5), async (list, chunk) => {
      const { feed, shown } = feedOf(() => ({ candles: [], hasMore: false }))
      await feed.start()
      let timeMs = 0
      const ticks = list.map(({ gapMs, cents }, index) => {
        timeMs += gapMs
        return { item: tick(index + 1, timeMs, (cents / 100).toFixed(2)), timeMs, price: BigInt(cents) }
      })
      for (let at = 0; at < ticks.length; at += chunk + 1) {
        feed.applyTicks(ticks.slice(at, at + chunk + 1).map(({ item }) => item))
      }
      feed.stop()
      const expected = buildCandles(
        ticks.map(({ timeMs: time, price }) => ({ timeMs: time, price, volumeMicros: 1_000_000n })),
        '1m',
      ).map((candle) => barOfCandle(candle, 2))
      expect(shown.bars()).toEqual(expected)
    }),
    { numRuns: 60 },
  )
})

test('[M2] scrolling back asks for the page before the oldest candle until there is none, one page at a time', async () => {
  const { feed, shown, queries } = feedOf(({ before }) => ({
    candles: before === undefined ? [wire(10 * MINUTE)] : [wire(before - 2 * MINUTE), wire(before - MINUTE)],
    hasMore: before === undefined || before > 9 * MINUTE,
  }))
  await feed.start()
  await Promise.all([feed.loadOlder(), feed.loadOlder()])
  await feed.loadOlder()
  await feed.loadOlder()
  feed.stop()
  expect(queries.map((query) => query.before)).toEqual([undefined, 10 * MINUTE, 8 * MINUTE])
  expect(shown.bars().map((bar) => bar.timeSeconds / 60)).toEqual([6, 7, 8, 9, 10])
})

test('[M4] a missed tick makes it look at the newest candles again', async () => {
  vi.useFakeTimers()
  let close = '10.00'
  const { feed, shown, queries } = feedOf(() => ({ candles: [wire(0, close)], hasMore: false }))
  await feed.start()
  feed.applyTicks([tick(5, 1_000, '10.10')])
  close = '10.30'
  feed.applyTicks([tick(9, 2_000, '10.20', 8)])
  await vi.runAllTimersAsync()
  expect(queries).toHaveLength(2)
  expect(shown.bars().at(-1)).toMatchObject({ close: 10.2, high: 11 })
  feed.stop()
})

test('[M4] repairing replaces finished candles and only widens the running one', () => {
  const candle = (openTimeMs: number, high: bigint, close: bigint) => ({
    openTimeMs,
    open: 5n,
    high,
    low: 1n,
    close,
    volumeMicros: 1n,
  })
  const ours = [candle(0, 10n, 6n), candle(MINUTE, 10n, 9n)]
  const theirs = [candle(0, 12n, 7n), candle(MINUTE, 11n, 8n)]
  expect(mergeRepaired(ours, theirs)).toEqual([candle(0, 12n, 7n), candle(MINUTE, 11n, 9n)])
})

test('[M2] a chart whose history is still being made fills by itself when it is there', async () => {
  vi.useFakeTimers()
  let made: WireCandle[] = []
  const { feed, shown, queries } = feedOf(({ before }) => ({
    candles: before === undefined ? [wire(9 * MINUTE)] : made,
    hasMore: made.length === 0,
  }))
  await feed.start()
  await feed.loadOlder()
  await vi.advanceTimersByTimeAsync(2_500)
  expect(shown.bars()).toHaveLength(1)
  made = [wire(7 * MINUTE), wire(8 * MINUTE)]
  await vi.advanceTimersByTimeAsync(2_000)
  expect(shown.bars()).toHaveLength(3)
  const asked = queries.length
  await vi.advanceTimersByTimeAsync(60_000)
  feed.stop()
  expect(queries).toHaveLength(asked)
})

test('[E5] a chart that fails to load says so and can be started again', async () => {
  let fails = true
  const { feed, shown } = feedOf(() => {
    if (fails) throw new Error('no')
    return { candles: [wire(0)], hasMore: false }
  })
  await feed.start()
  fails = false
  await feed.start()
  feed.stop()
  expect(shown.states).toEqual(['loading', 'failed', 'loading', 'ready'])
})

test('[T7] a short contract has a point a second from the public log and then from the ticks', async () => {
  const shown = sink()
  const entry = (seq: number, timeMs: number, price: string) => ({
    seq,
    kind: 'tick' as const,
    timeMs,
    price,
  })
  const feed = new SecondsFeed({
    precision: 2,
    fromMs: 1_000,
    // Pages are never full of ticks: watermarks lie between them.
    load: async ({ fromMs, fromSeq }) =>
      fromSeq === undefined
        ? { entries: [entry(1, (fromMs ?? 0) + 100, '1.00'), entry(2, 1_900, '1.50')], nextSeq: 3 }
        : { entries: [entry(fromSeq, 2_000, '2.00')], nextSeq: null },
    sink: shown,
  })
  await feed.start()
  feed.applyTicks([tick(4, 2_999, '2.50'), tick(5, 4_000, '3.00')])
  expect(shown.bars().map(({ timeSeconds, close }) => [timeSeconds, close])).toEqual([
    [1, 1.5],
    [2, 2.5],
    [4, 3],
  ])
})
