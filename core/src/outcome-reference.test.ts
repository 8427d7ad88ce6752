import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { closingReadFromMs, type FrozenContract } from './frozen-contract.ts'
import type { LogEntry } from './log-entry.ts'
import { createLogExcerpt } from './log-excerpt.ts'
import { contractOf, type LogStep, logOf } from './log-fixture.ts'
import { outcomeOf } from './outcome.ts'
import { isMark, MARK_KINDS } from './proof/hidden-marks.ts'

// Short times, so that ties, gaps and boundaries come up in nearly every run.
const timings = fc.record({
  windowMs: fc.integer({ min: 0, max: 12 }),
  openingDelayMs: fc.integer({ min: 0, max: 6 }),
  openTimeoutMs: fc.integer({ min: 0, max: 10 }),
  maxGapMs: fc.integer({ min: 1, max: 12 }),
  slackMs: fc.integer({ min: 0, max: 20 }),
})
const kinds = fc.oneof(
  { weight: 12, arbitrary: fc.constant('tick' as const) },
  { weight: 4, arbitrary: fc.constant('mark' as const) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...(['rejected', 'from', 'back', 'void', 'restart'] as const)),
  },
)
const moves = fc.array(
  fc.record({ kind: kinds, wait: fc.integer({ min: 0, max: 6 }), price: fc.integer({ min: 90, max: 110 }) }),
  {
    minLength: 1,
    maxLength: 40,
  },
)

interface Scenario {
  contract: FrozenContract
  entries: LogEntry[]
}

const scenarios: fc.Arbitrary<Scenario> = fc
  .record({
    timings,
    moves,
    head: fc.nat({ max: 5 }),
    direction: fc.constantFrom('up' as const, 'down' as const),
  })
  .map(({ timings: { slackMs, ...times }, moves: list, head, direction }) => {
    const steps: LogStep[] = []
    let at = 1000
    let marked = false
    for (const { kind, wait, price } of list) {
      // A watermark closes its millisecond.
      at += marked ? wait + 1 : wait
      marked = kind === 'mark'
      if (kind === 'mark') steps.push({ at, mark: true })
      else if (kind === 'tick') steps.push({ at, price })
      else if (kind === 'rejected') steps.push({ at, rejected: price })
      else if (kind === 'void') steps.push({ at, void: [at - 8, at - (price % 4)] })
      else if (kind === 'restart') steps.push({ at, restart: price % 4 })
      else steps.push({ at, from: kind === 'from' ? 'replay' : 'simulated' })
    }
    const entries = logOf(steps)
    const accepted = entries[Math.min(head, entries.length) - 1]
    const openAfterSeq = accepted?.seq ?? 0
    const acceptedAtMs = accepted?.timeMs ?? 1000
    const expiresAtMs = acceptedAtMs + times.openingDelayMs + times.openTimeoutMs + times.windowMs + slackMs
    return { entries, contract: contractOf({ ...times, direction, openAfterSeq, acceptedAtMs, expiresAtMs }) }
  })

/** The rules once more, as slowly and as literally as they are written: a walk through the log, a sum over milliseconds. */
function literalOutcome(contract: FrozenContract, entries: readonly LogEntry[]): string {
  const { acceptedAtMs, openingDelayMs, openTimeoutMs, expiresAtMs, windowMs } = contract
  const fromMs = acceptedAtMs + openingDelayMs
  const deadlineMs = fromMs + openTimeoutMs
  const proves = (entry: LogEntry, timeMs: number) =>
    entry.timeMs > timeMs || (entry.kind === 'watermark' && entry.timeMs === timeMs)
  let opening: { timeMs: number; price: bigint } | null = null
  let proved = false
  for (const entry of entries) {
    if (entry.seq <= contract.openAfterSeq) continue
    if (proves(entry, expiresAtMs)) {
      if (entry.kind === 'restart' && !proved && opening !== null) return 'source-changed'
      proved = true
      if (opening !== null) break
    }
    if (opening === null && entry.kind === 'tick' && entry.timeMs >= fromMs && entry.timeMs <= deadlineMs)
      opening = entry
    else if (opening === null && proves(entry, deadlineMs)) return 'no-opening-price'
    if (entry.timeMs > expiresAtMs) continue
    if (entry.kind === 'source' && entry.source !== contract.source) return 'source-changed'
    if (entry.kind === 'restart') return 'source-changed'
    if (entry.kind !== 'void' || opening === null) continue
    for (let t = entry.fromMs; t <= entry.toMs && t < entry.timeMs; t += 1) {
      if (t === opening.timeMs || (t >= expiresAtMs - windowMs && t <= expiresAtMs)) return 'void'
    }
  }
  if (opening === null || !proved) return 'undecided'
  const ticks = entries.filter((entry) => entry.kind === 'tick')
  const inForce = (t: number) => ticks.findLast((tick) => tick.timeMs <= t)
  const first = inForce(expiresAtMs - windowMs)
  if (first === undefined) return 'impossible: the opening tick is before the window'
  for (const [index, tick] of ticks.entries()) {
    if (tick.seq < first.seq || tick.timeMs > expiresAtMs) continue
    const next = ticks[index + 1]?.timeMs ?? Number.POSITIVE_INFINITY
    if (Math.min(next, expiresAtMs) - tick.timeMs > contract.maxGapMs) return 'price-gap'
  }
  let sum = 0n
  for (let t = expiresAtMs - windowMs + 1; t <= expiresAtMs; t += 1) sum += inForce(t)?.price ?? 0n
  const w = BigInt(windowMs)
  const d = sum - opening.price * w
  const moved = w === 0n ? 0n : (2n * (d < 0n ? -d : d) + w) / (2n * w)
  const closing = w === 0n ? inForce(expiresAtMs)?.price : opening.price + (d < 0n ? -moved : moved)
  return `${opening.price} → ${closing}`
}

