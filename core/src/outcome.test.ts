import { describe, expect, test } from 'vitest'
import type { FrozenContract } from './frozen-contract.ts'
import { createLogExcerpt } from './log-excerpt.ts'
import { contractOf, type LogStep, logOf } from './log-fixture.ts'
import { outcomeOf } from './outcome.ts'

// Accepted at 1000 after entry 1, opening in [1100, 1300], window (1990, 2000], gap 500.
const head: LogStep = { at: 1000, price: 400 }
const open: LogStep = { at: 1100, price: 500 }
const middle: LogStep = { at: 1600, price: 480 }
const past: LogStep = { at: 2000, mark: true }
const decide = (steps: LogStep[], changes: Partial<FrozenContract> = {}) =>
  outcomeOf(contractOf(changes), createLogExcerpt(logOf([head, ...steps])))
const closingAt = (price: number): LogStep[] => [open, middle, { at: 1990, price }, past]

describe('[T5] outcome', () => {
  test.each([
    ['up', 501, 'won', 8_000_000n],
    ['up', 499, 'lost', -10_000_000n],
    ['up', 500, 'equal', 0n],
    ['down', 501, 'lost', -10_000_000n],
    ['down', 499, 'won', 8_000_000n],
    ['down', 500, 'equal', 0n],
  ] as const)('%s, closed at %s: %s', (direction, price, result, profitMicros) => {
    expect(decide(closingAt(price), { direction })).toMatchObject({
      state: 'completed',
      result,
      profitMicros,
      opening: { seq: 2, price: 500n },
      closing: { price: BigInt(price) },
    })
  })

  test('the profit is cut down to whole micros', () => {
    expect(decide(closingAt(501), { stakeMicros: 1_000_001n, payoutBps: 8599 })).toMatchObject({
      profitMicros: 859_900n,
    })
  })

  // Refused prices have no part in any price; how long the last one taken stays in force is the same question as in any hole.
  test.each([
    ['to the end, the last price in force for exactly the gap', [{ at: 1500, price: 510 }], 510],
    ['to the end, for a millisecond longer', [{ at: 1499, price: 510 }], 'price-gap'],
    // Four milliseconds 480, six 520: S = 5 040, D = 40, closing = 500 + ⌊90 / 20⌋.
    ['into the window', [middle, { at: 1995, price: 520 }], 504],
    // Ten milliseconds 480 but one 520: S = 4 840, D = −160, closing = 500 − ⌊330 / 20⌋.
    ['up to the expiry', [middle, { at: 2000, price: 520 }], 484],
    [
      'before the window only',
      [
        { at: 1400, price: 510 },
        { at: 1990, price: 490 },
      ],
      490,
    ],
  ] as const)('[T6] [M5] a quarantine %s', (_, taken, ends) => {
    const refused = (at: number): LogStep => ({ at, rejected: 9_999, second: 500 })
    const steps = [open, ...taken, ...[1501, 1700, 1989, 1991].map(refused), past]
    const outcome = decide(steps.toSorted((a, b) => a.at - b.at))
    if (ends === 'price-gap') expect(outcome).toMatchObject({ state: 'cancelled', reason: ends })
    else expect(outcome).toMatchObject({ state: 'completed', closing: { price: BigInt(ends) } })
  })

  test('[T6] [M5] a quarantine up to the last moment for an opening: the next price taken opens, or none does', () => {
    const refused: LogStep[] = [1100, 1200, 1299].map((at) => ({ at, rejected: 9_999, second: 500 }))
    expect(decide([...refused, { at: 1300, price: 505 }, { at: 1990, price: 506 }, past])).toMatchObject({
      result: 'won',
      opening: { timeMs: 1300, price: 505n },
    })
    expect(decide([...refused, { at: 1301, price: 505 }, past])).toMatchObject({ reason: 'no-opening-price' })
  })

  test('an average that rounds to the opening is equal: what is shown decides', () => {
    // four of ten milliseconds one above: D = 4 → 0
    expect(decide([open, middle, { at: 1990, price: 500 }, { at: 1997, price: 501 }, past])).toMatchObject({
      result: 'equal',
    })
    expect(decide([open, middle, { at: 1990, price: 500 }, { at: 1996, price: 501 }, past])).toMatchObject({
      result: 'won',
    })
  })

  test('a 30 s contract with the default times', () => {
    const contract = contractOf({
      acceptedAtMs: 1000,
      expiresAtMs: 31_000,
      windowMs: 2000,
      openingDelayMs: 300,
      openTimeoutMs: 5000,
      maxGapMs: 5000,
    })
    const ticks: LogStep[] = [head]
    // A tick each 250 ms, one up a second: p(t) at 29 000 + … is 28, 29 in the window, 30 at the expiry itself
    for (let at = 1250; at <= 31_250; at += 250)
      ticks.push({ at, price: 1000 + Math.floor((at - 1000) / 1000) })
    // opening 1000 at 1500; S = 999·1028 + 1000·1029 + 1·1030 → average 1028.502 → 1029
    expect(outcomeOf(contract, createLogExcerpt(logOf(ticks)))).toMatchObject({
      result: 'won',
      opening: { timeMs: 1500, price: 1000n },
      closing: { price: 1029n },
    })
  })
})

