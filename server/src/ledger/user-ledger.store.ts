import { ensure } from '@truestrike/core/assert.ts'
import type { Account, Book, TransferKind, UserAccount } from '@truestrike/core/ledger-posting.ts'
import type { Sql } from '../platform/db.ts'

/** Transfers of a book that moved money of a user, each once and read by an index of its own. */
const lowered = (book: Book): string =>
  `select * from transfers where book = '${book}' and debit_user_id = $1`
const raised = (book: Book): string => `select * from transfers
  where book = '${book}' and credit_user_id = $1 and credit_user_id is distinct from debit_user_id`

/** What a transfer did to an account of the user. */
const change = (account: UserAccount): string =>
  `(case when credit_user_id = $1 and credit = '${account}' then amount_micros else 0 end
    - case when debit_user_id = $1 and debit = '${account}' then amount_micros else 0 end)`

const off = (account: UserAccount): string =>
  `abs(b.${account}_micros - (select coalesce(sum(${change(account)}), 0) from own))`

export const userLedgerQuery = `with own as (${lowered('real')} union all ${raised('real')})
  select (select count(*) from own)::int4 as entries,
    (${off('available')} + ${off('in_position')} + ${off('frozen')})::bigint as "differenceMicros"
  from user_balances b where b.user_id = $1 and b.book = 'real'`

/** A user's balances held against all their transfers, by one statement: of one moment. */
export async function sumUserLedger(
  sql: Sql,
  userId: bigint,
): Promise<{ entries: number; differenceMicros: bigint }> {
  const [row] = await sql.query<{ entries: number; differenceMicros: bigint }>(userLedgerQuery, [userId])
  return ensure(row)
}

export interface LedgerEntryRow {
  id: bigint
  kind: TransferKind
  ref: string
  amountMicros: bigint
  /** Signed: what it did to what is available. */
  changeMicros: bigint
  createdMs: bigint
  /** Of now, the same in every row. */
  availableMicros: bigint
}

export const userEntriesQuery = (book: Book): string => `with own as (
    (${lowered(book)} and id < $3 order by id desc limit $2)
    union all (${raised(book)} and id < $3 order by id desc limit $2)
  )
  select t.id, t.kind, t.ref, t.amount_micros as "amountMicros", ${change('available')} as "changeMicros",
    t.created_ms as "createdMs", b.available_micros as "availableMicros"
  from own t cross join user_balances b where b.user_id = $1 and b.book = '${book}' order by t.id desc limit $2`

const ID_MAX = 9_223_372_036_854_775_807n

/** The newest, or those before one of them. */
export function listUserEntries(
  sql: Sql,
  userId: bigint,
  { book, beforeId = ID_MAX, limit }: { book: Book; beforeId?: bigint | undefined; limit: number },
): Promise<LedgerEntryRow[]> {
  return sql.query<LedgerEntryRow>(userEntriesQuery(book), [userId, limit, beforeId])
}

/** A contract as its transfers are looked up: by the moments at which money was moved for it. */
export interface ContractMoments {
  contractId: bigint
  userId: bigint
  book: 'demo' | 'real'
  acceptedAtMs: number
  /** Null: still open. */
  settledAtMs: number | null
}

export interface ContractTransferRow {
  id: bigint
  kind: TransferKind
  debit: Account
  credit: Account
  amountMicros: bigint
  createdMs: bigint
}

/** A log's head, and with it the time of acceptance, may be ahead of the clock by this much. */
const ACCEPTED_AHEAD_MS = 10_000

/** All transfers made for a contract. Bills tell of what came after its settlement: a void. */
export async function listContractTransfers(
  sql: Sql,
  { contractId, userId, book, acceptedAtMs, settledAtMs }: ContractMoments,
): Promise<ContractTransferRow[]> {
  const ref = `contract:${contractId}`
  const bills =
    settledAtMs === null
      ? []
      : await sql.query<{ ms: bigint }>(
          `select created_ms as ms from bills where user_id = $1 and book = $2 and created_ms >= $3 and ref = $4`,
          [userId, book, settledAtMs, ref],
        )
  const moments = [...(settledAtMs === null ? [] : [BigInt(settledAtMs)]), ...bills.map(({ ms }) => ms)]
  return await sql.query<ContractTransferRow>(contractTransfersQuery, [
    ...[ref, acceptedAtMs - ACCEPTED_AHEAD_MS, acceptedAtMs],
    [...new Set(moments)],
  ])
}

export const contractTransfersQuery = `select id, kind, debit, credit, amount_micros as "amountMicros", created_ms as "createdMs"
  from transfers
  where ref = $1 and (created_ms between $2::bigint and $3::bigint or created_ms = any ($4::bigint[]))
  order by id`
