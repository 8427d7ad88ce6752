import { DAY_MS } from '@truestrike/core/utc-day.ts'
import type { Sql } from '../platform/db.ts'
import type { Book } from './balances.store.ts'

/** Practice funds, given and taken back: movements of a total that no bill tells of. */
const PRACTICE = `case when credit_user_id is null then -amount_micros else amount_micros end as micros
    from transfers where ref = 'user:' || $1::bigint and book = $2 and created_ms >= $3`

export interface BalanceDay {
  /** Days since 1970, UTC; null: nothing moved. */
  day: bigint | null
  movedMicros: bigint | null
  /** Of now, the same in every row. */
  totalMicros: bigint
}

/**
 * What a book of a user holds, and what each day from `sinceMs` on brought: results, requests, practice funds. One
 * statement, so that both are of one moment; each part is read by an index of the user's own rows.
 */
export const balanceDaysQuery = `with moved as (
    select created_ms / ${DAY_MS} as day, amount_micros as micros from bills
    where user_id = $1 and book = $2 and created_ms >= $3 and type in ('profit', 'loss')
    union all
    select completed_ms / ${DAY_MS}, amount_micros from bills
    where user_id = $1 and book = $2 and completed_ms >= $3 and type in ('deposit', 'withdraw', 'fee', 'transfer', 'adjustment')
      and status = 'completed'
    union all
    select created_ms / ${DAY_MS}, ${PRACTICE} and kind in ('demo-issue', 'demo-reset')
  ), days as (select day, sum(micros)::bigint as micros from moved group by day)
  select d.day, d.micros as "movedMicros", b.available_micros + b.in_position_micros + b.frozen_micros as "totalMicros"
  from user_balances b left join days d on true where b.user_id = $1 and b.book = $2`

export function listBalanceDays(
  sql: Sql,
  { userId, book, sinceMs }: { userId: bigint; book: Book; sinceMs: number },
): Promise<BalanceDay[]> {
  return sql.query<BalanceDay>(balanceDaysQuery, [userId, book, sinceMs])
}

/** What resets gave since a time, less what they took. */
export async function sumResets(
  sql: Sql,
  { userId, book, sinceMs }: { userId: bigint; book: Book; sinceMs: number },
): Promise<bigint> {
  const [row] = await sql.query<{ micros: bigint }>(
    `select coalesce(sum(micros), 0)::bigint as micros from (select ${PRACTICE} and kind = 'demo-reset') t`,
    [userId, book, sinceMs],
  )
  return row?.micros ?? 0n
}
