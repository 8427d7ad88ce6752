import type { Posting, TransferKind, UserAccount } from '@truestrike/core/ledger-posting.ts'
import { USER_ACCOUNTS } from '@truestrike/core/ledger-posting.ts'
import { AppError } from '../platform/app-error.ts'
import type { Sql } from '../platform/db.ts'
import { DbError } from '../platform/db-error.ts'
import { postTransfers, type Transfer } from './transfers.store.ts'

const CHECK_VIOLATION = '23514'

/** Whose accounts a posting means, what it is made for. */
export interface PostedRequest {
  userId: bigint
  postings: readonly Posting<TransferKind>[]
  ref: string
}

/** Moves what a request moves, in the real book and the caller's transaction. Errors: INSUFFICIENT_BALANCE. */
export function postRequest(
  sql: Sql,
  { userId, postings, ref }: PostedRequest,
  nowMs: number,
): Promise<void> {
  const side = (account: Posting['debit']): Transfer['debit'] =>
    isOfUser(account) ? { account, userId } : { account }
  return postCovered(
    sql,
    postings.map(({ debit, credit, amountMicros, kind }) => ({
      ...{ book: 'real', amountMicros, kind, ref },
      ...{ debit: side(debit), credit: side(credit) },
    })),
    nowMs,
  )
}

/** From one user's available to another's. Errors: INSUFFICIENT_BALANCE. */
export function postUserTransfer(
  sql: Sql,
  {
    fromUserId,
    toUserId,
    amountMicros,
    ref,
  }: {
    fromUserId: bigint
    toUserId: bigint
    amountMicros: bigint
    ref: string
  },
  nowMs: number,
): Promise<void> {
  const transfer: Transfer = {
    ...{ book: 'real', amountMicros, kind: 'transfer', ref },
    debit: { account: 'available', userId: fromUserId },
    credit: { account: 'available', userId: toUserId },
  }
  return postCovered(sql, [transfer], nowMs)
}

/** Errors: INSUFFICIENT_BALANCE. */
export async function postCovered(sql: Sql, transfers: readonly Transfer[], nowMs: number): Promise<void> {
  try {
    await postTransfers(sql, transfers, nowMs)
  } catch (error) {
    const isShort =
      error instanceof DbError && error.code === CHECK_VIOLATION && error.table === 'user_balances'
    throw isShort ? new AppError('INSUFFICIENT_BALANCE') : error
  }
}

function isOfUser(account: string): account is UserAccount {
  return (USER_ACCOUNTS as readonly string[]).includes(account)
}
