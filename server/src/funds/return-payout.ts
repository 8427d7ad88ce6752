import { returnPayout } from '@truestrike/core/funds/funds-postings.ts'
import { formatMicros } from '@truestrike/core/money.ts'
import type { ReviewedWithdrawal } from '@truestrike/protocol/review-endpoints.ts'
import type { ActsOfTwo } from '../platform/acts-of-two.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { AdminPrincipal } from '../platform/route.ts'
import { lockLeftAlone } from './decided-alone.store.ts'
import type { StepRecorder } from './record-step.ts'
import { actorOf, type ReviewAct } from './review-step.ts'
import { holdWithdrawal, insertReturn, type WithdrawalRow } from './withdrawals.store.ts'

interface Parts {
  db: Db
  clock: Clock
  recorder: StepRecorder
  administrators: Pick<ActsOfTwo, 'admitTwo'>
}

type View = (row: WithdrawalRow, admin: AdminPrincipal) => Promise<ReviewedWithdrawal>

export const payoutOf = ({ amountMicros, feeMicros }: WithdrawalRow) => ({
  actualMicros: amountMicros - feeMicros,
  feeMicros,
})

/**
 * A paid withdrawal came back: a record of its own, the withdrawal stays completed. Errors: REVIEW_NOT_FOUND, REVIEW_CONFLICT,
 * SECOND_ADMIN_REQUIRED, SECOND_ADMIN_TOO_NEW.
 */
export function createReturnPayout({ db, clock, recorder, administrators }: Parts, toWireOne: View) {
  return async ({ id, version, admin, request }: ReviewAct, remark: string): Promise<ReviewedWithdrawal> => {
    const returned = await db.tx(async (sql) => {
      const row = id === null ? null : await holdWithdrawal(sql, id)
      if (row === null) throw new AppError('REVIEW_NOT_FOUND')
      const { paidBy } = row
      const { adminId } = admin
      const decision = { userId: row.userId, adminId, nowMs: clock.nowMs() }
      const left = await lockLeftAlone(sql, decision)
      if (paidBy !== null && row.amountMicros > left.creditMicros) {
        if (paidBy === admin.adminId) throw new AppError('SECOND_ADMIN_REQUIRED')
        await administrators.admitTwo(sql, paidBy, admin.adminId, null)
      }
      const nowMs = clock.nowMs()
      const isNew =
        row.state === 'completed' &&
        row.version === version &&
        (await insertReturn(sql, row, { adminId: admin.adminId, remark }, nowMs))
      if (!isNew) throw new AppError('REVIEW_CONFLICT')
      const { actualMicros, feeMicros } = payoutOf(row)
      const method = row.network ?? row.method
      await recorder.record(sql, {
        ...{ userId: row.userId, ref: `withdrawal-return:${row.id}`, action: 'withdrawal.return' },
        ...{ state: 'returned', notice: 'withdrawal-returned', amountMicros: row.amountMicros, remark },
        actor: actorOf(admin, request),
        postings: returnPayout({ actualMicros, feeMicros }),
        newBills: [
          { type: 'withdraw', amountMicros: actualMicros, method },
          ...(feeMicros === 0n ? [] : [{ type: 'fee' as const, amountMicros: feeMicros, method }]),
        ],
        after: { fee: formatMicros(feeMicros) },
      })
      return { ...row, returnedMs: BigInt(nowMs), returnedBy: admin.adminId, returnRemark: remark }
    })
    await recorder.publish(returned.userId)
    return await toWireOne(returned, admin)
  }
}
