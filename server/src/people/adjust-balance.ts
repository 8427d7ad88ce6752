import { formatMicros, MICROS_PER_USDT, parseMicros } from '@truestrike/core/money.ts'
import type { Proposal } from '@truestrike/protocol/approval-endpoints.ts'
import type { Book } from '@truestrike/protocol/scalars.ts'
import type { Accounts } from '../accounts/accounts.module.ts'
import type { ApprovalActor } from '../approvals/approval-kinds.ts'
import type { ApprovalsService } from '../approvals/approvals.service.ts'
import type { Funds } from '../funds/funds.module.ts'
import { AppError } from '../platform/app-error.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { type Adjustment, type CorrectBalanceParts, createCorrectBalance } from './correct-balance.ts'
import { describeUsers, subjectOfUser } from './proposed-user.ts'

interface Parts extends CorrectBalanceParts {
  db: Db
  clock: Clock
  accounts: Pick<Accounts, 'users' | 'standing'>
  funds: Pick<Funds, 'mayAdjustAlone'>
  approvals: Pick<ApprovalsService, 'register'>
}

export interface AdjustForm {
  uid: string
  book: Book
  amount: string
  reason: string
  requestId: string
}

/** More is a slip, and would not fit the columns for long. */
const MOST_MICROS = 1_000_000_000n * MICROS_PER_USDT
const ACTION = 'user.adjust-balance'

/** Corrections of balances: always a transfer with a bill and a notice, of real funds always by two administrators. */
export function createAdjustBalance(parts: Parts) {
  const { db, clock, accounts, ledger, funds, approvals } = parts
  const { correct, tell } = createCorrectBalance(parts)
  const byTwo = approvals.register<Adjustment>({
    ...{ kind: 'adjust-balance', permission: 'balances', action: ACTION, tell },
    async check(sql, { userId, book, micros }) {
      const available = await ledger.getAvailableOf(sql, BigInt(userId), book)
      if (available + BigInt(micros) < 0n) throw new AppError('INSUFFICIENT_BALANCE')
    },
    async carryOut(sql, payload, { proposalId, confirmedBy, proposedBy, ...act }) {
      const by = { ...act, adminId: proposedBy, agreed: { confirmedBy, proposalId } }
      const done = await correct(sql, payload, by)
      if (done === null) throw new AppError('REVIEW_CONFLICT')
      return done
    },
    describe: (payloads) =>
      describeUsers(accounts.users, payloads, ({ book, micros }) => [
        { label: 'book', as: 'word', before: null, after: book },
        { label: 'amount', as: 'amount', before: null, after: formatMicros(BigInt(micros)) },
      ]),
  })

  /** Practice funds within what one administrator may move in 24 hours: at once. Answers false when it takes two. */
  async function alone({ admin, request }: ApprovalActor, asked: Adjustment, form: AdjustForm) {
    const reason = form.reason.trim()
    const isDone = await db.tx(async (sql) => {
      const { adminId } = admin
      const wanted = { userId: BigInt(asked.userId), micros: BigInt(asked.micros) }
      if (!(await funds.mayAdjustAlone(sql, { ...wanted, adminId, requestId: form.requestId }))) return false
      const by = { adminId: admin.adminId, agreed: null, reason, requestId: form.requestId }
      const nowMs = clock.nowMs()
      const done = await correct(sql, asked, { ...by, nowMs })
      if (done === null) return true
      await writeAudit(sql, {
        ...{ atMs: nowMs, actorKind: 'admin', actorId: admin.adminId, ip: request.ip, action: ACTION },
        ...{ subject: done.subject, ...(done.before === undefined ? {} : { before: done.before }) },
        after: { ...done.after, reason },
      })
      return true
    })
    if (isDone) await tell(asked)
    return isDone
  }

  return {
    anotherFor: byTwo.anotherFor,

    /** Answers the proposal; null: it was done. Errors: those of `adjustBalance`. */
    async ask(actor: ApprovalActor, form: AdjustForm): Promise<Proposal | null> {
      const { uid, book, reason, requestId } = form
      const userId = await accounts.users.idOf(uid)
      const parsed = parseMicros(form.amount)
      if (!parsed.ok || parsed.value === 0n) throw new AppError('AMOUNT_INVALID')
      const micros = parsed.value
      const size = micros < 0n ? -micros : micros
      if (size > MOST_MICROS) {
        const most = formatMicros(MOST_MICROS)
        throw new AppError('AMOUNT_OUT_OF_RANGE', { min: `-${most}`, max: most })
      }
      const asked = { userId: userId.toString(), uid, book, micros: micros.toString() }
      if (book === 'demo' && (await alone(actor, asked, form))) return null
      return await byTwo.propose(actor, { subject: subjectOfUser(uid), payload: asked, reason, requestId })
    },
  }
}
