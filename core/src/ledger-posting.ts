import { assert } from './assert.ts'
import { winProfit } from './money.ts'
import type { ContractResult } from './outcome.ts'

export type Book = 'demo' | 'real'

/** Accounts of a user in a book; never negative. */
export const USER_ACCOUNTS = ['available', 'in_position', 'frozen'] as const
/** Accounts of the house in a book; all but fees may be negative. Per book all accounts sum to zero. */
export const SYSTEM_ACCOUNTS = [
  'house',
  'capital',
  'deposits',
  'withdrawals',
  'fees',
  'adjustments',
  'demo_issue',
] as const

export type UserAccount = (typeof USER_ACCOUNTS)[number]
export type SystemAccount = (typeof SYSTEM_ACCOUNTS)[number]
export type Account = UserAccount | SystemAccount

/** What transfers are called; pages have a word for each. */
export const TRANSFER_KINDS = [
  'stake',
  'stake-return',
  'profit',
  'loss',
  'void-return',
  'deposit',
  'freeze',
  'unfreeze',
  'payout',
  'fee',
  'payout-return',
  'fee-return',
  'payout-shortfall',
  'transfer',
  'adjustment',
  'demo-issue',
  'demo-reset',
] as const
export type TransferKind = (typeof TRANSFER_KINDS)[number]

/** Kinds of transfers a contract causes. */
export type ContractPostingKind = 'stake' | 'stake-return' | 'profit' | 'loss'

/** One movement: `debit` is lowered and `credit` raised by the same amount, so nothing appears or vanishes. */
export interface Posting<Kind extends string = ContractPostingKind> {
  readonly debit: Account
  readonly credit: Account
  /** Above zero. */
  readonly amountMicros: bigint
  readonly kind: Kind
}

/** Accepting a contract: the stake moves from available to in position. */
export function holdStake(stakeMicros: bigint): Posting[] {
  return [posting('available', 'in_position', stakeMicros, 'stake')]
}

/**
 * Settling a completed contract (trading rules, life of a contract, step 7, and Money). Won: the stake back and the profit
 * from the house (none when it rounds to zero); lost: the stake to the house; equal: the stake back.
 */
export function settleStake(result: ContractResult, stakeMicros: bigint, payoutBps: number): Posting[] {
  if (result === 'lost') return [posting('in_position', 'house', stakeMicros, 'loss')]
  const back = posting('in_position', 'available', stakeMicros, 'stake-return')
  const profit = result === 'won' ? winProfit(stakeMicros, payoutBps) : 0n
  return profit === 0n ? [back] : [back, posting('house', 'available', profit, 'profit')]
}

/** Cancelling a contract: the stake back in full (trading rules, life of a contract, step 6). */
export function cancelStake(stakeMicros: bigint): Posting[] {
  return [posting('in_position', 'available', stakeMicros, 'stake-return')]
}

/** What postings change, by account. Sums to zero. */
export function netByAccount(postings: readonly Posting<string>[]): Map<Account, bigint> {
  const net = new Map<Account, bigint>()
  for (const { debit, credit, amountMicros } of postings) {
    net.set(debit, (net.get(debit) ?? 0n) - amountMicros)
    net.set(credit, (net.get(credit) ?? 0n) + amountMicros)
  }
  return net
}

function posting(debit: Account, credit: Account, amountMicros: bigint, kind: ContractPostingKind): Posting {
  assert(amountMicros > 0n, 'a posting moves something')
  return { debit, credit, amountMicros, kind }
}