function spell(contract: FrozenContract, entries: readonly LogEntry[]): string {
  const outcome = outcomeOf(contract, createLogExcerpt(entries))
  if (outcome.state === 'undecided') return 'undecided'
  return outcome.state === 'cancelled'
    ? outcome.reason
    : `${outcome.opening.price} → ${outcome.closing.price}`
}

const stays = (entry: LogEntry) => MARK_KINDS.some((kind) => isMark(entry, kind))

const runs = { numRuns: 3000 }

describe('[T5] outcome, for any log', () => {
  test('agrees with the rules computed literally', () => {
    const seen = new Map<string, number>()
    fc.assert(
      fc.property(scenarios, ({ contract, entries }) => {
        const spelt = spell(contract, entries)
        const sort = spelt.includes('→') ? 'completed' : spelt
        seen.set(sort, (seen.get(sort) ?? 0) + 1)
        expect(spelt).toBe(literalOutcome(contract, entries))
      }),
      runs,
    )
    // The scenarios reach every kind of end.
    const all = ['completed', 'no-opening-price', 'price-gap', 'source-changed', 'undecided', 'void']
    expect([...seen.keys()].sort()).toEqual(all)
  })

  test('once decided, further entries change nothing', () => {
    fc.assert(
      fc.property(scenarios, ({ contract, entries }) => {
        const whole = outcomeOf(contract, createLogExcerpt(entries))
        for (let length = 0; length <= entries.length; length += 1) {
          const early = outcomeOf(contract, createLogExcerpt(entries.slice(0, length)))
          if (early.state !== 'undecided') expect(early).toEqual(whole)
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('[T11] a shorter excerpt gives the same outcome or says that entries are missing', () => {
    fc.assert(
      fc.property(scenarios, fc.nat({ max: 40 }), fc.nat({ max: 40 }), ({ contract, entries }, cut, hole) => {
        const whole = outcomeOf(contract, createLogExcerpt(entries))
        for (const part of [
          entries.slice(cut),
          entries.filter((entry) => entry.seq !== hole || stays(entry)),
        ]) {
          if (entries.slice(0, cut).some(stays)) continue
          const partial = outcomeOf(contract, createLogExcerpt(part))
          if (partial.state !== 'undecided') expect(partial).toEqual(whole)
        }
      }),
      runs,
    )
  })

  test('[T11] more of the log never makes a decided contract undecided', () => {
    fc.assert(
      fc.property(scenarios, ({ contract, entries }) => {
        const whole = outcomeOf(contract, createLogExcerpt(entries))
        if (whole.opening === null) return
        let decided = false
        for (let cut = entries.length; cut >= 0; cut -= 1) {
          const part = [...entries.slice(0, cut).filter(stays), ...entries.slice(cut)]
          const { state } = outcomeOf(contract, createLogExcerpt(part), whole.opening)
          if (decided) expect(state).not.toBe('undecided')
          decided = state !== 'undecided'
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('[T8] the opening kept from before, all changes of source, restarts and voids, and a reader that vouches for the end give the same outcome', () => {
    fc.assert(
      fc.property(scenarios, fc.nat({ max: 30 }), ({ contract, entries }, before) => {
        const whole = outcomeOf(contract, createLogExcerpt(entries))
        if (whole.opening === null) return
        const completeFromMs = closingReadFromMs(contract) - before
        const part = entries.filter(
          (entry) => entry.timeMs >= completeFromMs || (stays(entry) && entry.seq > contract.openAfterSeq),
        )
        const again = outcomeOf(contract, createLogExcerpt(part, { completeFromMs }), whole.opening)
        expect(again).toEqual(whole)
      }),
      runs,
    )
  })

  test('mirrored prices give the mirrored close: neither side is favoured by rounding', () => {
    fc.assert(
      fc.property(scenarios, ({ contract, entries }) => {
        const whole = outcomeOf(contract, createLogExcerpt(entries))
        if (whole.state !== 'completed') return
        const opening = whole.opening.price
        const mirrored = entries.map((entry) =>
          entry.kind === 'tick' ? { ...entry, price: 2n * opening - entry.price } : entry,
        )
        const direction = contract.direction === 'up' ? 'down' : 'up'
        const mirror = outcomeOf({ ...contract, direction }, createLogExcerpt(mirrored))
        expect(mirror).toMatchObject({ result: whole.result, profitMicros: whole.profitMicros })
        expect(mirror).toMatchObject({ closing: { price: 2n * opening - whole.closing.price } })
      }),
      runs,
    )
  })
})
