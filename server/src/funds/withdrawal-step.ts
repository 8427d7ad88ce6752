import { ensure } from '@truestrike/core/assert.ts'
import {
  type FundsState,
  WITHDRAWAL_STEPS,
  type WithdrawalStep,
} from '@truestrike/core/funds/funds-states.ts'
import type { ReviewedWithdrawal } from '@truestrike/protocol/review-endpoints.ts'
import type { MoneyGuard } from '../accounts/money-guard.service.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import type { AdminPrincipal } from '../platform/route.ts'
import type { RecordedStep, StepRecorder } from './record-step.ts'
import { actorOf, admitStep, type ReviewAct } from './review-step.ts'
import {
  holdWithdrawal,
  stepWithdrawal,
  type WithdrawalChange,
  type WithdrawalRow,
} from './withdrawals.store.ts'

interface Parts {
  db: Db
  clock: Clock
  recorder: StepRecorder
  moneyGuard: Pick<MoneyGuard, 'holdPayee'>
  ledger: Pick<LedgerService, 'lockBalances'>
}

/** Those by which money leaves. */
const PAYING: readonly WithdrawalStep[] = ['approve', 'pay']

interface StepWork {
  change?: (row: WithdrawalRow, nowMs: number) => Partial<WithdrawalChange>
  recorded?: (row: WithdrawalRow) => Partial<RecordedStep>
  check?: (sql: Sql, row: WithdrawalRow) => Promise<void>
}

type View = (row: WithdrawalRow, admin: AdminPrincipal) => Promise<ReviewedWithdrawal>

function noticeOf(step: WithdrawalStep, from: FundsState, to: FundsState): string | null {
  if (step === 'approve') return 'withdrawal-approved'
  // Taken over from another administrator.
  return from === to ? null : `withdrawal-${to}`
}

/** One step of a reviewer: the row held, what speaks against it asked, everything written at once, then told. */
export function createWithdrawalStep({ db, clock, recorder, moneyGuard, ledger }: Parts, toWireOne: View) {
  return async (
    step: WithdrawalStep,
    { id, version, admin, request }: ReviewAct,
    { change, recorded, check }: StepWork = {},
  ): Promise<ReviewedWithdrawal> => {
    const changed = await db.tx(async (sql) => {
      const row = id === null ? null : await holdWithdrawal(sql, id)
      const asked = { admin, version, step: WITHDRAWAL_STEPS[step], takes: step === 'take' }
      const state = admitStep(row, asked)
      const held = ensure(row)
      if (PAYING.includes(step)) {
        // Balances before users, as everywhere.
        await ledger.lockBalances(sql, held.userId)
        await moneyGuard.holdPayee(sql, held.userId)
      }
      await check?.(sql, held)
      const nowMs = clock.nowMs()
      const { approvedBy, approvedMs, paidBy, payoutRef } = held
      const next: WithdrawalChange = {
        ...{ state, reviewerId: admin.adminId, approvedBy, approvedMs, paidBy, payoutRef, remark: null },
        ...change?.(held, nowMs),
      }
      await stepWithdrawal(sql, held.id, next, nowMs)
      await recorder.record(sql, {
        ...{ userId: held.userId, ref: `withdrawal:${held.id}`, action: `withdrawal.${step}` },
        ...{ state, notice: noticeOf(step, held.state, state), remark: next.remark },
        ...{ amountMicros: held.amountMicros, actor: actorOf(admin, request) },
        before: { state: held.state, reviewer: held.reviewerId?.toString() ?? null },
        ...recorded?.(held),
      })
      return {
        ...{ ...held, ...next, version: held.version + 1 },
        endedMs: state === 'processing' ? null : BigInt(nowMs),
      }
    })
    if (step !== 'take' && step !== 'approve') await recorder.publish(changed.userId)
    return await toWireOne(changed, admin)
  }
}
