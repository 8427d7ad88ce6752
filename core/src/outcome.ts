import { type Closing, findClosing } from './closing.ts'
import { assertDecidable, closingFromMs, type Direction, type FrozenContract } from './frozen-contract.ts'
import type { VoidEntry } from './log-entry.ts'
import type { LogExcerpt } from './log-excerpt.ts'
import { type Micros, winProfit } from './money.ts'
import { findOpening, type Opening, type OpeningVerdict } from './opening.ts'

export type ContractResult = 'won' | 'lost' | 'equal'
export type CancelReason = 'no-opening-price' | 'price-gap' | 'source-changed' | 'void'

export interface Undecided {
  readonly state: 'undecided'
  /** What is missing: an opening tick, the log past the expiry, or entries this excerpt leaves out. */
  readonly waitingFor: 'opening' | 'expiry' | 'entries'
  readonly opening: Opening | null
}

export interface Completed {
  readonly state: 'completed'
  readonly result: ContractResult
  readonly opening: Opening
  readonly closing: Closing
  /** Won: ⌊stake × payoutBps / 10 000⌋; lost: −stake; equal: 0. */
  readonly profitMicros: Micros
}

export interface Cancelled {
  readonly state: 'cancelled'
  readonly reason: CancelReason
  /** Number of the log entry that decides it; nothing after it can change it. */
  readonly seq: number
  readonly opening: Opening | null
}

export type Outcome = Undecided | Completed | Cancelled

/**
 * The outcome of a contract: a pure function of it and of the product's log, the same for server, browser and verifier
 * (trading rules, life of a contract, steps 4 to 7). Once it is decided, further entries of the log cannot change it.
 *
 * The excerpt must hold the entries that decide the opening (or `known` the opening found before), the unbroken
 * entries from the last tick at or before expiresAt − w to the first proof past expiresAt, and every `source` and `void`
 * entry after openAfterSeq; anything else may be left out. Throws when the contract's rule is not valid.
 *
 * When several reasons cancel a contract, the one decided first in the log counts.
 */
export function outcomeOf(
  contract: FrozenContract,
  excerpt: LogExcerpt,
  known: Opening | null = null,
): Outcome {
  assertDecidable(contract)
  const verdict: OpeningVerdict =
    known === null ? findOpening(contract, excerpt) : { state: 'found', opening: known }
  const opening = verdict.state === 'found' ? verdict.opening : null
  if (verdict.state === 'incomplete') return { state: 'undecided', waitingFor: 'entries', opening }

  const cancelled = firstCancelled([
    openingCancelled(verdict),
    sourceCancelled(contract, excerpt),
    opening === null ? null : voidCancelled(contract, opening, excerpt),
  ])
  if (cancelled !== null) {
    return { ...cancelled, opening: opening !== null && opening.seq < cancelled.seq ? opening : null }
  }
  if (opening === null) return { state: 'undecided', waitingFor: 'opening', opening }

  const closing = findClosing(contract, opening.price, excerpt)
  if (closing.state === 'waiting') return { state: 'undecided', waitingFor: 'expiry', opening }
  if (closing.state === 'incomplete') return { state: 'undecided', waitingFor: 'entries', opening }
  if (closing.state !== 'found') {
    return { state: 'cancelled', reason: closing.state, seq: closing.seq, opening }
  }
  return completed(contract, opening, closing.closing)
}

function completed(contract: FrozenContract, opening: Opening, closing: Closing): Completed {
  const result = resultOf(contract.direction, opening.price, closing.price)
  const profitMicros = profitOf(result, contract.stakeMicros, contract.payoutBps)
  return { state: 'completed', result, opening, closing, profitMicros }
}

/** Closing above opening: up wins; below: down wins; the same: equal (trading rules, life of a contract, step 7). */
export function resultOf(direction: Direction, openingPrice: bigint, closingPrice: bigint): ContractResult {
  if (closingPrice === openingPrice) return 'equal'
  return closingPrice > openingPrice === (direction === 'up') ? 'won' : 'lost'
}

/** Signed result in micro-USDT: won +⌊stake × payoutBps / 10 000⌋, lost −stake, equal 0. */
export function profitOf(result: ContractResult, stakeMicros: bigint, payoutBps: number): Micros {
  if (result === 'won') return winProfit(stakeMicros, payoutBps)
  return (result === 'lost' ? -stakeMicros : 0n) as Micros
}

type Cause = Omit<Cancelled, 'opening'> | null

function firstCancelled(causes: readonly Cause[]): Cause {
  let first: Cause = null
  for (const cause of causes) {
    if (cause !== null && (first === null || cause.seq < first.seq)) first = cause
  }
  return first
}

function openingCancelled(verdict: OpeningVerdict): Cause {
  if (verdict.state === 'none') return { state: 'cancelled', reason: 'no-opening-price', seq: verdict.seq }
  if (verdict.state === 'source-changed')
    return { state: 'cancelled', reason: 'source-changed', seq: verdict.seq }
  return null
}

/** A change of source, or a restart, counts from after the acceptance up to the expiry, itself included. */
function sourceCancelled(contract: FrozenContract, excerpt: LogExcerpt): Cause {
  const change = excerpt.sources.find(
    (entry) =>
      entry.seq > contract.openAfterSeq &&
      entry.timeMs <= contract.expiresAtMs &&
      (entry.kind === 'restart' || entry.source !== contract.source),
  )
  return change === undefined ? null : { state: 'cancelled', reason: 'source-changed', seq: change.seq }
}

/**
 * A void counts here when it was logged up to the expiry and touches what the contract rests on.
 * One logged later is a matter of settlement (step 9: losers get their stake back, a win stays).
 */
function voidCancelled(contract: FrozenContract, opening: Opening, excerpt: LogExcerpt): Cause {
  const found = excerpt.voids.find(
    (entry) =>
      entry.seq > contract.openAfterSeq &&
      entry.timeMs <= contract.expiresAtMs &&
      voidTouches(entry, contract, opening),
  )
  return found === undefined ? null : { state: 'cancelled', reason: 'void', seq: found.seq }
}

/**
 * Whether the interval of a void holds the opening tick's time or touches [expiresAt − w, expiresAt]. It never reaches
 * into its own future: only what lies before its entry's time is void.
 */
export function voidTouches(
  entry: Pick<VoidEntry, 'fromMs' | 'toMs' | 'timeMs'>,
  contract: FrozenContract,
  opening: Pick<Opening, 'timeMs'>,
): boolean {
  const toMs = Math.min(entry.toMs, entry.timeMs - 1)
  if (entry.fromMs > toMs) return false
  const openingVoid = entry.fromMs <= opening.timeMs && opening.timeMs <= toMs
  return openingVoid || (entry.fromMs <= contract.expiresAtMs && closingFromMs(contract) <= toMs)
}
