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

/** Counts a try as a miss until it is taken back; answers its id and how many there were since `sinceMs`, itself among them. */
export async function countMiss(
  sql: Sql,
  userId: bigint,
  { sinceMs, nowMs }: { sinceMs: number; nowMs: number },
): Promise<{ id: bigint; count: number; oldestMs: bigint }> {
  await sql.query('delete from transfer_misses where user_id = $1 and at_ms <= $2', [userId, sinceMs])
  const [miss] = await sql.query<{ id: bigint }>(
    'insert into transfer_misses (user_id, at_ms) values ($1, $2) returning id',
    [userId, nowMs],
  )
  const [row] = await sql.query<{ count: number; oldestMs: bigint }>(
    'select count(*)::int4 as count, min(at_ms) as "oldestMs" from transfer_misses where user_id = $1',
    [userId],
  )
  return { id: ensure(miss).id, ...ensure(row) }
}

export async function takeBackMiss(sql: Sql, id: bigint): Promise<void> {
  await sql.query('delete from transfer_misses where id = $1', [id])
}
