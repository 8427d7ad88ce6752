import { FOREX_CALENDAR } from '@truestrike/core/calendar.ts'
import { type LogStep, logOf } from '@truestrike/core/log-fixture.ts'
import { describe, expect, test } from 'vitest'
import type { ProductRecord } from './product.store.ts'
import { eventsIn } from './public-event.ts'

const crypto = { id: 7, staleMs: 3_000, calendar: null } as ProductRecord
const forex = { id: 8, staleMs: 10_000, calendar: FOREX_CALENDAR } as ProductRecord
const none = { source: 'simulated', lastTickSeq: 0, lastTickTimeMs: 0 } as const
const eventsOf = (
  steps: LogStep[],
  product = crypto,
  head: Parameters<typeof eventsIn>[1] = none,
  firstSeq = 1,
) => eventsIn(logOf(steps, firstSeq), head, product)

describe('[P6] events in the log', () => {
  test('no price for longer than the limit, over flushes too; exactly the limit is none', () => {
    expect(
      eventsOf([
        { at: 1_000, price: 1 },
        { at: 4_000, price: 1 },
      ]),
    ).toEqual([])
    const found = eventsOf([
      { at: 1_000, price: 1 },
      { at: 2_000, mark: true },
      { at: 4_001, price: 1 },
    ])
    const halt = { kind: 'halt', productId: 7, seq: 1, endSeq: 3, fromMs: 1_000, toMs: 4_001, openMs: 3_001 }
    expect(found).toEqual([halt])
    const later = { ...none, lastTickSeq: 5, lastTickTimeMs: 1_000 }
    expect(eventsOf([{ at: 4_001, price: 1 }], crypto, later, 9)).toEqual([{ ...halt, seq: 5, endSeq: 9 }])
  })

  test('rejected prices end no halt, and before the first price there is none', () => {
    const steps: LogStep[] = [
      { at: 90_000, price: 1 },
      { at: 92_000, rejected: 9 },
      { at: 94_000, price: 1 },
    ]
    expect(eventsOf(steps)).toMatchObject([{ seq: 1, endSeq: 3 }])
  })

  test('a week-end is no halt; what is missing of the hours before and after it is', () => {
    const friday = Date.parse('2026-11-20T21:59:58Z')
    const sunday = Date.parse('2026-11-22T22:00:00Z')
    const over = (ms: number) =>
      eventsOf(
        [
          { at: friday, price: 1 },
          { at: sunday + ms, price: 1 },
        ],
        forex,
      )
    expect(over(3_000)).toEqual([])
    expect(over(3_001)).toMatchObject([{ kind: 'halt', openMs: 5_001 }])
  })

  test('a change of source names both, the first source of a log is none; a void carries what its entry says', () => {
    const head = { ...none, source: null }
    const steps: LogStep[] = [
      { at: 1, from: 'simulated' },
      { at: 2, from: 'replay' },
      { at: 9, void: [3, 5] },
    ]
    expect(eventsOf(steps, crypto, head)).toEqual([
      { kind: 'source', productId: 7, seq: 2, timeMs: 2, sourceBefore: 'simulated', source: 'replay' },
      {
        ...{ kind: 'void', productId: 7, seq: 3, timeMs: 9, fromMs: 3, toMs: 5 },
        ...{ contractCount: 1, houseEffectMicros: 0n, reason: 'wrong prices' },
      },
    ])
  })
})
