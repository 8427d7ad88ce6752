import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pushedApart, TAG_DISTANCE } from './chart-axis-tags.ts'
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
  const ys = pushedApart(100, [95, 108, 110])
  const all = [100, ...ys].sort((a, b) => a - b)
  expect(ys[0]).toBe(80)
  expect(ys[1]).toBe(120)
  for (const [index, y] of all.entries()) {
    if (index > 0) expect(y - (all[index - 1] ?? y)).toBeGreaterThanOrEqual(TAG_DISTANCE)
  }
  expect(pushedApart(null, [50])).toEqual([50])
})
