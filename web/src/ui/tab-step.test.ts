import { expect, test } from 'vitest'
import { tabStep } from './tab-step.ts'

test('[X1] arrows go round, Home and End to the ends, other keys stay', () => {
  expect(tabStep('ArrowRight', 0, 3, false)).toBe(1)
  expect(tabStep('ArrowRight', 2, 3, false)).toBe(0)
  expect(tabStep('ArrowLeft', 0, 3, false)).toBe(2)
  expect(tabStep('Home', 2, 3, false)).toBe(0)
  expect(tabStep('End', 0, 3, false)).toBe(2)
  expect(tabStep('Tab', 0, 3, false)).toBeNull()
  expect(tabStep('ArrowRight', 0, 0, false)).toBeNull()
})

test('[X3] right to left, the left arrow goes on', () => {
  expect(tabStep('ArrowLeft', 0, 3, true)).toBe(1)
  expect(tabStep('ArrowRight', 0, 3, true)).toBe(2)
})
