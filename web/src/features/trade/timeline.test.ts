import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pushedApart, TAG_DISTANCE, writtenEntries } from './chart-axis-tags.ts'
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

test('[T7] tags on the axis are pushed apart, each to its own side of the last price', () => {
  const ys = pushedApart(100, [95, 108, 110], 400)
  const all = [100, ...ys].sort((a, b) => a - b)
  expect(ys[0]).toBe(80)
  expect(ys[1]).toBe(120)
  for (const [index, y] of all.entries()) {
    if (index > 0) expect(y - (all[index - 1] ?? y)).toBeGreaterThanOrEqual(TAG_DISTANCE)
  }
  expect(pushedApart(null, [50], 400)).toEqual([50])
})

test('[T7] a tag that the end of the axis would cut goes to the other side', () => {
  expect(pushedApart(80, [85], 96)).toEqual([60])
  expect(pushedApart(15, [12], 96)).toEqual([35])
  // Cut either way: it stays on its side.
  expect(pushedApart(15, [16], 30)).toEqual([35])
})

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
