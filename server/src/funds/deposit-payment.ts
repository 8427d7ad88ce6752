import { paymentReference } from '@truestrike/core/funds/payment-reference.ts'
import { AppError } from '../platform/app-error.ts'
import type { Sql } from '../platform/db.ts'
import { type DepositRow, isCreditedByAnother } from './deposits.store.ts'
import { lockPayment } from './payment-lock.ts'

type Network = DepositRow['network']

/** The one spelling of a transaction on this network; null: none was named. Errors: DEPOSIT_TRANSACTION_INVALID. */
export function readTransaction(network: Network, typed: string | undefined): string | null {
  if (typed === undefined || typed.trim() === '') return null
  // A payment through a bank is on no blockchain.
  const reference = network === null ? null : paymentReference(network, typed)
  if (reference === null) throw new AppError('DEPOSIT_TRANSACTION_INVALID')
  return reference
}

/**
 * What a deposit that is held is credited for: the transaction an administrator confirms; null at a bank. Held until the
 * transaction of the database ends: of two deposits credited at once for one payment the second one is refused.
 * Errors: DEPOSIT_TRANSACTION_INVALID, also when it is missing; DEPOSIT_TRANSACTION_USED.
 */
export async function paymentOf(
  sql: Sql,
  { id, network }: Pick<DepositRow, 'id' | 'network'>,
  typed: string | undefined,
): Promise<string | null> {
  const reference = readTransaction(network, typed)
  if (network === null) return null
  if (reference === null) throw new AppError('DEPOSIT_TRANSACTION_INVALID')
  await lockPayment(sql, 'deposit', reference)
  if (await isCreditedByAnother(sql, id, reference)) throw new AppError('DEPOSIT_TRANSACTION_USED')
  return reference
}
