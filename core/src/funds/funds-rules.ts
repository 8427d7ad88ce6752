import { assert } from '../assert.ts'
import { asMicros, BPS_PER_ONE, type Micros } from '../money.ts'
import { fail, ok, type Result } from '../result.ts'

/** How a withdrawal is paid out. */
export type PayoutMethod = 'wallet' | 'bank'

/** Limits and fees of money that comes and goes; versioned, never changed once it was offered. Amounts in micro-USDT. */
export interface FundsRules {
  readonly depositMinMicros: bigint
  readonly depositMaxMicros: bigint
  readonly withdrawalMinMicros: bigint
  readonly withdrawalMaxMicros: bigint
  /** Flat fee of a payout to a wallet. */
  readonly walletFeeMicros: bigint
  /** Share of a payout to a bank, and the least it is. */
  readonly bankFeeBps: number
  readonly bankFeeMinMicros: bigint
  readonly transferMinMicros: bigint
  readonly transferMaxMicros: bigint
  /** A withdrawal above this is approved by one administrator and paid by another; a deposit credited with more takes two. */
  readonly secondAdminAboveMicros: bigint
  /** Whether only users whose identity was checked may withdraw. */
  readonly identityRequired: boolean
}

/** What a withdrawal is held against; browsers know no more. */
type WithdrawalRules = Pick<
  FundsRules,
  'withdrawalMinMicros' | 'withdrawalMaxMicros' | 'walletFeeMicros' | 'bankFeeBps' | 'bankFeeMinMicros'
>

/** Fee of a withdrawal (trading rules, Defaults): flat for wallets; for banks ⌊amount × bps / 10 000⌋, at least the least. */
export function withdrawalFee(rules: WithdrawalRules, method: PayoutMethod, amountMicros: bigint): Micros {
  assert(amountMicros > 0n, 'a withdrawal takes something out')
  if (method === 'wallet') return asMicros(rules.walletFeeMicros)
  const share = (amountMicros * BigInt(rules.bankFeeBps)) / BPS_PER_ONE
  return asMicros(share > rules.bankFeeMinMicros ? share : rules.bankFeeMinMicros)
}

/** Whether crediting so much takes two administrators: above the limit, or more than was asked for (docs/funds.md). */
export function creditTakesTwo(
  { secondAdminAboveMicros }: Pick<FundsRules, 'secondAdminAboveMicros'>,
  { askedMicros, creditedMicros }: { askedMicros: bigint; creditedMicros: bigint },
): boolean {
  return creditedMicros > secondAdminAboveMicros || creditedMicros > askedMicros
}

/** What leaves available (all of it is frozen), the fee taken out of it, and what is paid out; `actual + fee = amount`. */
export interface WithdrawalQuote {
  readonly amountMicros: Micros
  readonly feeMicros: Micros
  readonly actualMicros: Micros
}

/** Errors: AMOUNT_OUT_OF_RANGE outside of the limits, or when the fee would leave nothing. */
export function quoteWithdrawal(
  rules: WithdrawalRules,
  method: PayoutMethod,
  amountMicros: bigint,
): Result<WithdrawalQuote, 'AMOUNT_OUT_OF_RANGE'> {
  if (amountMicros < rules.withdrawalMinMicros || amountMicros > rules.withdrawalMaxMicros) {
    return fail('AMOUNT_OUT_OF_RANGE')
  }
  const feeMicros = withdrawalFee(rules, method, amountMicros)
  const actualMicros = amountMicros - feeMicros
  if (actualMicros <= 0n) return fail('AMOUNT_OUT_OF_RANGE')
  return ok({ amountMicros: asMicros(amountMicros), feeMicros, actualMicros: asMicros(actualMicros) })
}
