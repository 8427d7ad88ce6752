import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aggregateCandles, applyTick, buildCandles, type Candle, closeTimeOf } from './candles.ts'
import { openTimeOf, PERIOD_MS, PERIODS } from './period.ts'

const DAY = 86_400_000
const monday = Date.UTC(2024, 0, 1)

const ticks = fc
  .array(
    fc.record({
      wait: fc.oneof(fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: 0, max: 3 * DAY })),
      price: fc.bigInt({ min: 1n, max: 10n ** 14n }),
      volumeMicros: fc.bigInt({ min: 0n, max: 10n ** 13n }),
    }),
    { maxLength: 80 },
  )
  .map((list) => {
    let timeMs = monday
    return list.map(({ wait, ...tick }) => {
      timeMs += wait
      return { ...tick, timeMs }
    })
  })

describe('[M2] periods', () => {
  test('weeks begin on Monday 00:00 UTC', () => {
    expect(openTimeOf(monday, '1w')).toBe(monday)
    expect(openTimeOf(monday - 1, '1w')).toBe(monday - 7 * DAY)
    expect(openTimeOf(monday + 7 * DAY - 1, '1w')).toBe(monday)
    expect(openTimeOf(0, '1w')).toBe(Date.UTC(1969, 11, 29))
  })

  test('the others begin at whole multiples since midnight UTC', () => {
    const at = Date.UTC(2024, 0, 3, 15, 47, 59, 999)
    expect(PERIODS.map((period) => new Date(openTimeOf(at, period)).toISOString().slice(8, 16))).toEqual([
      '03T15:47',
      '03T15:45',
      '03T15:45',
      '03T15:30',
      '03T15:00',
      '03T12:00',
      '03T00:00',
      '01T00:00',
    ])
  })
})

describe('[M6] candles', () => {
  test('first, highest, lowest, last price and the sum of the volume', () => {
    const list = [5n, 9n, 2n, 4n].map((price, index) => ({
      timeMs: monday + index,
      price,
      volumeMicros: 10n,
    }))
    expect(buildCandles(list, '1m')).toEqual([
      { openTimeMs: monday, open: 5n, high: 9n, low: 2n, close: 4n, volumeMicros: 40n },
    ])
  })

  test('a minute without ticks has no candle; the border belongs to the next one', () => {
    const at = (timeMs: number) => ({ timeMs, price: 1n, volumeMicros: 0n })
    const candles = buildCandles([at(monday + 59_999), at(monday + 60_000), at(monday + 180_000)], '1m')
    expect(candles.map((candle) => candle.openTimeMs - monday)).toEqual([0, 60_000, 180_000])
  })

  test('a tick older than its candle is refused', () => {
    const { candle } = applyTick(null, { timeMs: monday, price: 1n, volumeMicros: 0n }, '1m')
    expect(() => applyTick(candle, { timeMs: monday - 1, price: 1n, volumeMicros: 0n }, '1m')).toThrow(
      'older',
    )
  })

  test('stopping and going on anywhere gives the same candles as a rebuild', () => {
    fc.assert(
      fc.property(ticks, fc.nat({ max: 80 }), fc.constantFrom(...PERIODS), (list, cut, period) => {
        const stored = buildCandles(list.slice(0, cut), period)
        let current: Candle | null = stored.pop() ?? null
        for (const tick of list.slice(cut)) {
          const step = applyTick(current, tick, period)
          if (step.finished !== null) stored.push(step.finished)
          current = step.candle
        }
        expect(current === null ? stored : [...stored, current]).toEqual(buildCandles(list, period))
      }),
    )
  })

  test('coarser candles of finer ones equal a rebuild from ticks, through any chain of periods', () => {
    fc.assert(
      fc.property(ticks, fc.subarray([...PERIODS], { minLength: 1 }), (list, chain) => {
        const [finest = '1m', ...coarser] = chain
        let candles = buildCandles(list, finest)
        let last = finest
        for (const period of coarser) {
          candles = aggregateCandles(candles, period)
          last = period
        }
        expect(candles).toEqual(buildCandles(list, last))
      }),
    )
  })

  test('every candle holds what an independent look at its ticks finds', () => {
    fc.assert(
      fc.property(ticks, fc.constantFrom(...PERIODS), (list, period) => {
        const candles = buildCandles(list, period)
        expect(candles.reduce((sum, candle) => sum + candle.volumeMicros, 0n)).toBe(
          list.reduce((sum, tick) => sum + tick.volumeMicros, 0n),
        )
        for (const candle of candles) {
          const inside = list.filter(
            (tick) => tick.timeMs >= candle.openTimeMs && tick.timeMs < closeTimeOf(candle, period),
          )
          const sorted = inside.map((tick) => tick.price).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
          expect([candle.low, candle.high]).toEqual([sorted[0], sorted.at(-1)])
          expect([candle.open, candle.close]).toEqual([inside[0]?.price, inside.at(-1)?.price])
          expect(PERIOD_MS[period]).toBeGreaterThan(0)
        }
      }),
    )
  })
})
