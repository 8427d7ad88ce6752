import { describe, expect, test } from 'vitest'
import { FOREX_CALENDAR, openMsBetween } from './calendar.ts'
import type { FrozenContract } from './frozen-contract.ts'
import { causeSeqOf, profitIfCounted } from './if-counted.ts'
import { createLogExcerpt } from './log-excerpt.ts'
import { contractOf, type LogStep, logOf } from './log-fixture.ts'
import { type Cancelled, outcomeOf } from './outcome.ts'

// Accepted at 1000 after entry 1, opening in [1100, 1300], window (1990, 2000], gap 500.
const head: LogStep = { at: 1000, price: 400 }
const open: LogStep = { at: 1100, price: 500 }
const past: LogStep = { at: 2000, mark: true }
const opening = { seq: 2, timeMs: 1100, price: 500n }

function cancelled(steps: LogStep[], changes: Partial<FrozenContract> = {}) {
  const contract = contractOf(changes)
  const excerpt = createLogExcerpt(logOf([head, ...steps]))
  const outcome = outcomeOf(contract, excerpt)
  expect(outcome.state).toBe('cancelled')
  const { reason, seq } = outcome as Cancelled
  return {
    reason,
    cause: causeSeqOf(contract, { reason, seq }, excerpt),
    profit: profitIfCounted(contract, opening, excerpt),
  }
}

describe('[P6] what a cancelled contract would have brought, and what it is put down to', () => {
  test('a price that stood too long: it counts as it stood, and is the cause', () => {
    const steps: LogStep[] = [open, { at: 1400, price: 501 }, { at: 1700, mark: true }, past]
    expect(cancelled(steps)).toEqual({ reason: 'price-gap', cause: 3, profit: 8_000_000n })
    expect(cancelled(steps, { direction: 'down' })).toMatchObject({ profit: -10_000_000n })
    expect(cancelled([open, { at: 1400, price: 500 }, past])).toMatchObject({ profit: 0n })
  })

  test('a void: the prices it took back', () => {
    const steps: LogStep[] = [
      open,
      { at: 1600, price: 480 },
      { at: 1700, void: [1050, 1150] },
      { at: 1980, price: 490 },
      past,
    ]
    expect(cancelled(steps)).toEqual({ reason: 'void', cause: 4, profit: -10_000_000n })
  })

  test('a change of source: unknown while prices of both are in it, known when the first is back before the closing', () => {
    const away: LogStep[] = [open, { at: 1500, from: 'replay' }, { at: 1600, price: 700, source: 'replay' }]
    expect(cancelled([...away, past])).toEqual({ reason: 'source-changed', cause: 3, profit: null })
    const back: LogStep[] = [{ at: 1700, from: 'simulated' }, { at: 1980, price: 499 }, past]
    expect(cancelled([...away, ...back])).toMatchObject({ cause: 3, profit: -10_000_000n })
  })

  test('no opening price: put down to the last price before, or to the acceptance when the excerpt begins there', () => {
    const none: LogStep[] = [
      { at: 1050, price: 450 },
      { at: 1250, mark: true },
      { at: 1310, mark: true },
    ]
    expect(cancelled(none)).toMatchObject({ reason: 'no-opening-price', cause: 2 })
    expect(cancelled([{ at: 1310, price: 450 }])).toMatchObject({ reason: 'no-opening-price', cause: 1 })
  })

  test('an excerpt that begins within the hole says neither: the deciding entry stands for the cause', () => {
    const contract = contractOf()
    const excerpt = createLogExcerpt(logOf([{ at: 1700, mark: true }, past], 7))
    expect(profitIfCounted(contract, opening, excerpt)).toBeNull()
    expect(causeSeqOf(contract, { reason: 'price-gap', seq: 8 }, excerpt)).toBe(8)
  })
})

test('[P6] trading hours between two moments leave out what is closed', () => {
  const friday = Date.parse('2026-11-20T21:59:00Z')
  const sunday = Date.parse('2026-11-22T22:00:30Z')
  expect(openMsBetween(FOREX_CALENDAR, friday, sunday)).toBe(90_000)
  expect(openMsBetween(FOREX_CALENDAR, friday + 120_000, sunday - 60_000)).toBe(0)
  expect(openMsBetween(null, friday, sunday)).toBe(sunday - friday)
  expect(openMsBetween(FOREX_CALENDAR, sunday, friday)).toBe(0)
})
