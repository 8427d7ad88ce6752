import { ensure } from '../assert.ts'
import type { FrozenContract } from '../frozen-contract.ts'
import { createLogExcerpt } from '../log-excerpt.ts'
import { contractOf, quotedAt } from '../log-fixture.ts'
import { outcomeOf, voidTouches } from '../outcome.ts'
import type { ReceiptParts } from './build-receipt.ts'
import {
  acceptBatch,
  enterBatch,
  type ProofStep,
  sealBlocks,
  settledParts,
  type TestKey,
} from './proof-fixture.ts'

export type Random = () => number

/** Numbers in [0, 1) that are the same for a seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const between = (random: Random, min: number, max: number) => min + Math.floor(random() * (max - min + 1))

const START_MS = 1_700_000_000_000
/** All contracts are accepted up to here, and their batch is entered right after. */
const ACCEPTED_BY_MS = 40
const ENTERED_MS = 45

/** A log of random entries, dense around the openings and the closings of as many random contracts, all settled honestly. */
export function randomProofs(seed: number, key: TestKey, contractCount: number): ReceiptParts[] {
  const random = seededRandom(seed)
  const steps = randomSteps(random)
  const contracts = Array.from({ length: contractCount }, () => randomContract(random, steps))
  const batch = acceptBatch(contracts, key)
  const entries = enterBatch(steps, ensure(batch[0]))
  const blockEntries = between(random, 1, 9)
  const blocks = sealBlocks(entries, key, ({ seq }) => seq % blockEntries === 0)
  const lateVoid = ensure(entries.at(-2))
  const excerpt = createLogExcerpt(entries)
  return batch.flatMap((accepted, at) => {
    const frozen = ensure(contracts[at])
    const outcome = outcomeOf(frozen, excerpt)
    if (outcome.state === 'undecided') return []
    const isVoided =
      lateVoid.kind === 'void' &&
      outcome.state === 'completed' &&
      outcome.result !== 'won' &&
      voidTouches(lateVoid, frozen, outcome.opening)
    return [settledParts(outcome, { accepted, entries, voidSeq: isVoided ? lateVoid.seq : null, blocks })]
  })
}

function randomContract(random: Random, steps: readonly ProofStep[]): FrozenContract {
  const acceptedAtMs = START_MS + between(random, 0, ACCEPTED_BY_MS)
  const head = steps.filter(({ at }) => at <= acceptedAtMs).length
  return contractOf({
    direction: random() < 0.5 ? 'up' : 'down',
    stakeMicros: BigInt(between(random, 1_000_000, 999_999_999)),
    payoutBps: between(random, 1, 10_000),
    openAfterSeq: Math.max(1, head - between(random, 0, 2)),
    acceptedAtMs,
    expiresAtMs: acceptedAtMs + 1_000,
    windowMs: random() < 0.3 ? 0 : between(random, 1, 80),
    openingDelayMs: between(random, 0, 80),
    openTimeoutMs: between(random, 60, 100),
    maxGapMs: random() < 0.5 ? 500 : between(random, 10, 60),
  })
}

function randomSteps(random: Random): ProofStep[] {
  const steps: ProofStep[] = [
    { at: START_MS - 100, from: 'simulated' },
    { at: START_MS - 90, price: 50_000 },
  ]
  let at = START_MS - 90
  let isMarked = false
  let source: 'simulated' | 'replay' = 'simulated'
  const add = (step: ProofStep): void => {
    // A watermark closes its millisecond.
    at = Math.max(step.at, isMarked ? at + 1 : at)
    isMarked = 'mark' in step
    steps.push({ ...step, at })
  }
  const fill = (untilMs: number, waitMax: number, isMute = false): void => {
    for (let next = at; next < untilMs; next = at + between(random, 0, waitMax)) {
      const kind = isMute ? 0.9 : random()
      const legs = random() < 0.1 ? { legs: quotedAt(next, `1.0${between(random, 1, 99)}`) } : {}
      if (kind < 0.7) add({ at: next, price: between(random, 49_990, 50_010), source, ...legs })
      else if (kind < 0.93) add({ at: next, mark: true })
      else if (kind < 0.96) add({ at: next, rejected: between(random, 1, 90_000), ...legs })
      else if (kind < 0.97)
        add({ at: next, rejected: between(random, 1, 90_000), second: between(random, 1, 90_000), ...legs })
      else if (kind < 0.985)
        add({ at: next, void: [next - between(random, 0, 900), next - between(random, 0, 20)] })
      else if (kind > 0.997 && next > START_MS + ENTERED_MS)
        add({ at: next, restart: between(random, 0, 5_000) })
      else {
        source = random() < 0.7 ? 'simulated' : 'replay'
        add({ at: next, from: source })
      }
    }
  }
  fill(START_MS + ACCEPTED_BY_MS, 12)
  add({ at: START_MS + ENTERED_MS, accept: true })
  fill(START_MS + 250, 25, random() < 0.1)
  fill(START_MS + 880, 150)
  fill(START_MS + 1_060, 20)
  add({
    at: START_MS + 1_100,
    void: [START_MS + between(random, 0, 1_040), START_MS + between(random, 0, 1_060)],
  })
  add({ at: START_MS + 1_200, mark: true })
  return steps
}
