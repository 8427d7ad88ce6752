import { ensure } from '@truestrike/core/assert.ts'
import { creditDeposit } from '@truestrike/core/funds/funds-postings.ts'
import { DEPOSIT_STEPS, type DepositStep } from '@truestrike/core/funds/funds-states.ts'
import { formatMicros } from '@truestrike/core/money.ts'
import type { ReviewedDeposit } from '@truestrike/protocol/review-endpoints.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { createDepositViews, type DepositViewParts } from './deposit-views.ts'
import { type DepositChange, type DepositRow, holdDeposit, stepDeposit } from './deposits.store.ts'
import type { RecordedStep, StepRecorder } from './record-step.ts'
import { actorOf, admitStep, type ReviewAct } from './review-step.ts'
import { readAmount } from './typed-amount.ts'

interface Parts extends DepositViewParts {
  db: Db
  clock: Clock
  recorder: StepRecorder
}

/** What administrators do with deposits: recharge orders, in the back office. */
export function createReviewDepositsService(parts: Parts) {
  const { db, clock, recorder } = parts
  const { toWireOne } = createDepositViews(parts)

  async function act(
    step: Exclude<DepositStep, 'cancel'>,
    { id, version, admin, request }: ReviewAct,
    change: Partial<DepositChange>,
    recorded: (row: DepositRow) => Partial<RecordedStep> = () => ({}),
  ): Promise<ReviewedDeposit> {
    const changed = await db.tx(async (sql) => {
      const row = id === null ? null : await holdDeposit(sql, id)
      const asked = { admin, version, step: DEPOSIT_STEPS[step], takes: step === 'take' }
      const state = admitStep(row, asked)
      const held = ensure(row)
      const nowMs = clock.nowMs()
      const next: DepositChange = {
        ...{ state, reviewerId: admin.adminId, creditedMicros: null, remark: null },
        ...change,
      }
      await stepDeposit(sql, held.id, next, nowMs)
      await recorder.record(sql, {
        ...{ userId: held.userId, ref: `deposit:${held.id}`, action: `deposit.${step}` },
        ...{ state, notice: `deposit-${state}`, amountMicros: held.amountMicros, remark: next.remark },
        actor: actorOf(admin, request),
        before: { state: held.state, reviewer: held.reviewerId?.toString() ?? null },
        ...recorded(held),
      })
      const endedMs = state === 'processing' ? null : BigInt(nowMs)
      return { ...held, ...next, version: held.version + 1, endedMs }
    })
    if (step === 'approve') await recorder.publish(changed.userId)
    return await toWireOne(changed, admin)
  }

  return {
    take: (asked: ReviewAct): Promise<ReviewedDeposit> => act('take', asked, {}),

    /** Credits the confirmed amount. Errors: also AMOUNT_INVALID. */
    async approve(asked: ReviewAct, form: { credited: string; remark?: string }): Promise<ReviewedDeposit> {
      const creditedMicros = readAmount(form.credited)
      const change = { creditedMicros, remark: form.remark ?? null }
      return await act('approve', asked, change, (row) => ({
        postings: creditDeposit(creditedMicros),
        ...{ amountMicros: creditedMicros, billMicros: creditedMicros },
        after: { asked: formatMicros(row.amountMicros) },
      }))
    },

    reject: (asked: ReviewAct, remark: string): Promise<ReviewedDeposit> => act('reject', asked, { remark }),
  }
}
