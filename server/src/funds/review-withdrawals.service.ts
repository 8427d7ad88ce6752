import { ensure } from '@truestrike/core/assert.ts'
import { payWithdrawal, unfreezeWithdrawal } from '@truestrike/core/funds/funds-postings.ts'
import { formatMicros } from '@truestrike/core/money.ts'
import { type Another, refuseAlone } from '../platform/acts-of-two.ts'
import { AppError } from '../platform/app-error.ts'
import type { Sql } from '../platform/db.ts'
import type { AdminPrincipal } from '../platform/route.ts'
import { createPayoutCorrection, type PayoutCorrectionParts } from './correct-payout.ts'
import { type LeftAlone, lockLeftAlone } from './decided-alone.store.ts'
import { referenceFor } from './payout-reference.ts'
import { createReturnPayout, payoutOf } from './return-payout.ts'
import type { ReviewAct } from './review-step.ts'
import { createWithdrawalStep } from './withdrawal-step.ts'
import { createWithdrawalViews } from './withdrawal-views.ts'
import type { WithdrawalRow } from './withdrawals.store.ts'

const unfreeze = ({ amountMicros }: WithdrawalRow) => ({ postings: unfreezeWithdrawal(amountMicros) })
const paid = (row: WithdrawalRow, payoutRef: string) => ({
  postings: payWithdrawal(payoutOf(row)),
  // The user is told what arrives.
  amountMicros: payoutOf(row).actualMicros,
  reference: payoutRef,
  after: { asked: formatMicros(row.amountMicros), fee: formatMicros(row.feeMicros), payoutRef },
})
const conflict = (): AppError => new AppError('REVIEW_CONFLICT')

const isApproved = async (_sql: Sql, { approvedBy }: WithdrawalRow): Promise<void> => {
  if (approvedBy === null) throw conflict()
}
const isUndecided = async (_sql: Sql, { approvedBy }: WithdrawalRow): Promise<void> => {
  if (approvedBy !== null) throw conflict()
}

/** Errors: SECOND_ADMIN_REQUIRED when nobody else could pay it, SECOND_ADMIN_TOO_NEW when not yet. */
function admitApproval({ amountMicros }: WithdrawalRow, left: LeftAlone, another: Another): void {
  if (amountMicros > left.payMicros) refuseAlone(another)
  if (left.isBarredPayer && !another.available && another.fromMs === null)
    throw new AppError('SECOND_ADMIN_REQUIRED')
}

/** What administrators do with withdrawals: withdraw orders, in the back office. */
export function createReviewWithdrawalsService(parts: PayoutCorrectionParts) {
  const { clock, administrators } = parts
  const { toWireOne } = createWithdrawalViews(parts)
  const act = createWithdrawalStep(parts, toWireOne)
  const lockLeft = (sql: Sql, { userId }: WithdrawalRow, { adminId }: AdminPrincipal) =>
    lockLeftAlone(sql, { userId, adminId, nowMs: clock.nowMs() })

  /** Errors: SECOND_ADMIN_REQUIRED, SECOND_ADMIN_TOO_NEW, PROPOSER_GONE. */
  async function admitPayer(
    sql: Sql,
    { approvedBy, amountMicros }: WithdrawalRow,
    { adminId }: AdminPrincipal,
    left: LeftAlone,
  ) {
    if (left.isBarredPayer) throw new AppError('SECOND_ADMIN_REQUIRED')
    if (amountMicros <= left.payMicros) return
    if (approvedBy === adminId) throw new AppError('SECOND_ADMIN_REQUIRED')
    await administrators.admitTwo(sql, ensure(approvedBy), adminId, 'withdraw-orders')
  }

  return {
    take: (asked: ReviewAct) => act('take', asked),

    /** Errors: also PAYEE_FROZEN; SECOND_ADMIN_REQUIRED when nobody else could pay it, SECOND_ADMIN_TOO_NEW when not yet. */
    async approve(asked: ReviewAct) {
      const another = await administrators.anotherFor(asked.admin.adminId, ['withdraw-orders'])
      return await act('approve', asked, {
        async check(sql, row) {
          await isUndecided(sql, row)
          admitApproval(row, await lockLeft(sql, row, asked.admin), another)
        },
        change: (_row, nowMs) => ({ approvedBy: asked.admin.adminId, approvedMs: BigInt(nowMs) }),
      })
    },

    reject: (asked: ReviewAct, remark: string) =>
      act('reject', asked, { check: isUndecided, change: () => ({ remark }), recorded: unfreeze }),

    /**
     * Errors: also PAYEE_FROZEN, PAYOUT_REFERENCE_INVALID, PAYOUT_REFERENCE_USED, SECOND_ADMIN_REQUIRED,
     * SECOND_ADMIN_TOO_NEW; PROPOSER_GONE when who approved it may no longer do so.
     */
    pay(asked: ReviewAct, typedRef: string) {
      let payoutRef: string
      return act('pay', asked, {
        async check(sql, row) {
          await isApproved(sql, row)
          payoutRef = await referenceFor(sql, row, typedRef)
          await admitPayer(sql, row, asked.admin, await lockLeft(sql, row, asked.admin))
        },
        change: () => ({ paidBy: asked.admin.adminId, payoutRef }),
        recorded: (row) => paid(row, payoutRef),
      })
    },

    fail: (asked: ReviewAct, remark: string) =>
      act('fail', asked, { check: isApproved, change: () => ({ remark }), recorded: unfreeze }),

    returnPaid: createReturnPayout(parts, toWireOne),
    correct: createPayoutCorrection(parts, toWireOne),
  }
}
