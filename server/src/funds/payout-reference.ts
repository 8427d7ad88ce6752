import { paymentReference } from '@truestrike/core/funds/payment-reference.ts'
import { AppError } from '../platform/app-error.ts'
import type { Sql } from '../platform/db.ts'
import { isPaidByAnother, type WithdrawalRow } from './withdrawals.store.ts'

/** Errors: PAYOUT_REFERENCE_INVALID; PAYOUT_REFERENCE_USED when another withdrawal was paid by the same transaction. */
export async function referenceFor(sql: Sql, row: WithdrawalRow, typed: string): Promise<string> {
  const payoutRef = paymentReference(row.network ?? 'bank', typed)
  if (payoutRef === null) throw new AppError('PAYOUT_REFERENCE_INVALID')
  // A bank may book several payments under one reference.
  if (row.network !== null && (await isPaidByAnother(sql, row, payoutRef))) {
    throw new AppError('PAYOUT_REFERENCE_USED')
  }
  return payoutRef
}
