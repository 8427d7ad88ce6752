import type { FundsPostingKind } from '@truestrike/core/funds/funds-postings.ts'
import type { FundsState } from '@truestrike/core/funds/funds-states.ts'
import type { Posting } from '@truestrike/core/ledger-posting.ts'
import { formatMicros } from '@truestrike/core/money.ts'
import type { Accounts } from '../accounts/accounts.module.ts'
import { isLeaving, isMoneyNews } from '../accounts/mail-letters.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import type { NoticesService } from '../notifications/notices.service.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Bus } from '../platform/bus.ts'
import type { Clock } from '../platform/clock.ts'
import type { Sql } from '../platform/db.ts'
import { subjectOf } from '../platform/socket-user-events.ts'

interface Parts {
  bus: Bus
  clock: Clock
  ledger: LedgerService
  notices: NoticesService
  mailMoneyNews: Accounts['mailMoneyNews']
}

type Bill = Parameters<LedgerService['insertBills']>[1][number]

/** Who acts, from where. */
export interface Actor {
  kind: 'user' | 'admin'
  id: bigint
  ip: string
}

/** One step of a request, with all that belongs to it. */
export interface RecordedStep {
  userId: bigint
  /** What it is done to, such as `deposit:17`; transfers, bills and the audit log name it. */
  ref: string
  /** What is done, such as `deposit.approve`. */
  action: string
  actor: Actor
  /** Told to the user, such as `deposit-completed`; null: nothing that concerns him. */
  notice: string | null
  state: FundsState | 'returned' | 'corrected'
  /** What the notice and the audit log name. */
  amountMicros: bigint
  remark: string | null
  postings?: readonly Posting<FundsPostingKind>[]
  /** Bills that begin with this step; without any, those of the request follow its state. */
  newBills?: readonly Pick<Bill, 'type' | 'amountMicros' | 'method' | 'reference'>[]
  /** Of the bill, what identifies the payment outside of this site. */
  reference?: string | null
  /** Of the bill, when another amount was confirmed than was told. */
  billMicros?: bigint
  before?: object
  after?: object
}

export type StepRecorder = ReturnType<typeof createStepRecorder>

/** Every step of a request is one transaction: ledger, bills, notice, audit log, and the request's own row beside them. */
export function createStepRecorder({ bus, clock, ledger, notices, mailMoneyNews }: Parts) {
  return {
    /** In the caller's transaction, last: the audit log lets one writer at a time through. Errors: INSUFFICIENT_BALANCE. */
    async record(sql: Sql, step: RecordedStep): Promise<void> {
      const nowMs = clock.nowMs()
      const { userId, ref, state, remark, postings = [] } = step
      await ledger.postRequest(sql, { userId, postings, ref }, nowMs)
      const status = state === 'returned' || state === 'corrected' ? 'completed' : state
      if (step.newBills !== undefined) {
        const bills = step.newBills.map((bill) => ({
          ...{ ...bill, userId, status, remark, ref },
          book: 'real' as const,
        }))
        await ledger.insertBills(sql, bills, nowMs)
      } else {
        const other = step.billMicros === undefined ? {} : { amountMicros: step.billMicros }
        const { reference = null } = step
        await ledger.moveBills(sql, { ref, status, remark, reference, ...other }, nowMs)
      }
      const amount = formatMicros(step.amountMicros)
      if (step.notice !== null) {
        const data = { ref, amount, ...(remark === null ? {} : { remark }) }
        const notice = { userId, kind: step.notice, priority: priorityOf(step), data }
        await notices.add(sql, [{ type: 'system', ...notice }], nowMs)
        const { notice: news } = step
        if (isMoneyNews(news) && (isLeaving(news) || (await notices.wantsMail(sql, userId)))) {
          await mailMoneyNews(sql, { userId: userId.toString(), news, amount, remark })
        }
      }
      await writeAudit(sql, {
        atMs: nowMs,
        actorKind: step.actor.kind,
        actorId: step.actor.id,
        action: step.action,
        subject: ref,
        ip: step.actor.ip,
        ...(step.before === undefined ? {} : { before: step.before }),
        after: { state, amount, userId: userId.toString(), ...step.after },
      })
    },

    /** After the commit: the new balances, to whoever listens. */
    async publish(...userIds: bigint[]): Promise<void> {
      const heard = userIds.filter((userId) => bus.mayReach(subjectOf(userId)))
      if (heard.length === 0) return
      for (const [userId, balances] of await ledger.listBalances(heard)) {
        bus.publish(subjectOf(userId), { type: 'balances', balances })
      }
    },
  }
}

/** High for what went wrong, medium for what succeeded, else low (requirements, N2). */
function priorityOf({ state, actor }: RecordedStep): 'high' | 'medium' | 'low' {
  if (state === 'completed') return 'medium'
  // What its owner takes back has not gone wrong.
  if (actor.kind === 'user' && state === 'failed') return 'low'
  return state === 'pending' || state === 'processing' ? 'low' : 'high'
}
