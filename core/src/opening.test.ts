import { describe, expect, test } from 'vitest'
import { createLogExcerpt } from './log-excerpt.ts'
import { contractOf, type LogStep, logOf } from './log-fixture.ts'
import { findOpening } from './opening.ts'

// Accepted at 1000 after entry 1: the opening tick lies in [1100, 1300].
const head: LogStep = { at: 1000, price: 500 }
const openingOf = (steps: LogStep[], changes = {}) =>
  findOpening(contractOf(changes), createLogExcerpt(logOf([head, ...steps])))

describe('[T5] opening price', () => {
  test('is the first tick at or after acceptance and delay', () => {
    const verdict = openingOf([
      { at: 1099, price: 501 },
      { at: 1100, price: 502 },
      { at: 1101, price: 503 },
    ])
    expect(verdict).toEqual({ state: 'found', opening: { seq: 3, timeMs: 1100, price: 502n } })
  })

  test('of several ticks in a millisecond it is the one with the lowest number', () => {
    const verdict = openingOf([
      { at: 1150, price: 510 },
      { at: 1150, price: 511 },
    ])
    expect(verdict).toMatchObject({ opening: { seq: 2, price: 510n } })
  })

  test('no tick up to openAfterSeq counts, even at the right time', () => {
    const log = createLogExcerpt(
      logOf([
        { at: 1000, price: 1 },
        { at: 1000, price: 2 },
        { at: 1000, price: 3 },
      ]),
    )
    const contract = contractOf({ openAfterSeq: 2, openingDelayMs: 0 })
    expect(findOpening(contract, log)).toMatchObject({ opening: { seq: 3, price: 3n } })
  })

  test('a tick exactly at the deadline opens, one a millisecond later cancels', () => {
    expect(openingOf([{ at: 1300, price: 510 }])).toMatchObject({ state: 'found', opening: { timeMs: 1300 } })
    expect(openingOf([{ at: 1301, price: 510 }])).toEqual({ state: 'none', seq: 2 })
  })

  test('[T6] a watermark proves that there was none from the deadline on, not before', () => {
    expect(openingOf([{ at: 1299, mark: true }])).toEqual({ state: 'waiting' })
    expect(openingOf([{ at: 1300, mark: true }])).toEqual({ state: 'none', seq: 2 })
    expect(
      openingOf([
        { at: 1299, mark: true },
        { at: 1300, price: 510 },
      ]),
    ).toMatchObject({ state: 'found' })
  })

  test('an entry of another kind at the deadline proves nothing: a tick may still follow', () => {
    expect(openingOf([{ at: 1300, rejected: 9 }])).toEqual({ state: 'waiting' })
    expect(
      openingOf([
        { at: 1300, rejected: 9 },
        { at: 1300, price: 510 },
      ]),
    ).toMatchObject({ opening: { seq: 3 } })
    expect(openingOf([{ at: 1301, rejected: 9 }])).toEqual({ state: 'none', seq: 2 })
  })

  test('a rejected tick never opens', () => {
    expect(
      openingOf([
        { at: 1150, rejected: 510 },
        { at: 1160, price: 511 },
      ]),
    ).toMatchObject({ opening: { seq: 3 } })
  })

  test('waits while the log has not come so far', () => {
    expect(openingOf([])).toEqual({ state: 'waiting' })
    expect(openingOf([{ at: 1050, price: 501 }])).toEqual({ state: 'waiting' })
  })

  test('a tick of another source does not open', () => {
    expect(openingOf([{ at: 1150, price: 510, source: 'replay' }])).toEqual({
      state: 'source-changed',
      seq: 2,
    })
  })
})

describe('[T11] opening price from an excerpt', () => {
  const tick: LogStep = { at: 1150, price: 510 }

  test('missing entries before the tick leave it open', () => {
    const entries = logOf([head, { at: 1050, price: 501 }, { at: 1120, price: 502 }, tick])
    const without = createLogExcerpt(
      [entries[0], entries[1], entries[3]].filter((entry) => entry !== undefined),
    )
    expect(findOpening(contractOf(), without)).toEqual({ state: 'incomplete' })
  })

  test('missing entries before the delay has passed do no harm', () => {
    const entries = logOf([head, { at: 1050, price: 501 }, { at: 1060, price: 502 }, tick])
    expect(findOpening(contractOf(), createLogExcerpt(entries.slice(2)))).toMatchObject({
      opening: { seq: 4 },
    })
  })

  test('a reader of the log may vouch for the beginning, a verifier needs the entry before', () => {
    const entries = logOf([head, { at: 1050, price: 501 }, tick]).slice(2)
    expect(findOpening(contractOf(), createLogExcerpt(entries))).toEqual({ state: 'incomplete' })
    expect(findOpening(contractOf(), createLogExcerpt(entries, { completeFromMs: 1100 }))).toMatchObject({
      state: 'found',
    })
    expect(findOpening(contractOf(), createLogExcerpt(entries, { completeFromMs: 1101 }))).toEqual({
      state: 'incomplete',
    })
  })
})
