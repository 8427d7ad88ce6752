import { describe, expect, test } from 'vitest'
import { closingPriceOf, findClosing } from './closing.ts'
import { createLogExcerpt } from './log-excerpt.ts'
import { contractOf, type LogStep, logOf } from './log-fixture.ts'

// Expires at 2000, window (1990, 2000], gap 500.
const past: LogStep = { at: 2001, mark: true }
const closingOf = (steps: LogStep[], changes = {}, opening = 500n) =>
  findClosing(contractOf(changes), opening, createLogExcerpt(logOf(steps)))
const priceOf = (steps: LogStep[], changes = {}, opening = 500n) => {
  const verdict = closingOf(steps, changes, opening)
  return verdict.state === 'found' ? verdict.closing.price : verdict.state
}

describe('[T5] closing price, hand-computed', () => {
  test('no tick in the window: the price in force before it', () => {
    expect(priceOf([{ at: 1985, price: 520 }, past])).toBe(520n)
  })

  test('each price counts for its whole milliseconds in (1990, 2000]', () => {
    // 1991–1995: 500 · 1996–2000: 510 → S = 5·500 + 5·510 = 5050, average 505
    expect(priceOf([{ at: 1990, price: 500 }, { at: 1996, price: 510 }, past])).toBe(505n)
  })

  test('a tick at expiresAt − w is in force from the first millisecond of the window on', () => {
    // 520 at 1985 is replaced at 1990, before the window's first millisecond
    expect(priceOf([{ at: 1985, price: 520 }, { at: 1990, price: 530 }, past])).toBe(530n)
    // replaced at 1991: the window is all 540
    expect(priceOf([{ at: 1985, price: 520 }, { at: 1991, price: 540 }, past])).toBe(540n)
    // replaced at 1992: one of ten milliseconds at 520, D = 20 + 9·40 = 380 → 38
    expect(priceOf([{ at: 1985, price: 520 }, { at: 1992, price: 540 }, past])).toBe(538n)
  })

  test('a tick at expiresAt counts for the last millisecond, one after it not at all', () => {
    // nine milliseconds at 500, one at 600: D = 100 → 10
    expect(priceOf([{ at: 1990, price: 500 }, { at: 2000, price: 600 }, past])).toBe(510n)
    expect(
      priceOf([
        { at: 1990, price: 500 },
        { at: 2001, price: 600 },
      ]),
    ).toBe(500n)
  })

  test('of several ticks in a millisecond only the one with the highest number is in force', () => {
    const ticks: LogStep[] = [
      { at: 1990, price: 500 },
      { at: 1996, price: 900 },
      { at: 1996, price: 510 },
      past,
    ]
    expect(priceOf(ticks)).toBe(505n)
    expect(
      priceOf([{ at: 1995, price: 500 }, { at: 2000, price: 7 }, { at: 2000, price: 8 }, past], {
        windowMs: 0,
      }),
    ).toBe(8n)
  })

  test.each([
    // D of ten milliseconds, distance of the closing price: ⌊(2|D| + 10)/20⌋
    [0n, 0n],
    [4n, 0n],
    [5n, 1n],
    [14n, 1n],
    [15n, 2n],
    [-4n, 0n],
    [-5n, -1n],
    [-14n, -1n],
    [-15n, -2n],
  ])('D = %s moves it by %s: halves away from the opening', (distance, moved) => {
    expect(closingPriceOf(500n, 5000n + distance, 10)).toBe(500n + moved)
  })

  test('an odd window has no exact half', () => {
    expect(closingPriceOf(500n, 1500n + 1n, 3)).toBe(500n)
    expect(closingPriceOf(500n, 1500n + 2n, 3)).toBe(501n)
    expect(closingPriceOf(500n, 1500n - 2n, 3)).toBe(499n)
  })

  test('the same ticks give an exact half on both sides', () => {
    // five milliseconds one above, five at the opening: D = 5 → one up; mirrored one down
    expect(priceOf([{ at: 1990, price: 500 }, { at: 1996, price: 501 }, past])).toBe(501n)
    expect(priceOf([{ at: 1990, price: 500 }, { at: 1996, price: 499 }, past])).toBe(499n)
  })

  test('w = 0 takes the last price at or before the expiry', () => {
    const changes = { windowMs: 0 }
    expect(priceOf([{ at: 1900, price: 500 }, { at: 1999, price: 507 }, past], changes)).toBe(507n)
    expect(priceOf([{ at: 1900, price: 500 }, { at: 2000, price: 508 }, past], changes)).toBe(508n)
    expect(
      priceOf(
        [
          { at: 1900, price: 500 },
          { at: 2001, price: 509 },
        ],
        changes,
      ),
    ).toBe(500n)
  })

  test('rejected ticks have no part in it', () => {
    expect(priceOf([{ at: 1990, price: 500 }, { at: 1992, rejected: 9999 }, past])).toBe(500n)
  })

  test('says which ticks it used and what proved it', () => {
    const steps: LogStep[] = [
      { at: 1900, price: 1 },
      { at: 1980, price: 2 },
      { at: 1995, price: 3 },
      { at: 2000, mark: true },
    ]
    expect(closingOf(steps)).toMatchObject({
      closing: { timeMs: 2000, firstSeq: 2, lastSeq: 3, proofSeq: 4 },
    })
  })
})

