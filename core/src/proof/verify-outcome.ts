import type { LogEntry, VoidEntry } from '../log-entry.ts'
import { createLogExcerpt } from '../log-excerpt.ts'
import { formatMicros } from '../money.ts'
import { type Outcome, outcomeOf, voidTouches } from '../outcome.ts'
import { formatPrice } from '../price.ts'
import { fault, type ProofFault } from './proof-code.ts'
import { frozenContractOf, type SettlementReceipt } from './receipt.ts'

/** What the shown entries give for the contract, to be held against the claim. */
export interface Recomputed {
  readonly outcome: Outcome
  /** Number of the entry that decides it; while it is undecided, that of the claim. */
  readonly decidedSeq: number
  /** The void after the expiry that the claim rests on, if it does. */
  readonly lateVoid: VoidEntry | null
}

/**
 * The outcome from the entries up to the one that is said to have decided it: later ones cannot change it, and need not be
 * complete. The entries have to be a log.
 */
export function recompute({ contract, claim }: SettlementReceipt, entries: readonly LogEntry[]): Recomputed {
  const upTo = entries.filter((entry) => entry.seq <= claim.decidedSeq)
  const outcome = outcomeOf(frozenContractOf(contract), createLogExcerpt(upTo))
  const last = upTo.at(-1)
  const isLate = last?.kind === 'void' && last.seq === claim.decidedSeq && last.timeMs > contract.expiresAtMs
  return {
    outcome,
    decidedSeq: deciding(outcome) ?? claim.decidedSeq,
    lateVoid: isLate && claim.cancelReason === 'void' ? last : null,
  }
}

function deciding(outcome: Outcome): number | null {
  if (outcome.state === 'undecided') return null
  return outcome.state === 'completed' ? outcome.closing.proofSeq : outcome.seq
}

export function checkOpening(
  { claim, product }: SettlementReceipt,
  { outcome }: Recomputed,
): ProofFault | null {
  const { opening } = outcome
  if (outcome.state === 'undecided' && opening === null)
    return fault('evidence-missing', { waitingFor: outcome.waitingFor })
  const agrees =
    claim.openingPrice === (opening?.price ?? null) &&
    claim.openingTimeMs === (opening?.timeMs ?? null) &&
    claim.openingSeq === (opening?.seq ?? null)
  if (agrees) return null
  return fault('opening-differs', {
    found: opening === null ? null : formatPrice(opening.price, product.precision),
    seq: opening?.seq ?? null,
  })
}

export function checkClosing(
  { claim, product }: SettlementReceipt,
  { outcome }: Recomputed,
): ProofFault | null {
  if (outcome.state === 'undecided') return fault('evidence-missing', { waitingFor: outcome.waitingFor })
  if (claim.state !== 'completed') return null
  const closing = outcome.state === 'completed' ? outcome.closing : null
  if (closing !== null && claim.closingPrice === closing.price && claim.closingTimeMs === closing.timeMs)
    return null
  const found = closing === null ? null : formatPrice(closing.price, product.precision)
  return fault('closing-differs', { found, outcome: spell(outcome) })
}

export function checkOutcome(receipt: SettlementReceipt, recomputed: Recomputed): ProofFault | null {
  const { claim } = receipt
  const { outcome, decidedSeq, lateVoid } = recomputed
  const differs = fault('outcome-differs', { found: spell(outcome), seq: decidedSeq })
  let profitMicros = 0n
  if (lateVoid !== null && outcome.state === 'completed') {
    const contract = frozenContractOf(receipt.contract)
    if (!voidTouches(lateVoid, contract, outcome.opening)) return differs
    // A win is never taken back (trading rules, life of a contract, step 9).
    if (outcome.result === 'won') return fault('void-of-win', { seq: lateVoid.seq })
  } else {
    const result = outcome.state === 'completed' ? outcome.result : null
    const reason = outcome.state === 'cancelled' ? outcome.reason : null
    const agrees =
      claim.state === outcome.state &&
      claim.result === result &&
      claim.cancelReason === reason &&
      claim.decidedSeq === decidedSeq
    if (!agrees) return differs
    if (outcome.state === 'completed') profitMicros = outcome.profitMicros
  }
  return claim.profitMicros === profitMicros
    ? null
    : fault('profit-differs', { found: formatMicros(profitMicros) })
}

function spell(outcome: Outcome): string {
  if (outcome.state === 'completed') return `completed, ${outcome.result}`
  return outcome.state === 'cancelled' ? `cancelled, ${outcome.reason}` : 'undecided'
}
