import { formatMicros } from '@truestrike/core/money.ts'
import type { Book } from '@truestrike/protocol/scalars.ts'
import type { Accounts } from '../accounts/accounts.module.ts'
import type { ActRecord, AgreedAct } from '../approvals/approval-kinds.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import type { NoticesService } from '../notifications/notices.service.ts'
import type { Bus } from '../platform/bus.ts'
import type { Sql } from '../platform/db.ts'
import { subjectOf } from '../platform/socket-user-events.ts'
import type { ProposedUser } from './proposed-user.ts'

export interface CorrectBalanceParts {
  bus: Bus
  accounts: Pick<Accounts, 'standing'>
  ledger: LedgerService
  notices: Pick<NoticesService, 'add'>
}

/** As it is proposed; `micros` signed, decimal. */
export interface Adjustment extends ProposedUser {
  book: Book
  micros: string
}

/** Who wanted it: one administrator, or one and who confirmed it. */
type Adjusted = Pick<AgreedAct, 'requestId' | 'reason' | 'nowMs'> & {
  adminId: bigint
  agreed: { confirmedBy: bigint; proposalId: bigint } | null
}

/** A corrected balance with all that belongs to it: transfer, bill, notice and note. */
export function createCorrectBalance({ bus, accounts, ledger, notices }: CorrectBalanceParts) {
  return {
    /** In the caller's transaction; null: the same request did it before. Errors: INSUFFICIENT_BALANCE, IDEMPOTENCY_MISMATCH. */
    async correct(sql: Sql, asked: Adjustment, by: Adjusted): Promise<ActRecord | null> {
      const { book, micros } = asked
      const userId = BigInt(asked.userId)
      const amountMicros = BigInt(micros)
      const { adminId, agreed, reason, requestId, nowMs } = by
      const posted = await ledger.postAdjustment(
        sql,
        { userId, book, amountMicros, reason, adminId, agreed, requestId },
        nowMs,
      )
      if (posted === null) return null
      const { ref, availableMicros } = posted
      const amount = formatMicros(amountMicros)
      const data = { ref, amount, book, remark: reason }
      const priority = amountMicros < 0n ? 'high' : 'medium'
      const notice = { userId, type: 'system', kind: 'balance-adjusted', priority, data } as const
      await notices.add(sql, [notice], nowMs)
      await accounts.standing.addNote(sql, {
        ...{ userId, adminId, act: 'adjust-balance', atMs: nowMs, requestId: ref },
        text: `${amount} USDT (${book}): ${reason}`,
      })
      return {
        subject: `user:${userId}`,
        before: { book, available: formatMicros(availableMicros) },
        after: { book, available: formatMicros(availableMicros + amountMicros), amount, ref },
      }
    },

    /** After the commit: the new balances, to whoever listens. */
    async tell({ userId }: Pick<Adjustment, 'userId'>): Promise<void> {
      const subject = subjectOf(BigInt(userId))
      if (!bus.mayReach(subject)) return
      bus.publish(subject, { type: 'balances', balances: await ledger.getBalances(BigInt(userId)) })
    },
  }
}
