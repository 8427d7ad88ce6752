import type { SystemAccount, TransferKind, UserAccount } from '@truestrike/core/ledger-posting.ts'
import type { Sql } from '../platform/db.ts'
import type { Book } from './balances.store.ts'

/** One side of a transfer: an account of a user, or one of the system. */
type AccountRef = { account: UserAccount; userId: bigint } | { account: SystemAccount; userId?: undefined }

export interface Transfer {
  book: Book
  /** The account that is lowered. */
  debit: AccountRef
  /** The account that is raised. */
  credit: AccountRef
  amountMicros: bigint
  kind: TransferKind
  /** What it is made for, such as `deposit:17`. */
  ref: string
}

/** Transfers one call may carry. */
const TRANSFERS_PER_POSTING_MAX = 1_000

/**
 * Moves money: writes the transfers and the balances beside them, in the caller's transaction.
 * The database refuses it as a whole (`DbError` 23514) when an account that must not be negative would be.
 */
export async function postTransfers(sql: Sql, transfers: readonly Transfer[], nowMs: number): Promise<void> {
  if (transfers.length > TRANSFERS_PER_POSTING_MAX) throw new RangeError('too many transfers in one posting')
  if (transfers.length === 0) return
  await sql.query('select ledger_post($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
    nowMs,
    transfers.map((transfer) => transfer.book),
    transfers.map((transfer) => transfer.debit.account),
    transfers.map((transfer) => transfer.debit.userId ?? null),
    transfers.map((transfer) => transfer.credit.account),
    transfers.map((transfer) => transfer.credit.userId ?? null),
    transfers.map((transfer) => transfer.amountMicros),
    transfers.map((transfer) => transfer.kind),
    transfers.map((transfer) => transfer.ref),
  ])
}

/** Whether anything was ever moved in the real book. */
export async function hasRealTransfers(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ found: boolean }>(
    "select exists (select 1 from transfers where book = 'real') as found",
  )
  return row?.found === true
}
