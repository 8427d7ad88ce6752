import { ensure } from '@truestrike/core/assert.ts'
import type { Sql } from '../platform/db.ts'

/** Length of the window over which amounts are added up, service time; the triggers of migrations 0070 and 0087 use the same. */
const WINDOW_MS = 86_400_000

interface Decision {
  userId: bigint
  adminId: bigint
  nowMs: number
}

export interface LeftAlone {
  /** What one administrator may still decide without another one, micro-USDT; negative when the limit was lowered. */
  creditMicros: bigint
  payMicros: bigint
  adjustMicros: bigint
  /** The administrator gave real funds that reached the user, more than a little: they must not pay the user, nor correct a payout. */
  isBarredPayer: boolean
  /** In test mode, while there is nobody else. */
  mayGiveAndPay: boolean
}

/** What is left of the limit for this user and this administrator; exact only after `lockLeftAlone`. */
export async function getLeftAlone(sql: Sql, { userId, adminId, nowMs }: Decision): Promise<LeftAlone> {
  const [row] = await sql.query<LeftAlone>(
    `select second_admin_above() - credited_alone($1, $2, $3) as "creditMicros",
      second_admin_above() - paid_alone($1, $2, $3) as "payMicros",
      second_admin_above() - adjusted_alone($1, $2, $3) as "adjustMicros",
      is_barred_payer($1, $2) as "isBarredPayer", may_give_and_pay($2) as "mayGiveAndPay"`,
    [userId, adminId, nowMs - WINDOW_MS],
  )
  return ensure(row)
}

/** The same, held until the transaction ends: of two decisions at once the second one sees the first. */
export async function lockLeftAlone(sql: Sql, decision: Decision): Promise<LeftAlone> {
  await sql.query('select lock_decisions($1, $2)', [decision.userId, decision.adminId])
  return await getLeftAlone(sql, decision)
}

interface AdjustDecision extends Decision {
  micros: bigint
  requestId: string
}

/** Whether an administrator may move practice funds alone. A repeated request goes the way it went the first time. */
export async function lockMayAdjustAlone(
  sql: Sql,
  { micros, requestId, ...decision }: AdjustDecision,
): Promise<boolean> {
  const { adjustMicros } = await lockLeftAlone(sql, decision)
  const [row] = await sql.query<{ way: 'proposed' | 'alone' | null }>(
    'select adjusted_by_way($1, $2) as way',
    [decision.adminId, requestId],
  )
  const way = row?.way ?? null
  if (way !== null) return way === 'alone'
  return (micros < 0n ? -micros : micros) <= adjustMicros
}
