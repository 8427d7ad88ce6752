import { AppError } from '../platform/app-error.ts'
import type { Sql } from '../platform/db.ts'
import { insertAdjustment, isSameAdjustment, type NewAdjustment } from './adjustments.store.ts'
import { listBalances, lockUserBalances } from './balances.store.ts'
import { insertBills } from './bills.store.ts'
import { postCovered } from './post-request.ts'

/**
 * An administrator's correction of a balance, in the caller's transaction: one transfer between the user and `adjustments`,
 * with its bill. Answers what it is called and what was available before; null: it was done before by the same request.
 * Errors: INSUFFICIENT_BALANCE, IDEMPOTENCY_MISMATCH.
 */
export async function postAdjustment(
  sql: Sql,
  asked: NewAdjustment,
  nowMs: number,
): Promise<{ ref: string; availableMicros: bigint } | null> {
  const { userId, book, amountMicros, reason } = asked
  await lockUserBalances(sql, userId)
  const id = await insertAdjustment(sql, asked, nowMs)
  if (id === null) {
    if (await isSameAdjustment(sql, asked)) return null
    throw new AppError('IDEMPOTENCY_MISMATCH')
  }
  const ref = `adjustment:${id}`
  const before = (await listBalances(sql, [userId])).find((row) => row.book === book)
  const own = { account: 'available', userId } as const
  const adjustments = { account: 'adjustments' } as const
  const [debit, credit] = amountMicros > 0n ? [adjustments, own] : [own, adjustments]
  const moved = amountMicros > 0n ? amountMicros : -amountMicros
  await postCovered(sql, [{ book, debit, credit, amountMicros: moved, kind: 'adjustment', ref }], nowMs)
  const bill = { userId, book, type: 'adjustment', status: 'completed', amountMicros } as const
  await insertBills(sql, [{ ...bill, method: null, remark: reason, ref }], nowMs)
  return { ref, availableMicros: before?.availableMicros ?? 0n }
}
