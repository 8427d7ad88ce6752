import { ensure } from '../assert.ts'
import { findClosing } from '../closing.ts'
import {
  closingFromMs,
  closingReadFromMs,
  type FrozenContract,
  openingDeadlineMs,
  openingFromMs,
} from '../frozen-contract.ts'
import { type LogEntry, seqBefore } from '../log-entry.ts'
import {
  createLogExcerpt,
  firstAfterSeq,
  firstFromTime,
  firstProofPast,
  type LogExcerpt,
} from '../log-excerpt.ts'
import { findOpening } from '../opening.ts'
import { type Outcome, outcomeOf } from '../outcome.ts'
import { firstAbove } from '../sorted-search.ts'

/** Numbers of a log, both ends included. */
export interface SeqRange {
  readonly fromSeq: number
  readonly toSeq: number
}

/** Where in the log the evidence of a contract lies: a reader takes the blocks that touch either span. */
export interface EvidenceSpans {
  /** From this number on, up to the first entry that proves the log past this time. */
  readonly opening: { readonly fromSeq: number; readonly toMs: number }
  /** From the last entry before this time on, up to the first that proves the log past the other. */
  readonly closing: { readonly fromMs: number; readonly toMs: number }
}

export function evidenceSpans(contract: FrozenContract): EvidenceSpans {
  return {
    opening: { fromSeq: contract.openAfterSeq, toMs: openingDeadlineMs(contract) },
    closing: { fromMs: closingReadFromMs(contract), toMs: contract.expiresAtMs },
  }
}

export interface Decision {
  readonly outcome: Exclude<Outcome, { state: 'undecided' }>
  /** Number of the entry that decides it. */
  readonly seq: number
}

/** What entries decide of a contract, as far as they go; null: nothing yet. */
export function decisionOf(contract: FrozenContract, entries: readonly LogEntry[]): Decision | null {
  const outcome = outcomeOf(contract, createLogExcerpt(entries))
  if (outcome.state === 'undecided') return null
  return { outcome, seq: outcome.state === 'completed' ? outcome.closing.proofSeq : outcome.seq }
}

/**
 * The ranges that show a decision, apart from changes of source and voids: the entry at acceptance, those around the
 * opening, and those from the last tick at or before expiresAt − w to the first proof past expiresAt. May overlap.
 */
export function decisionRanges(
  contract: FrozenContract,
  entries: readonly LogEntry[],
  decidedSeq: number,
): SeqRange[] {
  const excerpt = createLogExcerpt(entries.filter((entry) => entry.seq <= decidedSeq))
  const head = { fromSeq: contract.openAfterSeq, toSeq: contract.openAfterSeq }
  const ranges = [
    head,
    openingRange(contract, excerpt, decidedSeq),
    closingRange(contract, excerpt, decidedSeq),
  ]
  return ranges.flatMap((range) => (range === null ? [] : withoutLost(range, entries)))
}

/** A range without the numbers that a restart leaves out. */
function withoutLost(range: SeqRange, entries: readonly LogEntry[]): SeqRange[] {
  const { fromSeq, toSeq } = range
  const restart = entries.find(({ kind, seq }) => kind === 'restart' && fromSeq < seq && seq <= toSeq)
  if (restart === undefined) return [range]
  return [{ fromSeq, toSeq: seqBefore(restart) }, ...withoutLost({ fromSeq: restart.seq, toSeq }, entries)]
}

/** From the last entry that is too early for the opening to the one that settles it, or to the decision that came first. */
function openingRange(contract: FrozenContract, excerpt: LogExcerpt, decidedSeq: number): SeqRange | null {
  const first = Math.max(
    firstAfterSeq(excerpt, contract.openAfterSeq),
    firstFromTime(excerpt, openingFromMs(contract)),
  )
  if (first === excerpt.entries.length) return null
  const verdict = findOpening(contract, excerpt)
  const found = verdict.state === 'found' ? verdict.opening.seq : null
  const settled = verdict.state === 'none' || verdict.state === 'source-changed' ? verdict.seq : null
  return { fromSeq: seqBefore(ensure(excerpt.entries[first])), toSeq: found ?? settled ?? decidedSeq }
}

function closingRange(contract: FrozenContract, excerpt: LogExcerpt, decidedSeq: number): SeqRange | null {
  const proof = firstProofPast(excerpt, contract.expiresAtMs)
  if (proof === null || excerpt.seqs[proof] !== decidedSeq) return null
  const opening = findOpening(contract, excerpt)
  if (opening.state !== 'found') return null
  const closing = findClosing(contract, opening.opening.price, excerpt)
  const tick = firstAbove(excerpt.tickTimes, closingFromMs(contract)) - 1
  const last = tick < 0 ? 0 : ensure(excerpt.tickAt[tick])
  const from = closing.state === 'price-gap' ? latestGap(contract, excerpt, proof, last) : last
  return { fromSeq: ensure(excerpt.seqs[from]), toSeq: decidedSeq }
}

/** Index of the last entry that a gap is seen from, without the tick before it; `fallback` when that tick is needed. */
function latestGap(contract: FrozenContract, excerpt: LogExcerpt, proof: number, fallback: number): number {
  let nextTickMs = contract.expiresAtMs
  for (let at = proof; at > fallback; at -= 1) {
    const entry = ensure(excerpt.entries[at])
    if (entry.kind === 'tick') nextTickMs = Math.min(nextTickMs, entry.timeMs)
    else if (nextTickMs - entry.timeMs > contract.maxGapMs) return at
  }
  return fallback
}
