import { ensure } from '@truestrike/core/assert.ts'
import { correctPayout, splitCorrection } from '@truestrike/core/funds/funds-postings.ts'
import { formatMicros } from '@truestrike/core/money.ts'
import type { ReviewedWithdrawal } from '@truestrike/protocol/review-endpoints.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import { lockLeftAlone } from './decided-alone.store.ts'
import { referenceFor } from './payout-reference.ts'
import type { StepRecorder } from './record-step.ts'
import { actorOf, type ReviewAct } from './review-step.ts'
import { type createWithdrawalViews, givenBackBy, type WithdrawalViewParts } from './withdrawal-views.ts'
import { getWithdrawal, holdWithdrawal, insertCorrection } from './withdrawals.store.ts'

export interface PayoutCorrectionParts extends WithdrawalViewParts {
  ledger: WithdrawalViewParts['ledger'] & Pick<LedgerService, 'getAvailableOf'>
  clock: Clock
  recorder: StepRecorder
}

interface AskedCorrection {
  payoutRef: string
  shortfall: string
  remark: string
}

type View = ReturnType<typeof createWithdrawalViews>['toWireOne']

const conflict = (): AppError => new AppError('REVIEW_CONFLICT')

/**
 * What was set to failed, or booked as come back, had been paid out after all: a record of its own, once. It is taken from
 * what the user has available; what is missing there, which the caller has to have seen, is borne by the platform.
 * Errors: REVIEW_NOT_FOUND, REVIEW_CONFLICT, PAYOUT_REFERENCE_INVALID, PAYOUT_REFERENCE_USED, SECOND_ADMIN_REQUIRED,
 * SECOND_ADMIN_TOO_NEW.
 */
export function createPayoutCorrection(parts: PayoutCorrectionParts, toWireOne: View) {
  const { db, clock, recorder, administrators, ledger } = parts
  return async function correct(
    { id, version, admin, request }: ReviewAct,
    { payoutRef: typedRef, shortfall, remark }: AskedCorrection,
  ): Promise<ReviewedWithdrawal> {
    const userId = await db.tx(async (sql) => {
      const row = id === null ? null : await holdWithdrawal(sql, id)
      if (row === null) throw new AppError('REVIEW_NOT_FOUND')
      const first = givenBackBy(row)
      if (row.version !== version || first === null) throw conflict()
      const nowMs = clock.nowMs()
      // Locks the balances, before everything else, as in all steps.
      const left = await lockLeftAlone(sql, { userId: row.userId, adminId: admin.adminId, nowMs })
      if (left.isBarredPayer) throw new AppError('SECOND_ADMIN_REQUIRED')
      const payoutRef = await referenceFor(sql, row, typedRef)
      const available = await ledger.getAvailableOf(sql, row.userId, 'real')
      const split = splitCorrection(
        { actualMicros: row.amountMicros - row.feeMicros, feeMicros: row.feeMicros },
        available,
      )
      const shortfallMicros = split.actualMicros - split.takenMicros
      // The balance has changed since: the caller decides on what is missing now.
      if (formatMicros(shortfallMicros) !== shortfall) throw conflict()
      // What is missing was given back to the user, who has it no longer: the platform pays it a second time.
      if (row.amountMicros > left.payMicros || (shortfallMicros > 0n && !left.mayGiveAndPay)) {
        if (first === admin.adminId) throw new AppError('SECOND_ADMIN_REQUIRED')
        await administrators.admitTwo(sql, first, admin.adminId, null)
      }
      const correction = { ...split, payoutRef, remark, adminId: admin.adminId }
      if (!(await insertCorrection(sql, row, correction, nowMs))) throw conflict()
      const method = row.network ?? row.method
      const taken = [
        { type: 'withdraw' as const, amountMicros: -split.takenMicros, method },
        { type: 'fee' as const, amountMicros: -split.feeMicros, method },
      ]
      await recorder.record(sql, {
        ...{ userId: row.userId, ref: `withdrawal-correction:${row.id}`, action: 'withdrawal.correct' },
        ...{ state: 'corrected', notice: 'withdrawal-corrected', amountMicros: split.actualMicros, remark },
        actor: actorOf(admin, request),
        postings: correctPayout(split),
        newBills: taken
          .filter(({ amountMicros }) => amountMicros !== 0n)
          .map((bill) => ({ ...bill, reference: payoutRef })),
        after: { fee: formatMicros(split.feeMicros), shortfall, payoutRef },
      })
      return row.userId
    })
    await recorder.publish(userId)
    return await toWireOne(ensure(await getWithdrawal(db, ensure(id))), admin)
  }
}