describe('[T6] cancelled', () => {
  test('no opening price', () => {
    expect(decide([{ at: 1301, price: 500 }, past])).toEqual({
      state: 'cancelled',
      reason: 'no-opening-price',
      seq: 2,
      opening: null,
    })
  })

  test('price gap', () => {
    expect(decide([open, { at: 1600, price: 500 }, { at: 2101, price: 500 }])).toMatchObject({
      state: 'completed',
    })
    expect(decide([open, { at: 1400, price: 500 }, { at: 2101, price: 500 }])).toMatchObject({
      reason: 'price-gap',
      seq: 4,
      opening: { seq: 2 },
    })
  })

  test('source changed after acceptance, up to the expiry itself', () => {
    const change = (at: number): LogStep => ({ at, from: 'replay' })
    expect(decide([open, middle, change(1700), { at: 1990, price: 501 }, past])).toMatchObject({
      reason: 'source-changed',
      seq: 4,
    })
    expect(decide([change(1050)])).toEqual({
      state: 'cancelled',
      reason: 'source-changed',
      seq: 2,
      opening: null,
    })
    expect(
      decide([open, middle, { at: 1990, price: 501 }, change(2000), { at: 2001, mark: true }]),
    ).toMatchObject({
      reason: 'source-changed',
    })
    expect(decide([open, middle, { at: 1990, price: 501 }, change(2001)])).toMatchObject({ result: 'won' })
  })

  test('a change there and back cancels too; the same source named again does not', () => {
    expect(
      decide([
        open,
        { at: 1500, from: 'replay' },
        { at: 1501, from: 'simulated' },
        middle,
        ...closingAt(1).slice(2),
      ]),
    ).toMatchObject({
      reason: 'source-changed',
    })
    expect(decide([open, { at: 1500, from: 'simulated' }, ...closingAt(501).slice(1)])).toMatchObject({
      result: 'won',
    })
  })

  test('what came first in the log is the reason', () => {
    expect(
      decide([
        { at: 1301, rejected: 1 },
        { at: 1400, from: 'replay' },
      ]),
    ).toMatchObject({ reason: 'no-opening-price', seq: 2 })
    expect(
      decide([
        { at: 1200, from: 'replay' },
        { at: 1301, mark: true },
      ]),
    ).toMatchObject({ reason: 'source-changed', seq: 2 })
    expect(decide([{ at: 1301, from: 'replay' }])).toMatchObject({ reason: 'no-opening-price', seq: 2 })
  })
})

describe('[P6] voids', () => {
  const voided = (at: number, fromMs: number, toMs: number) =>
    decide([open, middle, { at, void: [fromMs, toMs] }, { at: 1990, price: 501 }, past])

  test('of the opening tick cancel', () => {
    expect(voided(1700, 1100, 1100)).toMatchObject({ reason: 'void', seq: 4, opening: { seq: 2 } })
    expect(voided(1700, 1101, 1200)).toMatchObject({ result: 'won' })
    expect(voided(1700, 1000, 1099)).toMatchObject({ result: 'won' })
  })

  test('of the closing window cancel, only for what already lies behind', () => {
    const late = (toMs: number) =>
      decide([open, middle, { at: 1988, price: 501 }, { at: 1992, void: [1989, toMs] }, past])
    expect(late(1991)).toMatchObject({ reason: 'void' })
    expect(late(1989)).toMatchObject({ result: 'won' })
    expect(voided(1700, 1650, 3000)).toMatchObject({ result: 'won' })
  })

  test('logged after the expiry are a matter of settlement', () => {
    expect(decide([...closingAt(501), { at: 2500, void: [1000, 2400] }])).toMatchObject({ result: 'won' })
  })
})

describe('[T6] undecided', () => {
  test('says what is waited for', () => {
    expect(decide([])).toEqual({ state: 'undecided', waitingFor: 'opening', opening: null })
    expect(decide([open])).toMatchObject({ state: 'undecided', waitingFor: 'expiry', opening: { seq: 2 } })
  })

  test('an opening found before stands in for its entries', () => {
    const entries = logOf([{ at: 1980, price: 400 }, { at: 1990, price: 501 }, past], 50)
    const opening = { seq: 2, timeMs: 1100, price: 500n }
    expect(outcomeOf(contractOf(), createLogExcerpt(entries), opening)).toMatchObject({ result: 'won' })
    expect(outcomeOf(contractOf(), createLogExcerpt(entries.slice(2)), opening)).toMatchObject({
      waitingFor: 'entries',
    })
  })

  test('a rule that lets opening and window overlap is a broken invariant', () => {
    expect(() => decide([open], { windowMs: 701 })).toThrow('closing window')
  })
})
