import type { Sql } from '../platform/db.ts'
import type { Book } from './balances.store.ts'

export interface NewAdjustment {
  userId: bigint
  book: Book
  /** Signed: what it adds to or takes from what is available. */
  amountMicros: bigint
  /** Told to the user. */
  reason: string
  adminId: bigint
  /** Who agreed, to which proposal; null: practice funds, by one administrator. */
  agreed: { confirmedBy: bigint; proposalId: bigint } | null
  /** The administrator's own: the same one never adjusts twice. */
  requestId: string
}

/** The new row's id; null: the administrator used this request's id before. */
export async function insertAdjustment(sql: Sql, add: NewAdjustment, nowMs: number): Promise<bigint | null> {
  const [row] = await sql.query<{ id: bigint }>(
    `insert into balance_adjustments (user_id, book, amount_micros, reason, admin_id, confirmed_by, proposal_id, request_id,
      created_ms)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (admin_id, request_id) do nothing returning id`,
    [
      add.userId,
      add.book,
      add.amountMicros,
      add.reason,
      add.adminId,
      add.agreed?.confirmedBy ?? null,
      add.agreed?.proposalId ?? null,
      add.requestId,
      nowMs,
    ],
  )
  return row?.id ?? null
}

/** Whether an administrator's request was this very adjustment. */
export async function isSameAdjustment(sql: Sql, asked: NewAdjustment): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from balance_adjustments where admin_id = $1 and request_id = $2 and user_id = $3 and book = $4
      and amount_micros = $5 and reason = $6`,
    [asked.adminId, asked.requestId, asked.userId, asked.book, asked.amountMicros, asked.reason],
  )
  return rows.length > 0
}
