import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AxisTag, drawAxisTags, placedTags, TAG_DISTANCE, writtenEntries } from './chart-axis-tags.ts'
import { writeWholeOnly } from './chart-time-marks.ts'
import { futureTimes, slotOf, viewOf } from './timeline.ts'

const times = [0, 60, 120, 300, ...futureTimes(300, 60, 3)]

test('[T7] moments lie between slots; a slot without a bar takes no room', () => {
  const at = (seconds: number): number | null => slotOf({ times, stepSeconds: 60 }, seconds * 1000)
  expect([-30, 0, 30, 60, 150, 240, 300, 345, 480, 540].map(at)).toEqual([
    -0.5, 0, 0.5, 1, 2.5, 3, 3, 3.75, 6, 7,
  ])
  expect(slotOf({ times: [], stepSeconds: 60 }, 5)).toBeNull()
})

test('[T7] the expiry is in view with two slots after it; the contract fills about a third where that fits', () => {
  const slots = fc.integer({ min: 1, max: 1_500 })
  fc.assert(
    fc.property(
      fc.integer({ min: 300, max: 1_600 }),
      slots,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (plotWidth, contractSlots, left) => {
        const slotsToExpiry = contractSlots * left
        const { barSpacing, rightOffset } = viewOf({ plotWidth, contractSlots, slotsToExpiry })
        expect(rightOffset).toBeGreaterThanOrEqual(slotsToExpiry + 2)
        expect(rightOffset * barSpacing).toBeLessThan(plotWidth)
        expect(contractSlots * barSpacing).toBeLessThan(plotWidth * 0.34)
      },
    ),
  )
  const view = viewOf({ plotWidth: 640, contractSlots: 15, slotsToExpiry: 6 })
  expect((15 * view.barSpacing) / 640).toBeCloseTo(0.3, 1)
})

const places = (lastY: number | null, entryYs: number[], height = 400) =>
  placedTags(lastY, entryYs, height).map(({ y, entries }) => [Math.round(y), entries])

test('[T7] [U-15] tags on the axis stand in the order of their prices, each as near its line as there is room', () => {
  expect(places(null, [50])).toEqual([[50, [0]]])
  expect(places(100, [95, 110, 108])).toEqual([
    [80, [0]],
    [100, []],
    [120, [2]],
    [140, [1]],
  ])
  expect(places(null, [104, 100])).toEqual([
    [92, [1]],
    [112, [0]],
  ])
  // At the end of the axis the last price gives way rather than the order.
  expect(places(15, [12, 60], 96)).toEqual([
    [9, [0]],
    [29, []],
    [60, [1]],
  ])
})

test('[T7] entries for which there is no room share a tag, the focused one last', () => {
  expect(places(50, [20, 10, 12, 5], 400)).toEqual([
    [9, [3, 1, 2]],
    [29, [0]],
    [50, []],
  ])
  expect(places(15, [16], 30)).toEqual([[15, []]])
})

test('[T7] [U-15] on every axis the order holds, nothing overlaps, nothing is cut, no entry is lost', () => {
  const axis = fc.integer({ min: 60, max: 600 }).chain((height) =>
    fc.record({
      height: fc.constant(height),
      lastY: fc.option(fc.integer({ min: 0, max: height })),
      entryYs: fc.array(fc.integer({ min: 0, max: height }), { maxLength: 12 }),
    }),
  )
  fc.assert(
    fc.property(axis, ({ height, lastY, entryYs }) => {
      const tags = placedTags(lastY, entryYs, height)
      const linesOf = (tag: AxisTag | undefined): number[] =>
        tag === undefined
          ? []
          : tag.entries.length === 0
            ? [lastY ?? 0]
            : tag.entries.map((at) => entryYs[at] ?? 0)
      for (const [index, tag] of tags.entries()) {
        expect(tag.y).toBeGreaterThanOrEqual(9)
        expect(tag.y).toBeLessThanOrEqual(height - 9)
        if (index === 0) continue
        const before = tags[index - 1]
        expect(tag.y - (before?.y ?? 0)).toBeGreaterThanOrEqual(TAG_DISTANCE - 1e-6)
        expect(Math.max(...linesOf(before))).toBeLessThanOrEqual(Math.min(...linesOf(tag)))
      }
      const said = tags.flatMap(({ entries }) => entries).sort((a, b) => a - b)
      expect(said).toEqual(entryYs.map((_, index) => index))
    }),
    { numRuns: 1_000 },
  )
})

test.each([2, 3, 4])(
  '[U-15] the price tags of %i contracts with nearly one price stand apart, each with its price',
  (count) => {
    const prices = [67_137.64, 67_137.07, 67_135.9, 67_139.55].slice(0, count)
    const contract = (price: number, index: number) => ({
      ...{
        id: String(index),
        direction: 'up' as const,
        fromMs: 0,
        toMs: 1,
        tag: '',
        left: '',
        waiting: false,
      },
      entry: { price, text: price.toFixed(2) },
    })
    const [tops, texts]: [number[], string[]] = [[], []]
    const context = {
      ...{ beginPath() {}, fill() {}, fillRect() {} },
      roundRect: (_x: number, y: number) => tops.push(y),
      fillText: (text: string) => texts.push(text),
    } as unknown as CanvasRenderingContext2D
    // 12 px a dollar is a busy minute: 0.57 of a dollar is no place for a tag.
    const geometry = { yOf: (price: number) => 200 + (67_137 - price) * 12, xOf: () => 0, marks: () => [] }
    const theme = { font: '', background: '', inverse: '', onInverse: '', raised: '', soft: '', text: '' }
    const state = { contracts: prices.map(contract), last: { price: 67_138, text: '67138.00' }, theme }
    drawAxisTags(context, { width: 70, height: 400 }, geometry as never, state as never)
    expect(texts.sort()).toEqual([...prices.map((price) => price.toFixed(2)), '67138.00'].sort())
    const sorted = [...tops].sort((a, b) => a - b)
    expect(sorted).toHaveLength(count + 1)
    // A tag is 18 px high.
    for (const [index, top] of sorted.slice(1).entries())
      expect(top - (sorted[index] ?? 0)).toBeGreaterThanOrEqual(18)
  },
)

test('[T7] an entry price that several contracts share stands on the axis once, as strong as the focused one', () => {
  const contract = (text: string | null) => ({
    id: text ?? '-',
    direction: 'up' as const,
    entry: text === null ? null : { price: Number(text), text },
    fromMs: 0,
    toMs: 1,
    tag: '',
    left: '',
    waiting: false,
  })
  expect(writtenEntries([null, '7', '5', '7', '5'].map(contract))).toEqual([
    { price: 7, text: '7', dim: true },
    { price: 5, text: '5', dim: true },
  ])
  expect(writtenEntries(['7', '7'].map(contract))).toEqual([{ price: 7, text: '7', dim: false }])
})

test('[M2] a time that the edge of the axis would cut is not written, at every width', () => {
  const written: string[] = []
  class Canvas {
    fillText(text: string, x: number): void {
      written.push(`${text} ${x}`)
    }
    measureText(text: string): TextMetrics {
      return { width: text.length * 6 } as TextMetrics
    }
  }
  const context = new Canvas()
  writeWholeOnly(context, 100)
  for (const x of [14, 15, 85, 86]) context.fillText('16:40', x)
  writeWholeOnly(context, 101)
  context.fillText('16:40', 86)
  expect(written).toEqual(['16:40 15', '16:40 85', '16:40 86'])
})
