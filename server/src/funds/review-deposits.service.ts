import { ensure } from '@truestrike/core/assert.ts'
import { creditDeposit } from '@truestrike/core/funds/funds-postings.ts'
import { DEPOSIT_STEPS, type DepositStep } from '@truestrike/core/funds/funds-states.ts'
import { formatMicros } from '@truestrike/core/money.ts'
import type { ReviewedDeposit } from '@truestrike/protocol/review-endpoints.ts'
import type { UserInfoService } from '../accounts/user-info.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { AdminPrincipal } from '../platform/route.ts'
import { parseRowId } from '../platform/row-id.ts'
import { toWireDeposit } from './deposits.service.ts'
import {
  countPendingDeposits,
  type DepositChange,
  type DepositRow,
  holdDeposit,
  listDepositsToReview,
  stepDeposit,
} from './deposits.store.ts'
import type { RecordedStep, StepRecorder } from './record-step.ts'
import { actorOf, admitStep, type ReviewAct, takenBy } from './review-step.ts'
import type { AccountSeal } from './sealed-account.ts'
import { readAmount } from './typed-amount.ts'

const PAGE_DEFAULT = 20

interface Parts {
  db: Db
  clock: Clock
  recorder: StepRecorder
  accounts: AccountSeal
  users: Pick<UserInfoService, 'namesOf'>
}

export interface ReviewQuery {
  which: 'open' | 'all'
  cursor?: string
  limit?: number
}

/** What administrators do with deposits: recharge orders, in the back office. */
export function createReviewDepositsService({ db, clock, recorder, accounts, users }: Parts) {
  async function toWire(rows: readonly DepositRow[], admin: AdminPrincipal): Promise<ReviewedDeposit[]> {
    const names = await users.namesOf(rows.map(({ userId }) => userId))
    return rows.map((row) => ({
      ...toWireDeposit(row),
      ...ensure(names.get(row.userId)),
      version: row.version,
      takenBy: takenBy(row, admin),
      payer: accounts.open('payer', row.userId, row.payer),
    }))
  }

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
    const [wire] = await toWire([changed], admin)
    return ensure(wire)
  }

  return {
    countPending: (): Promise<number> => countPendingDeposits(db),

    /** Open ones oldest first, or all of them newest first; `nextCursor` null on the last page. */
    async list(admin: AdminPrincipal, { which, cursor, limit = PAGE_DEFAULT }: ReviewQuery) {
      const query = { open: which === 'open', cursorId: parseRowId(cursor), limit: limit + 1 }
      const rows = await listDepositsToReview(db, query)
      const page = rows.slice(0, limit)
      return {
        deposits: await toWire(page, admin),
        nextCursor: rows.length > limit ? (page.at(-1)?.id.toString() ?? null) : null,
      }
    },

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
