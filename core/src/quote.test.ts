import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { winProfit } from './money.ts'
import {
  breakEvenRate,
  divideRounded,
  expectedValue,
  formatBps,
  formatPercent,
  houseMargin,
  ratioToBps,
} from './quote.ts'

describe('[T13] honest odds', () => {
  test.each([
    [8000, '55.56', '10.00'],
    [8500, '54.05', '7.50'],
    [9000, '52.63', '5.00'],
    [10_000, '50.00', '0.00'],
    [8515, '54.01', '7.43'],
  ])('payout of %s bps: break-even %s %%, house margin %s %%', (payoutBps, breakEven, margin) => {
    expect(formatPercent(breakEvenRate(payoutBps))).toBe(breakEven)
    expect(formatPercent(houseMargin(payoutBps))).toBe(margin)
  })

  test('expected value of a stake at even odds', () => {
    expect(expectedValue(100_000_000n, 8000)).toBe(-10_000_000n)
    expect(expectedValue(10_000_000n, 8500)).toBe(-750_000n)
    expect(expectedValue(1n, 8000)).toBe(0n)
    expect(expectedValue(5n, 8000)).toBe(-1n)
  })

  test('is the mean of winning and losing, to the rounding of a micro', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.integer({ min: 0, max: 10_000 }),
        (stake, bps) => {
          const twice = winProfit(stake, bps) - stake
          const off = 2n * expectedValue(stake, bps) - twice
          expect(off >= -1n && off <= 2n).toBe(true)
        },
      ),
    )
  })

  test('a hit rate above break-even gains, below loses', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 0, max: 1000 }), (bps, won) => {
        const { numerator, denominator } = breakEvenRate(bps)
        const gain = BigInt(won * bps) - BigInt((1000 - won) * 10_000)
        const above = BigInt(won) * denominator - 1000n * numerator
        expect(Math.sign(Number(gain))).toBe(Math.sign(Number(above)))
      }),
    )
  })

  test('ratios as basis points and percentages round halves away from zero', () => {
    expect(ratioToBps(breakEvenRate(8000))).toBe(5556)
    expect([divideRounded(5n, 10n), divideRounded(-5n, 10n), divideRounded(4n, 10n)]).toEqual([1n, -1n, 0n])
    expect(formatPercent({ numerator: -1n, denominator: 3n }, 1)).toBe('-33.3')
    expect(formatPercent({ numerator: 2n, denominator: 3n }, 0)).toBe('67')
    expect([8000, 8550, 8555, 10_000].map(formatBps)).toEqual(['80', '85.5', '85.55', '100'])
  })
})
