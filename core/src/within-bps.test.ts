import { expect, test } from 'vitest'
import { isWithinBps } from './within-bps.ts'

test('[P2] the bound itself is near, on both sides; one unit more is not', () => {
  for (const sign of [1n, -1n]) {
    expect(isWithinBps(1_000_000n + sign * 3_000n, 1_000_000n, 30)).toBe(true)
    expect(isWithinBps(1_000_000n + sign * 3_001n, 1_000_000n, 30)).toBe(false)
  }
  expect(isWithinBps(7n, 7n, 0)).toBe(true)
})
