import { ensure } from '@truestrike/core/assert.ts'
import type { Sql } from '../platform/db.ts'

export interface UserTransferRow {
  id: bigint
  amountMicros: bigint
  createdMs: bigint
}

export async function insertUserTransfer(
  sql: Sql,
  transfer: { fromUserId: bigint; toUserId: bigint; requestId: string; amountMicros: bigint },
  nowMs: number,
): Promise<bigint> {
  const [row] = await sql.query<{ id: bigint }>(
    `insert into user_transfers (from_user_id, to_user_id, request_id, amount_micros, created_ms)
    values ($1, $2, $3, $4, $5) returning id`,
    [transfer.fromUserId, transfer.toUserId, transfer.requestId, transfer.amountMicros, nowMs],
  )
  return ensure(row).id
}

export async function getTransferByRequest(
  sql: Sql,
  fromUserId: bigint,
  requestId: string,
): Promise<UserTransferRow | null> {
  const [row] = await sql.query<UserTransferRow>(
    `select id, amount_micros as "amountMicros", created_ms as "createdMs" from user_transfers
    where from_user_id = $1 and request_id = $2`,
    [fromUserId, requestId],
  )
  return row ?? null
}

/** How many misses there were since `sinceMs`, and the first of them; older ones go. */
export async function countMisses(
  sql: Sql,
  userId: bigint,
  sinceMs: number,
): Promise<{ count: number; oldestMs: bigint | null }> {
  await sql.query('delete from transfer_misses where user_id = $1 and at_ms <= $2', [userId, sinceMs])
  const [row] = await sql.query<{ count: number; oldestMs: bigint | null }>(
    'select count(*)::int4 as count, min(at_ms) as "oldestMs" from transfer_misses where user_id = $1',
    [userId],
  )
  return ensure(row)
}

export async function insertMiss(sql: Sql, userId: bigint, nowMs: number): Promise<void> {
  await sql.query('insert into transfer_misses (user_id, at_ms) values ($1, $2)', [userId, nowMs])
}
