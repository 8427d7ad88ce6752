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
