import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatMicros, parseMicros, winPayout, winProfit } from './money.ts'
import { formatPrice, parsePrice } from './price.ts'

describe('[F8] amounts', () => {
  test.each([
    [0n, '0.00'],
    [1n, '0.000001'],
    [-1n, '-0.000001'],
    [10_000n, '0.01'],
    [1_234_500_000n, '1234.50'],
    [1_000_000_000_000n, '1000000.00'],
    [-10_100_000n, '-10.10'],
  ])('%s on the wire is %s', (micros, text) => {
    expect(formatMicros(micros)).toBe(text)
  })

  test('[L2] grouping and fewer decimals cut, never round up', () => {
    expect(formatMicros(67_482_369_999n, { maxDecimals: 2, group: true })).toBe('67,482.36')
    expect(formatMicros(-67_482_369_999n, { maxDecimals: 2, group: true })).toBe('-67,482.36')
    expect(formatMicros(-9_999n, { maxDecimals: 2 })).toBe('0.00')
    expect(formatMicros(1_234_567_000_000n, { minDecimals: 0, group: true })).toBe('1,234,567')
    expect(formatMicros(999_000_000n, { minDecimals: 0, maxDecimals: 0, group: true })).toBe('999')
  })

  test.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '1.',
    '.5',
    '01',
    '1e3',
    '1,000',
    '0x10',
    '１',
    '1234567890123456',
    'NaN',
    '--1',
    '1.0.0',
  ])('refuses %j', (text) => {
    expect(parseMicros(text)).toEqual({ ok: false, code: 'MALFORMED' })
  })

  test('refuses a seventh decimal instead of rounding', () => {
    expect(parseMicros('1.0000001')).toEqual({ ok: false, code: 'TOO_PRECISE' })
    expect(parseMicros('1.0000000')).toEqual({ ok: false, code: 'TOO_PRECISE' })
  })

  test('what is written is read back', () => {
    const limit = 10n ** 21n - 1n
    fc.assert(
      fc.property(fc.bigInt({ min: -limit, max: limit }), (micros) => {
        const text = formatMicros(micros)
        expect(parseMicros(text)).toEqual({ ok: true, value: micros })
        expect(text).toMatch(/^-?(0|[1-9][0-9]{0,14})(\.[0-9]{1,6})?$/)
        expect(formatMicros(micros, { group: true }).replaceAll(',', '')).toBe(text)
      }),
    )
  })
})

describe('[T5] payout', () => {
  test('is the stake and the profit cut down', () => {
    expect(winPayout(10_000_000n, 8000)).toBe(18_000_000n)
    expect(winProfit(1_000_001n, 8599)).toBe(859_900n)
    expect(winProfit(1n, 9999)).toBe(0n)
  })

  test('never more than the exact share, never a micro less than it cut', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 13n }),
        fc.integer({ min: 0, max: 20_000 }),
        (stake, bps) => {
          const profit = winProfit(stake, bps)
          expect(
            profit * 10_000n <= stake * BigInt(bps) && (profit + 1n) * 10_000n > stake * BigInt(bps),
          ).toBe(true)
        },
      ),
    )
  })

  test('takes no negative stake and no broken rate', () => {
    expect(() => winProfit(-1n, 8000)).toThrow()
    expect(() => winProfit(1n, 80.5)).toThrow()
  })
})

describe('[M4] prices', () => {
  test('have all decimals of their precision', () => {
    expect(formatPrice(6_748_236n, 2)).toBe('67482.36')
    expect(formatPrice(6_748_236n, 2, { group: true })).toBe('67,482.36')
    expect(formatPrice(12n, 5)).toBe('0.00012')
    expect(formatPrice(12n, 0)).toBe('12')
  })

  test('are above zero and no finer than their precision', () => {
    expect(parsePrice('0.00', 2)).toEqual({ ok: false, code: 'NOT_POSITIVE' })
    expect(parsePrice('-1', 2)).toEqual({ ok: false, code: 'NOT_POSITIVE' })
    expect(parsePrice('1.001', 2)).toEqual({ ok: false, code: 'TOO_PRECISE' })
  })

  test('what is written is read back at any precision', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }),
        fc.integer({ min: 0, max: 12 }),
        (price, precision) => {
          expect(parsePrice(formatPrice(price, precision), precision)).toEqual({ ok: true, value: price })
        },
      ),
    )
  })
})
