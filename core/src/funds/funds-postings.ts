import type { Posting } from '../ledger-posting.ts'

/** Kinds of transfers that requests cause. */
export type FundsPostingKind =
  | 'deposit'
  | 'freeze'
  | 'unfreeze'
  | 'payout'
  | 'fee'
  | 'payout-return'
  | 'fee-return'
  | 'payout-shortfall'

type FundsPosting = Posting<FundsPostingKind>

/** A confirmed deposit: from outside to available. */
export function creditDeposit(amountMicros: bigint): FundsPosting[] {
  return [{ debit: 'deposits', credit: 'available', amountMicros, kind: 'deposit' }]
}

/** A withdrawal asked for: the whole amount, fee included, from available to frozen. */
export function freezeWithdrawal(amountMicros: bigint): FundsPosting[] {
  return [{ debit: 'available', credit: 'frozen', amountMicros, kind: 'freeze' }]
}

/** Rejected or failed: the whole amount back. */
export function unfreezeWithdrawal(amountMicros: bigint): FundsPosting[] {
  return [{ debit: 'frozen', credit: 'available', amountMicros, kind: 'unfreeze' }]
}

interface Payout {
  actualMicros: bigint
  feeMicros: bigint
}

/** Paid: out of frozen, what was sent to the outside, the fee to the fees. */
export function payWithdrawal({ actualMicros, feeMicros }: Payout): FundsPosting[] {
  return moved([
    { debit: 'frozen', credit: 'withdrawals', amountMicros: actualMicros, kind: 'payout' },
    { debit: 'frozen', credit: 'fees', amountMicros: feeMicros, kind: 'fee' },
  ])
}

/** A payout that came back after it was paid: a record of its own, fee included. */
export function returnPayout({ actualMicros, feeMicros }: Payout): FundsPosting[] {
  return moved([
    { debit: 'withdrawals', credit: 'available', amountMicros: actualMicros, kind: 'payout-return' },
    { debit: 'fees', credit: 'available', amountMicros: feeMicros, kind: 'fee-return' },
  ])
}

interface PayoutCorrection {
  /** What had been paid out. */
  actualMicros: bigint
  /** What of it the user still had. */
  takenMicros: bigint
  /** The fee, as far as the user still had it. */
  feeMicros: bigint
}

/** A payout that was given back and had gone out after all: what its user can bear of it, the payment before the fee. */
export function splitCorrection(
  { actualMicros, feeMicros }: Payout,
  availableMicros: bigint,
): PayoutCorrection {
  const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)
  const takenMicros = least(actualMicros, availableMicros)
  return { actualMicros, takenMicros, feeMicros: least(feeMicros, availableMicros - takenMicros) }
}

/** Taken from its user again; what is missing is borne by the platform. */
export function correctPayout({ actualMicros, takenMicros, feeMicros }: PayoutCorrection): FundsPosting[] {
  return moved([
    { debit: 'available', credit: 'withdrawals', amountMicros: takenMicros, kind: 'payout' },
    {
      debit: 'adjustments',
      credit: 'withdrawals',
      amountMicros: actualMicros - takenMicros,
      kind: 'payout-shortfall',
    },
    { debit: 'available', credit: 'fees', amountMicros: feeMicros, kind: 'fee' },
  ])
}

const moved = (postings: FundsPosting[]): FundsPosting[] =>
  postings.filter(({ amountMicros }) => amountMicros > 0n)
