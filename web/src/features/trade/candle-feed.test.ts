import { buildCandles } from '@truestrike/core/candles.ts'
import type { Candle as WireCandle } from '@truestrike/protocol/market-endpoints.ts'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { barOfCandle } from './chart-bar.ts'
import { feedOf, JOIN, scriptedLog, tick } from './scripted-log.ts'

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

test('[M4] after a load the running candle counts every tick once, though the newest are sent again', async () => {
  const log = scriptedLog()
  for (let index = 0; index < 40; index += 1) log.add(500, 1_000 + index)
  const { feed, shown } = feedOf((query) => log.page(query, log.head()))
  const loading = feed.start()
  feed.applyTicks(log.ticks.slice(-JOIN))
  await loading
  feed.applyTicks([log.add(500, 1_100)])
  feed.stop()
  expect(shown.bars()).toEqual(log.bars())
  expect(shown.bars().at(-1)?.volume).toBe(41)
})

test('[M4] ticks sent only after the load are not counted twice either', async () => {
  const log = scriptedLog()
  for (let index = 0; index < 400; index += 1) log.add(500, 1_000 + index)
  const { feed, shown } = feedOf((query) => log.page(query, log.head()))
  await feed.start()
  log.add(500, 1_100)
  feed.applyTicks(log.ticks.slice(-JOIN))
  feed.stop()
  expect(shown.bars()).toEqual(log.bars())
})

test('[M4] ticks of a log begun anew are not taken for old ones', async () => {
  let log = scriptedLog()
  for (let index = 0; index < 50; index += 1) log.add(1_000, 1_000 + index)
  const { feed, shown } = feedOf((query) => log.page(query, log.head()))
  await feed.start()
  feed.applyTicks([log.add(1_000, 1_500)])
  log = scriptedLog()
  log.add(200_000, 2_000)
  feed.applyTicks(log.ticks)
  await Promise.resolve()
  feed.applyTicks([log.add(100, 2_100)])
  feed.stop()
  expect(shown.bars()).toEqual(log.bars())
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
