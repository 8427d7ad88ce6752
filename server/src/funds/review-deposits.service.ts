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
      const { proposedBy, proposedMicros, remark } = held
      const next: DepositChange = {
        ...{ state, reviewerId: admin.adminId, creditedMicros: null, proposedBy, proposedMicros, remark },
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
     * Credits the confirmed amount; what takes two administrators is proposed, until another one approves the same amount.
     * Errors: also AMOUNT_INVALID; SECOND_ADMIN_REQUIRED for who has proposed it, and when nobody else could agree,
     * SECOND_ADMIN_TOO_NEW when not yet; PROPOSER_GONE when who proposed it may no longer do so.
     */
    async approve(asked: ReviewAct, form: CreditForm): Promise<ReviewedDeposit> {
      const creditedMicros = readAmount(form.credited)
      const { adminId } = asked.admin
      const another = await administrators.anotherFor(adminId, [ORDERS])
      return await act('approve', asked, async (sql, row) => {
        const amounts = { askedMicros: row.amountMicros, creditedMicros }
        const after = { asked: formatMicros(row.amountMicros) }
        const isProposed = row.proposedMicros === creditedMicros
        const isAgreed = isProposed && row.proposedBy !== adminId
        const left = await lockLeftAlone(sql, { userId: row.userId, adminId, nowMs: clock.nowMs() })
        const takesTwo = creditTakesTwo({ secondAdminAboveMicros: left.creditMicros }, amounts)
        if (takesTwo && isAgreed) await administrators.admitTwo(sql, ensure(row.proposedBy), adminId, ORDERS)
        if (takesTwo && !isAgreed) {
          if (isProposed) throw new AppError('SECOND_ADMIN_REQUIRED')
          refuseAlone(another)
          return proposeCredit(adminId, creditedMicros, { remark: form.remark ?? null, after })
        }
        return {
          step: 'approve',
          change: { creditedMicros, remark: form.remark ?? (isAgreed ? row.remark : null) },
          recorded: {
            postings: creditDeposit(creditedMicros),
            ...{ amountMicros: creditedMicros, billMicros: creditedMicros },
            after: isAgreed ? { ...after, proposedBy: row.proposedBy?.toString() } : after,
          },
        }
      })
    },

    reject: (asked: ReviewAct, remark: string): Promise<ReviewedDeposit> =>
      act('reject', asked, () => ({ step: 'reject', change: { remark } })),
  }
}

/** Nothing moves until another administrator confirms the same amount. */
function proposeCredit(
  proposedBy: bigint,
  proposedMicros: bigint,
  { remark, after }: { remark: string | null; after: object },
): Work {
  return {
    step: 'propose',
    change: { proposedBy, proposedMicros, remark },
    recorded: { amountMicros: proposedMicros, after },
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
    change: { proposedBy: null, proposedMicros: null, remark: null },
    recorded: { after: { dropped, proposedBy: proposedBy?.toString() } },
  }
}
