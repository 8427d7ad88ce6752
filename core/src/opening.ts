import { ensure } from './assert.ts'
import { type FrozenContract, openingDeadlineMs, openingFromMs } from './frozen-contract.ts'
import { seqBefore } from './log-entry.ts'
import { firstAfterSeq, firstFromTime, firstProofPast, isUnbroken, type LogExcerpt } from './log-excerpt.ts'
import { firstAtLeast } from './sorted-search.ts'

/** The tick that gave the opening price. */
export interface Opening {
  readonly seq: number
  readonly timeMs: number
  readonly price: bigint
}

/**
 * - `found`: the opening tick.
 * - `waiting`: the log does not decide it yet.
 * - `incomplete`: the excerpt lacks entries the answer depends on.
 * - `none`: the time for it has passed; `seq` is the entry that proves it.
 * - `source-changed`: the first tick that could open is not from the contract's source; `seq` is that tick.
 */
export type OpeningVerdict =
  | { readonly state: 'found'; readonly opening: Opening }
  | { readonly state: 'waiting' }
  | { readonly state: 'incomplete' }
  | { readonly state: 'none'; readonly seq: number }
  | { readonly state: 'source-changed'; readonly seq: number }

/**
 * Trading rules, life of a contract, step 4: the first tick with seq > openAfterSeq and
 * acceptedAt + openingDelay ≤ time ≤ acceptedAt + openingDelay + openTimeout, both ends included.
 * There is none once a watermark is at or past the upper end, or any entry is later than it. O(log n).
 */
export function findOpening(contract: FrozenContract, excerpt: LogExcerpt): OpeningVerdict {
  const fromMs = openingFromMs(contract)
  const first = Math.max(firstAfterSeq(excerpt, contract.openAfterSeq), firstFromTime(excerpt, fromMs))
  const end = excerpt.entries.length
  if (first === end) return { state: 'waiting' }
  if (!isFirstInLog(contract, excerpt, first)) return { state: 'incomplete' }

  const tickIndex = firstAtLeast(excerpt.tickAt, first)
  const tickAt = tickIndex < excerpt.ticks.length ? ensure(excerpt.tickAt[tickIndex]) : end
  const passed = firstProofPast(excerpt, openingDeadlineMs(contract))
  const passedAt = passed === null ? end : Math.max(passed, first)
  const evidence = Math.min(tickAt, passedAt)
  if (evidence === end) return { state: isUnbroken(excerpt, first, end - 1) ? 'waiting' : 'incomplete' }
  if (!isUnbroken(excerpt, first, evidence)) return { state: 'incomplete' }
  // A tick later than the deadline is itself the proof that there was none in time.
  if (passedAt <= tickAt) return { state: 'none', seq: ensure(excerpt.entries[passedAt]).seq }

  const tick = ensure(excerpt.ticks[tickIndex])
  if (tick.source !== contract.source) return { state: 'source-changed', seq: tick.seq }
  return { state: 'found', opening: { seq: tick.seq, timeMs: tick.timeMs, price: tick.price } }
}

/** Whether no entry missing from the excerpt could come before `first` and count for the opening. */
function isFirstInLog(contract: FrozenContract, excerpt: LogExcerpt, first: number): boolean {
  const before = seqBefore(ensure(excerpt.entries[first]))
  if (before === contract.openAfterSeq) return true
  if (first > 0 && excerpt.seqs[first - 1] === before) return true
  return excerpt.completeFromMs !== null && excerpt.completeFromMs <= openingFromMs(contract)
}
