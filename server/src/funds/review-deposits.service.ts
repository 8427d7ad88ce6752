import { ensure } from '@truestrike/core/assert.ts'
import { creditDeposit } from '@truestrike/core/funds/funds-postings.ts'
import { creditTakesTwo } from '@truestrike/core/funds/funds-rules.ts'
import { DEPOSIT_STEPS, type DepositStep } from '@truestrike/core/funds/funds-states.ts'
import { formatMicros } from '@truestrike/core/money.ts'
import type { ReviewedDeposit } from '@truestrike/protocol/review-endpoints.ts'
import { type ActsOfTwo, refuseAlone } from '../platform/acts-of-two.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import { lockLeftAlone } from './decided-alone.store.ts'
import { paymentOf } from './deposit-payment.ts'
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

const ORDERS = 'recharge-orders'

interface CreditForm {
  credited: string
  transactionId?: string
  remark?: string
}

/** What a reviewer does to an order that is held. */
interface Work {
  step: Exclude<DepositStep, 'cancel'>
  change?: Partial<DepositChange>
  recorded?: Partial<RecordedStep>
}

/** What administrators do with deposits: recharge orders, in the back office. */
export function createReviewDepositsService(parts: Parts) {
  const { db, clock, recorder, administrators } = parts
  const { toWireOne } = createDepositViews(parts)

  /** The order as `step` finds it; `plan` may make another step of it that begins where that one does. */
  async function act(
    step: Work['step'],
    { id, version, admin, request }: ReviewAct,
    plan: (sql: Sql, row: DepositRow) => Work | Promise<Work>,
  ): Promise<ReviewedDeposit> {
    const changed = await db.tx(async (sql) => {
      const row = id === null ? null : await holdDeposit(sql, id)
      admitStep(row, { admin, version, step: DEPOSIT_STEPS[step], takes: step === 'take' })
      const held = ensure(row)
      const work = await plan(sql, held)
      const state = DEPOSIT_STEPS[work.step].to
      const nowMs = clock.nowMs()
      const { proposedBy, proposedMicros, paymentRef, remark } = held
      const next: DepositChange = {
        ...{ state, reviewerId: admin.adminId, creditedMicros: null },
        ...{ proposedBy, proposedMicros, paymentRef, remark },
        ...work.change,
      }
      await stepDeposit(sql, held.id, next, nowMs)
      await recorder.record(sql, {
        ...{ userId: held.userId, ref: `deposit:${held.id}`, action: `deposit.${work.step}` },
        // Taken over from another administrator, or to be agreed on by one: nothing to the user.
        notice: held.state === state ? null : `deposit-${state}`,
        ...{ state, amountMicros: held.amountMicros, remark: state === 'processing' ? null : next.remark },
        actor: actorOf(admin, request),
        before: { state: held.state, reviewer: held.reviewerId?.toString() ?? null },
        ...work.recorded,
      })
      const endedMs = state === 'processing' ? null : BigInt(nowMs)
      return { ...held, ...next, version: held.version + 1, endedMs }
    })
    if (changed.state === 'completed') await recorder.publish(changed.userId)
    return await toWireOne(changed, admin)
  }

  return {
    /** What somebody proposed who may no longer do so goes with it: others propose anew. */
    take: (asked: ReviewAct): Promise<ReviewedDeposit> =>
      act('take', asked, async (sql, row) => {
        const isKept = await isStanding(administrators, sql, row)
        return isKept ? { step: 'take' } : takeWithout(row)
      }),

    /**
     * Credits the confirmed amount; what takes two administrators is proposed, until another one approves the same amount and
     * transaction. Errors: also AMOUNT_INVALID, DEPOSIT_TRANSACTION_INVALID, DEPOSIT_TRANSACTION_USED; SECOND_ADMIN_REQUIRED
     * for who has proposed it, and when nobody else could agree, SECOND_ADMIN_TOO_NEW when not yet; PROPOSER_GONE when who
     * proposed it may no longer do so.
     */
    async approve(asked: ReviewAct, form: CreditForm): Promise<ReviewedDeposit> {
      const creditedMicros = readAmount(form.credited)
      const { adminId } = asked.admin
      const another = await administrators.anotherFor(adminId, [ORDERS])
      return await act('approve', asked, async (sql, row) => {
        const amounts = { askedMicros: row.amountMicros, creditedMicros }
        const left = await lockLeftAlone(sql, { userId: row.userId, adminId, nowMs: clock.nowMs() })
        const paymentRef = await paymentOf(sql, row, form.transactionId)
        const credit = { creditedMicros, paymentRef, remark: form.remark ?? null }
        const isProposed = row.proposedMicros === creditedMicros && row.paymentRef === paymentRef
        const isAgreed = isProposed && row.proposedBy !== adminId
        const takesTwo = creditTakesTwo({ secondAdminAboveMicros: left.creditMicros }, amounts)
        if (takesTwo && isAgreed) await administrators.admitTwo(sql, ensure(row.proposedBy), adminId, ORDERS)
        if (!takesTwo || isAgreed) return creditNow(row, credit, isAgreed)
        if (isProposed) throw new AppError('SECOND_ADMIN_REQUIRED')
        refuseAlone(another)
        return proposeCredit(row, credit, adminId)
      })
    },

    reject: (asked: ReviewAct, remark: string): Promise<ReviewedDeposit> =>
      act('reject', asked, () => ({ step: 'reject', change: { paymentRef: null, remark } })),
  }
}

interface Credit {
  creditedMicros: bigint
  paymentRef: string | null
  remark: string | null
}

/** For the audit log. */
const askedOf = ({ amountMicros }: DepositRow, { paymentRef }: Credit) => ({
  asked: formatMicros(amountMicros),
  ...(paymentRef === null ? {} : { transactionId: paymentRef }),
})

/** By one administrator, or by the second of two. */
function creditNow(row: DepositRow, credit: Credit, isAgreed: boolean): Work {
  const { creditedMicros, paymentRef, remark } = credit
  return {
    step: 'approve',
    change: { creditedMicros, paymentRef, remark: remark ?? (isAgreed ? row.remark : null) },
    recorded: {
      postings: creditDeposit(creditedMicros),
      ...{ amountMicros: creditedMicros, billMicros: creditedMicros, reference: paymentRef },
      after: { ...askedOf(row, credit), ...(isAgreed ? { proposedBy: row.proposedBy?.toString() } : {}) },
    },
  }
}

/** Nothing moves until another administrator confirms the same amount and transaction. */
function proposeCredit(row: DepositRow, credit: Credit, proposedBy: bigint): Work {
  const { creditedMicros: proposedMicros, paymentRef, remark } = credit
  return {
    step: 'propose',
    change: { proposedBy, proposedMicros, paymentRef, remark },
    recorded: { amountMicros: proposedMicros, after: askedOf(row, credit) },
  }
}

/** Whether nothing is proposed, or who did so still may. */
const isStanding = async (
  administrators: Pick<ActsOfTwo, 'mayStill'>,
  sql: Sql,
  { proposedBy }: DepositRow,
) => proposedBy === null || (await administrators.mayStill(sql, proposedBy, ORDERS))

/** Taken on, and what was proposed dropped. */
function takeWithout({ proposedMicros, proposedBy }: DepositRow): Work {
  const dropped = formatMicros(ensure(proposedMicros))
  return {
    step: 'take',
    change: { proposedBy: null, proposedMicros: null, paymentRef: null, remark: null },
    recorded: { after: { dropped, proposedBy: proposedBy?.toString() } },
  }
}
