import { ensure } from '@truestrike/core/assert.ts'
import type { UserAccount } from '@truestrike/core/ledger-posting.ts'
import type { Sql } from '../platform/db.ts'

/** Transfers of the real book that moved money of a user, each once and read by an index of its own. */
const LOWERED = `select * from transfers where book = 'real' and debit_user_id = $1`
const RAISED = `select * from transfers
  where book = 'real' and credit_user_id = $1 and credit_user_id is distinct from debit_user_id`

/** What a transfer did to an account of the user. */
const change = (account: UserAccount): string =>
  `(case when credit_user_id = $1 and credit = '${account}' then amount_micros else 0 end
    - case when debit_user_id = $1 and debit = '${account}' then amount_micros else 0 end)`

const off = (account: UserAccount): string =>
  `abs(b.${account}_micros - (select coalesce(sum(${change(account)}), 0) from own))`

export const userLedgerQuery = `with own as (${LOWERED} union all ${RAISED})
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
  kind: string
  ref: string
  amountMicros: bigint
  /** Signed: what it did to what is available. */
  changeMicros: bigint
  createdMs: bigint
  /** Of now, the same in every row. */
  availableMicros: bigint
}

export const userEntriesQuery = `with own as (
    (${LOWERED} order by id desc limit $2) union all (${RAISED} order by id desc limit $2)
  )
  select t.id, t.kind, t.ref, t.amount_micros as "amountMicros", ${change('available')} as "changeMicros",
    t.created_ms as "createdMs", b.available_micros as "availableMicros"
  from own t cross join user_balances b where b.user_id = $1 and b.book = 'real' order by t.id desc limit $2`

/** The newest, with the balance they led to. */
export function listUserEntries(sql: Sql, userId: bigint, limit: number): Promise<LedgerEntryRow[]> {
  return sql.query<LedgerEntryRow>(userEntriesQuery, [userId, limit])
}
