import { describe, expect, test } from 'vitest'
import { ensure } from './assert.ts'
import { ESTIMATE_MIN, evenMargin, oneWayMargin, shareInterval, stakedMargin } from './rule-statistics.ts'

const counts = { won: 50, lost: 46, equal: 2, cancelled: 2 }

describe('[D8] what a rule is expected to bring the house', () => {
  test('a share has the interval of Wilson’s score, as published for 81 of 263', () => {
    const { low, high } = ensure(shareInterval(81, 263))
    expect(low).toBeCloseTo(0.2553, 4)
    expect(high).toBeCloseTo(0.3662, 4)
    expect(shareInterval(0, 10)?.low).toBe(0)
    expect(shareInterval(10, 10)?.high).toBeCloseTo(1, 12)
    expect(shareInterval(0, 0)).toBeNull()
  })

  test('with an even direction the house keeps (1 − payout)/2 of what is decided', () => {
    expect(evenMargin(counts, 8_000)?.estimate).toBeCloseTo(0.1 * 0.96, 12)
    expect(evenMargin({ ...counts, equal: 0, cancelled: 0 }, 8_000)?.estimate).toBeCloseTo(0.1, 12)
    expect(evenMargin({ won: 0, lost: 0, equal: 0, cancelled: 0 }, 8_000)).toBeNull()
  })

  test('one way all samples count, and up and down differ by what prices did', () => {
    const up = ensure(oneWayMargin(counts, 8_000, 'up'))
    const down = ensure(oneWayMargin(counts, 8_000, 'down'))
    expect(up.estimate).toBeCloseTo((46 - 0.8 * 50) / 100, 12)
    expect(down.estimate).toBeCloseTo((50 - 0.8 * 46) / 100, 12)
    // By hand: values 1 (46 times), −0.8 (50), 0 (4).
    const mean = 0.06
    const variance = (46 * 0.94 ** 2 + 50 * 0.86 ** 2 + 4 * 0.06 ** 2) / 99
    expect(up.high - up.low).toBeCloseTo(2 * 1.959964 * Math.sqrt(variance / 100), 6)
    expect((up.high + up.low) / 2).toBeCloseTo(mean, 12)
    expect(oneWayMargin({ won: ESTIMATE_MIN - 1, lost: 0, equal: 0, cancelled: 0 }, 8_000, 'up')).toBeNull()
  })

  test('[B-10] of what was staked it keeps the ratio of sums; equal stakes give the same as samples', () => {
    const stakes = {
      ...{ contracts: 100, won: 500, lost: 460, equal: 40 },
      ...{ wonSquares: 5_000, lostSquares: 4_600, equalSquares: 400 },
    }
    const staked = ensure(stakedMargin(stakes, 8_000))
    const sampled = ensure(oneWayMargin(counts, 8_000, 'up'))
    expect(staked.estimate).toBeCloseTo(sampled.estimate, 12)
    expect(staked.low).toBeCloseTo(sampled.low, 12)
    expect(stakedMargin({ ...stakes, contracts: ESTIMATE_MIN - 1 }, 8_000)).toBeNull()
  })

  test('[B-10] an interval never leaves what is possible: the whole stake kept, or the payout paid', () => {
    // One stake that is larger than all others together.
    const sums = { contracts: ESTIMATE_MIN, won: 0, lost: 0, equal: 29 }
    const squares = { wonSquares: 0, lostSquares: 0, equalSquares: 29 }
    const lost = ensure(stakedMargin({ ...sums, ...squares, lost: 1_000, lostSquares: 1_000_000 }, 8_000))
    expect(lost.high).toBe(1)
    const won = ensure(stakedMargin({ ...sums, ...squares, won: 1_000, wonSquares: 1_000_000 }, 8_000))
    expect(won.low).toBe(-0.8)
    for (const wins of [0, 1, 15, 29, ESTIMATE_MIN]) {
      const drawn = { won: wins, lost: ESTIMATE_MIN - wins, equal: 0, cancelled: 0 }
      const { low, high } = ensure(oneWayMargin(drawn, 8_000, 'up'))
      expect(low).toBeGreaterThanOrEqual(-0.8)
      expect(high).toBeLessThanOrEqual(1)
    }
  })

  test('the interval holds what it says: of 400 drawn worlds about 95 in a hundred contain the truth', () => {
    let state = 12_345
    const draw = (): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return state / 2_147_483_648
    }
    let held = 0
    for (let world = 0; world < 400; world += 1) {
      let won = 0
      for (let at = 0; at < 200; at += 1) if (draw() < 0.5) won += 1
      const { low, high } = ensure(
        oneWayMargin({ won, lost: 200 - won, equal: 0, cancelled: 0 }, 8_500, 'up'),
      )
      if (low <= 0.075 && 0.075 <= high) held += 1
    }
    expect(held / 400).toBeGreaterThan(0.92)
    expect(held / 400).toBeLessThan(0.98)
  })
})
