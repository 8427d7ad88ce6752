import { findClosing } from './closing.ts'
import { closingFromMs, type FrozenContract } from './frozen-contract.ts'
import type { LogExcerpt } from './log-excerpt.ts'
import type { Micros } from './money.ts'
import type { Opening } from './opening.ts'
import { type Cancelled, profitOf, resultOf } from './outcome.ts'
import { firstAbove } from './sorted-search.ts'

/**
 * What a cancelled contract would have brought its user, in micro-USDT, had nothing cancelled it: its opening price
 * against the closing price of the log, however long a price stood in force, voided or not. Decides nothing; it is how
 * the effect of cancelling is measured (docs/glossary.md, effect on the house).
 *
 * Null where the log cannot say: prices of another source stand in the closing, a restart has lost some, or the excerpt does not reach from the
 * last tick at or before expiresAt − w to the first proof past expiresAt.
 */
export function profitIfCounted(
  contract: FrozenContract,
  opening: Opening,
  excerpt: LogExcerpt,
): Micros | null {
  const isLost = excerpt.sources.some(
    ({ kind, seq, timeMs }) => kind === 'restart' && seq > opening.seq && timeMs <= contract.expiresAtMs,
  )
  if (isLost) return null
  const patient = { ...contract, maxGapMs: Number.MAX_SAFE_INTEGER }
  const verdict = findClosing(patient, opening.price, excerpt)
  if (verdict.state !== 'found') return null
  const result = resultOf(contract.direction, opening.price, verdict.closing.price)
  return profitOf(result, contract.stakeMicros, contract.payoutBps)
}

/**
 * Number of the log entry that a cancelled contract is put down to: a change of source or a void by itself; a hole in the
 * prices by an entry from its last price on, before its next one. Where the excerpt does not hold the hole's beginning it is
 * the entry that decided the contract.
 */
export function causeSeqOf(
  contract: FrozenContract,
  { reason, seq }: Pick<Cancelled, 'reason' | 'seq'>,
  excerpt: LogExcerpt,
): number {
  if (reason === 'no-opening-price') {
    const before = excerpt.tickSeqs[firstAbove(excerpt.tickSeqs, seq - 1) - 1] ?? 0
    return Math.max(before, contract.openAfterSeq)
  }
  return reason === 'price-gap' ? (longStandingSeq(contract, excerpt) ?? seq) : seq
}

/** The first tick of the closing whose price stayed in force for too long. */
function longStandingSeq(contract: FrozenContract, { ticks, tickTimes }: LogExcerpt): number | null {
  const { expiresAtMs, maxGapMs } = contract
  const first = Math.max(firstAbove(tickTimes, closingFromMs(contract)) - 1, 0)
  const last = firstAbove(tickTimes, expiresAtMs) - 1
  for (let at = first; at <= last; at += 1) {
    const tick = ticks[at]
    const endMs = at < last ? tickTimes[at + 1] : expiresAtMs
    if (tick !== undefined && endMs !== undefined && endMs - tick.timeMs > maxGapMs) return tick.seq
  }
  return null
}