describe('[T8] when it is decided', () => {
  const tick: LogStep = { at: 1990, price: 500 }
  test('by a watermark at the expiry or any later entry', () => {
    expect(priceOf([tick, { at: 1999, mark: true }])).toBe('waiting')
    expect(priceOf([tick, { at: 2000, price: 501 }])).toBe('waiting')
    expect(priceOf([tick, { at: 2000, mark: true }])).toBe(500n)
    expect(priceOf([tick, { at: 2001, price: 900 }])).toBe(500n)
    expect(priceOf([tick, { at: 2001, rejected: 900 }])).toBe(500n)
  })
})

describe('[O6] [T11] a restart', () => {
  const tick: LogStep = { at: 1990, price: 500 }
  test('proves nothing of an expiry that the log before it does not: what it lost may have counted', () => {
    expect(closingOf([tick, { at: 2001, restart: 10 }])).toEqual({ state: 'source-changed', seq: 12 })
    expect(priceOf([tick, past, { at: 2002, restart: 10 }])).toBe(500n)
  })

  test('is held against a contract only beside the entry it follows', () => {
    // The entry that decided the contract is not shown.
    const [first, _, restart] = logOf([tick, past, { at: 2002, restart: 10 }])
    const shown = [first, restart].filter((entry) => entry !== undefined)
    expect(findClosing(contractOf(), 500n, createLogExcerpt(shown))).toEqual({ state: 'incomplete' })
  })
})

describe('[T6] gaps', () => {
  test('exactly maxGap is allowed, a millisecond more cancels: hole before the window', () => {
    expect(priceOf([{ at: 1491, price: 500 }, { at: 1991, price: 500 }, past])).toBe(500n)
    expect(priceOf([{ at: 1490, price: 500 }, { at: 1991, price: 500 }, past])).toBe('price-gap')
  })

  test('hole up to the expiry, with an empty window', () => {
    expect(priceOf([{ at: 1500, price: 500 }, past])).toBe(500n)
    expect(priceOf([{ at: 1499, price: 500 }, past])).toBe('price-gap')
    expect(
      priceOf([
        { at: 1499, price: 500 },
        { at: 2001, price: 500 },
      ]),
    ).toBe('price-gap')
  })

  test('hole inside the window', () => {
    const changes = { windowMs: 600 }
    expect(
      priceOf([{ at: 1400, price: 500 }, { at: 1450, price: 500 }, { at: 1950, price: 500 }, past], changes),
    ).toBe(500n)
    expect(
      priceOf([{ at: 1400, price: 500 }, { at: 1449, price: 500 }, { at: 1950, price: 500 }, past], changes),
    ).toBe('price-gap')
  })

  test('a hole that ends at or before expiresAt − w does no harm', () => {
    expect(priceOf([{ at: 1100, price: 400 }, { at: 1990, price: 500 }, past])).toBe(500n)
  })

  test('w = 0: the last price must not be older than maxGap at the expiry', () => {
    expect(priceOf([{ at: 1500, price: 500 }, past], { windowMs: 0 })).toBe(500n)
    expect(priceOf([{ at: 1499, price: 500 }, past], { windowMs: 0 })).toBe('price-gap')
  })

  test('watermarks and rejected ticks do not fill a hole', () => {
    expect(
      priceOf([{ at: 1499, price: 500 }, { at: 1700, mark: true }, { at: 1800, rejected: 500 }, past]),
    ).toBe('price-gap')
  })

  test('a tick of another source in the window: source-changed, before any gap', () => {
    expect(priceOf([{ at: 1499, price: 500 }, { at: 2000, price: 500, source: 'replay' }, past])).toBe(
      'source-changed',
    )
  })
})

describe('[T11] closing price from an excerpt', () => {
  test('the tick in force before the window must be there', () => {
    expect(priceOf([{ at: 1995, price: 500 }, past])).toBe('incomplete')
  })

  test('[P-1] an excerpt that begins early enough proves the gap without the tick before it', () => {
    expect(priceOf([{ at: 1490, mark: true }, { at: 1991, price: 500 }, past])).toBe('price-gap')
    expect(priceOf([{ at: 1491, mark: true }, { at: 1991, price: 500 }, past])).toBe('incomplete')
    expect(priceOf([{ at: 1499, mark: true }, past])).toBe('price-gap')
    expect(priceOf([{ at: 1500, mark: true }, past])).toBe('incomplete')
  })

  test('a reader of the log may vouch for the beginning', () => {
    const entries = logOf([{ at: 1800, mark: true }, { at: 1991, price: 500 }, past])
    const verdict = (completeFromMs: number) =>
      findClosing(contractOf(), 500n, createLogExcerpt(entries, { completeFromMs })).state
    expect(verdict(1491)).toBe('price-gap')
    expect(verdict(1492)).toBe('incomplete')
  })

  test('a late vouching does not weaken what the entries themselves prove', () => {
    const entries = logOf([{ at: 1490, mark: true }, { at: 1991, price: 500 }, past])
    const late = createLogExcerpt(entries, { completeFromMs: 1600 })
    expect(findClosing(contractOf(), 500n, late).state).toBe('price-gap')
  })

  test('a missing entry inside leaves it open', () => {
    const entries = logOf([
      { at: 1980, price: 500 },
      { at: 1994, price: 600 },
      { at: 1996, price: 500 },
      past,
    ])
    const torn = createLogExcerpt(entries.filter((entry) => entry.seq !== 2))
    expect(findClosing(contractOf(), 500n, torn).state).toBe('incomplete')
  })
})
