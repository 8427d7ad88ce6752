import { expect, test } from 'vitest'
import { chartShape } from './balance-shape.ts'

test('[F1] a line through balances from edge to edge, with the ends of its scale', () => {
  const { path, area, points, low, high } = chartShape(['9.00', '10.00', '100.00'])
  expect([low, high]).toEqual(['9.00', '100.00'])
  expect(points.map(({ x }) => x)).toEqual([0, 300, 600])
  expect(points[0]?.y).toBeGreaterThan(points[2]?.y ?? 0)
  expect(area.startsWith(path)).toBe(true)
})

test('[F1] one day is a line too, and its point is the last', () => {
  const { path, points, low, high } = chartShape(['5.00'])
  expect(path).toBe('M0.0 60.0L600.0 60.0')
  expect(points).toEqual([{ x: 600, y: 60 }])
  expect([low, high]).toEqual(['5.00', '5.00'])
})
