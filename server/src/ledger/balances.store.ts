import { ensure } from '@truestrike/core/assert.ts'
import type { Sql } from '../platform/db.ts'

export type Book = 'demo' | 'real'

export interface BalanceRow {
  userId: bigint
  book: Book
  availableMicros: bigint
  inPositionMicros: bigint
  frozenMicros: bigint
  version: bigint
}

/** Opens both books of a user and issues the practice funds by a transfer, in the caller's transaction. Repeatable. */
export async function openUserBalances(
  sql: Sql,
  userId: bigint,
  demoMicros: bigint,
  nowMs: number,
): Promise<void> {
  await sql.query('select ledger_open_user($1, $2, $3)', [userId, demoMicros, nowMs])
}

/** Both books of each of the users, in one query. */
export function listBalances(sql: Sql, userIds: readonly bigint[]): Promise<BalanceRow[]> {
  return sql.query<BalanceRow>(
    `select user_id as "userId", book, available_micros as "availableMicros", in_position_micros as "inPositionMicros",
      frozen_micros as "frozenMicros", version
    from user_balances where user_id = any ($1::bigint[]) order by user_id, book`,
    [[...userIds]],
  )
}

/** In the one order every writer locks them. */
export async function lockUserBalances(sql: Sql, userId: bigint): Promise<void> {
  await sql.query(`select ledger_lock_balances(array[$1::bigint], array['demo', 'real'])`, [userId])
}

export interface BookSum {
  /** Users who have anything. */
  users: number
  /** Of all accounts of users, and of all accounts of the system: the two sum to zero. */
  usersMicros: bigint
  systemMicros: bigint
}

export async function sumBook(sql: Sql, book: Book): Promise<BookSum> {
  const [row] = await sql.query<{ users: bigint; usersMicros: bigint; systemMicros: bigint }>(
    `select count(*) filter (where b.total > 0) as users, coalesce(sum(b.total), 0)::bigint as "usersMicros",
      (select coalesce(sum(s.balance_micros), 0)::bigint from system_balances s where s.book = $1) as "systemMicros"
    from (
      select available_micros + in_position_micros + frozen_micros as total from user_balances where book = $1
    ) b`,
    [book],
  )
  const { users, usersMicros, systemMicros } = ensure(row)
  return { users: Number(users), usersMicros, systemMicros }
}

export interface HeldBalance {
  userId: bigint
  /** All three accounts. */
  micros: bigint
}

/** Users of a book who have anything, ascending, after one. */
export function pageBalances(
  sql: Sql,
  { book, afterUserId, limit }: { book: Book; afterUserId: bigint; limit: number },
): Promise<HeldBalance[]> {
  return sql.query<HeldBalance>(
    `select user_id as "userId", available_micros + in_position_micros + frozen_micros as micros from user_balances
    where user_id > $1 and book = $2 and available_micros + in_position_micros + frozen_micros > 0
    order by user_id limit $3`,
    [afterUserId, book, limit],
  )
}
