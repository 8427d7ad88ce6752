import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLogExcerpt } from './log-excerpt.ts'
import { contractOf, type LogStep, logOf } from './log-fixture.ts'
import { outcomeOf } from './outcome.ts'

const TIMES = { windowMs: 6, openingDelayMs: 2, openTimeoutMs: 8, maxGapMs: 40 }
const EXPIRES_MS = 1_030

const moves = fc.array(
  fc.record({
    mark: fc.boolean(),
    wait: fc.integer({ min: 0, max: 4 }),
    price: fc.integer({ min: 97, max: 103 }),
  }),
  { minLength: 20, maxLength: 60 },
)
const voids = fc.record({
  place: fc.nat({ max: 59 }),
  from: fc.integer({ min: 990, max: 1_060 }),
  length: fc.nat({ max: 60 }),
})

/** A log of which the first entry is known at acceptance, every fourth step a watermark or none. */
function stepsOf(list: readonly { mark: boolean; wait: number; price: number }[]): LogStep[] {
  let at = 1_000
  const steps: LogStep[] = [{ at, price: 100 }]
  for (const { mark, wait, price } of list) {
    at += wait + 1
    steps.push(mark && price % 2 === 0 ? { at, mark: true } : { at, price })
  }
  return steps
}

const decide = (steps: readonly LogStep[], direction: 'up' | 'down') =>
  outcomeOf(
    contractOf({ ...TIMES, direction, openAfterSeq: 1, acceptedAtMs: 1_000, expiresAtMs: EXPIRES_MS }),
    createLogExcerpt(logOf(steps)),
  )
const told = (outcome: ReturnType<typeof outcomeOf>): string =>
  outcome.state === 'completed'
    ? `${outcome.result} ${outcome.profitMicros}`
    : outcome.state === 'cancelled'
      ? outcome.reason
      : 'undecided'

describe('[T16] what a void can do, whichever interval its proposers choose, and whenever it comes', {
  timeout: 30_000,
}, () => {
  test('it gives a stake back or changes nothing; of what the log has decided already it changes nothing at all', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(
        moves,
        voids,
        fc.constantFrom('up' as const, 'down' as const),
        (list, chosen, direction) => {
          const steps = stepsOf(list)
          const place = 1 + Math.min(chosen.place, steps.length - 1)
          const before = steps.slice(0, place)
          const at = Math.max(...before.map((step) => step.at)) + ('mark' in (before.at(-1) ?? {}) ? 1 : 0)
          const voided: LogStep = { at, void: [chosen.from, chosen.from + chosen.length] }
          const without = told(decide(steps, direction))
          const withIt = told(decide([...before, voided, ...steps.slice(place)], direction))
          const known = told(decide(before, direction))
          if (withIt !== without) expect(withIt).toBe('void')
          if (known !== 'undecided') expect(withIt).toBe(known)
          // Who has won by the end of his contract has won: an entry after it takes nothing from him.
          if (at > EXPIRES_MS) expect(withIt).toBe(without)
          seen.add(withIt === without ? 'nothing' : 'given back')
        },
      ),
      { numRuns: 1_000 },
    )
    expect([...seen].sort()).toEqual(['given back', 'nothing'])
  })
})
