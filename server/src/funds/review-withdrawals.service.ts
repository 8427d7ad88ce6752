import { ensure } from '@truestrike/core/assert.ts'
import { payWithdrawal, returnPayout, unfreezeWithdrawal } from '@truestrike/core/funds/funds-postings.ts'
import { formatMicros } from '@truestrike/core/money.ts'
import type { ReviewedWithdrawal } from '@truestrike/protocol/review-endpoints.ts'
import { refuseAlone } from '../platform/acts-of-two.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Sql } from '../platform/db.ts'
import type { StepRecorder } from './record-step.ts'
import { actorOf, type ReviewAct } from './review-step.ts'
import { createWithdrawalStep } from './withdrawal-step.ts'
import { createWithdrawalViews, type WithdrawalViewParts } from './withdrawal-views.ts'
import { holdWithdrawal, insertReturn, type WithdrawalRow } from './withdrawals.store.ts'

interface Parts extends WithdrawalViewParts {
  clock: Clock
  recorder: StepRecorder
}

const payoutOf = ({ amountMicros, feeMicros }: WithdrawalRow) => ({
  actualMicros: amountMicros - feeMicros,
  feeMicros,
})
const unfreeze = ({ amountMicros }: WithdrawalRow) => ({ postings: unfreezeWithdrawal(amountMicros) })
const conflict = (): AppError => new AppError('REVIEW_CONFLICT')

const isApproved = async (_sql: Sql, { approvedBy }: WithdrawalRow): Promise<void> => {
  if (approvedBy === null) throw conflict()
}
const isUndecided = async (_sql: Sql, { approvedBy }: WithdrawalRow): Promise<void> => {
  if (approvedBy !== null) throw conflict()
}

/** What administrators do with withdrawals: withdraw orders, in the back office. */
export function createReviewWithdrawalsService(parts: Parts) {
  const { db, clock, recorder, administrators } = parts
  const { toWireOne, isAbove } = createWithdrawalViews(parts)
  const act = createWithdrawalStep(parts, toWireOne)

  return {
    take: (asked: ReviewAct) => act('take', asked),

    /** Errors: also PAYEE_FROZEN; SECOND_ADMIN_REQUIRED when nobody else could pay it, SECOND_ADMIN_TOO_NEW when not yet. */
    async approve(asked: ReviewAct) {
      const another = await administrators.anotherFor(asked.admin.adminId, ['withdraw-orders'])
      return await act('approve', asked, {
        async check(sql, row) {
          await isUndecided(sql, row)
          if (await isAbove(sql, row)) refuseAlone(another)
        },
        change: (_row, nowMs) => ({ approvedBy: asked.admin.adminId, approvedMs: BigInt(nowMs) }),
      })
    },

    reject: (asked: ReviewAct, remark: string) =>
      act('reject', asked, { check: isUndecided, change: () => ({ remark }), recorded: unfreeze }),

    /** Errors: also PAYEE_FROZEN, SECOND_ADMIN_REQUIRED, SECOND_ADMIN_TOO_NEW; PROPOSER_GONE when who approved it may no longer do so. */
    pay(asked: ReviewAct, typedRef: string) {
      const payoutRef = typedRef.trim()
      return act('pay', asked, {
        async check(sql, row) {
          await isApproved(sql, row)
          if (!(await isAbove(sql, row))) return
          const approvedBy = ensure(row.approvedBy)
          if (approvedBy === asked.admin.adminId) throw new AppError('SECOND_ADMIN_REQUIRED')
          await administrators.admitTwo(sql, approvedBy, asked.admin.adminId, 'withdraw-orders')
        },
        change: () => ({ paidBy: asked.admin.adminId, payoutRef }),
        recorded: (row) => ({
          postings: payWithdrawal(payoutOf(row)),
          // Told is what arrives.
          amountMicros: payoutOf(row).actualMicros,
          after: { asked: formatMicros(row.amountMicros), fee: formatMicros(row.feeMicros), payoutRef },
        }),
      })
    },

    fail: (asked: ReviewAct, remark: string) =>
      act('fail', asked, { check: isApproved, change: () => ({ remark }), recorded: unfreeze }),

    /** A paid one came back: a record of its own, the withdrawal stays completed. Errors: REVIEW_NOT_FOUND, REVIEW_CONFLICT, SECOND_ADMIN_REQUIRED, SECOND_ADMIN_TOO_NEW. */
    async returnPaid(
      { id, version, admin, request }: ReviewAct,
      remark: string,
    ): Promise<ReviewedWithdrawal> {
      const returned = await db.tx(async (sql) => {
        const row = id === null ? null : await holdWithdrawal(sql, id)
        if (row === null) throw new AppError('REVIEW_NOT_FOUND')
        const { paidBy } = row
        if (paidBy !== null && (await isAbove(sql, row))) {
          if (paidBy === admin.adminId) throw new AppError('SECOND_ADMIN_REQUIRED')
          await administrators.admitTwo(sql, paidBy, admin.adminId, null)
        }
        const nowMs = clock.nowMs()
        const isNew =
          row.state === 'completed' &&
          row.version === version &&
          (await insertReturn(sql, row, { adminId: admin.adminId, remark }, nowMs))
        if (!isNew) throw conflict()
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
        return { ...row, returnedMs: BigInt(nowMs) }
      })
      await recorder.publish(returned.userId)
      return await toWireOne(returned, admin)
    },
  }
}
