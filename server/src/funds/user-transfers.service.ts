import { formatMicros } from '@truestrike/core/money.ts'
import type { Accounts } from '../accounts/accounts.module.ts'
import type { MoneyGuard } from '../accounts/money-guard.service.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import type { NoticesService } from '../notifications/notices.service.ts'
import { afterCommit } from '../platform/after-commit.ts'
import { AppError } from '../platform/app-error.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import type { RequestInfo, UserPrincipal } from '../platform/route.ts'
import { sha256 } from '../platform/secret-token.ts'
import { createRecipientSearch } from './find-recipient.ts'
import { getFundsRules } from './funds-rules.store.ts'
import type { StepRecorder } from './record-step.ts'
import { findRepeated } from './repeated-request.ts'
import { assertInRange, readAmount } from './typed-amount.ts'
import { getTransferByRequest, insertUserTransfer } from './user-transfers.store.ts'

interface TransferForm {
  requestId: string
  uid: string
  username: string
  amount: string
  password?: string
  code?: string
}

interface Parts {
  db: Db
  clock: Clock
  ledger: LedgerService
  notices: NoticesService
  moneyGuard: MoneyGuard
  recorder: StepRecorder
  mailMoneyNews: Accounts['mailMoneyNews']
}

interface Moved {
  fromUserId: bigint
  toUserId: bigint
  amountMicros: bigint
  uids: { from: string; to: string }
}

/** From one user to another, in the real book; done at once. */
export function createUserTransfersService(parts: Parts) {
  const { db, clock, ledger, notices, moneyGuard, recorder, mailMoneyNews } = parts
  const findRecipient = createRecipientSearch(parts)

  async function move(sql: Sql, form: TransferForm, moved: Moved, request: RequestInfo): Promise<void> {
    const { fromUserId, toUserId, amountMicros, uids } = moved
    const nowMs = clock.nowMs()
    const transfer = { fromUserId, toUserId, amountMicros, requestId: form.requestId }
    const ref = `transfer:${await insertUserTransfer(sql, transfer, nowMs)}`
    await ledger.postUserTransfer(sql, { fromUserId, toUserId, amountMicros, ref }, nowMs)
    // Balances before users, as everywhere: nobody waits for each other in a ring.
    await moneyGuard.hold(sql, fromUserId)
    const bill = { ref, book: 'real', type: 'transfer', status: 'completed', method: null } as const
    await ledger.insertBills(
      sql,
      [
        { ...bill, userId: fromUserId, amountMicros: -amountMicros, remark: uids.to },
        { ...bill, userId: toUserId, amountMicros, remark: uids.from },
      ],
      nowMs,
    )
    const amount = formatMicros(amountMicros)
    const notice = { type: 'system', priority: 'medium' } as const
    await notices.add(
      sql,
      [
        { ...notice, userId: fromUserId, kind: 'transfer-sent', data: { ref, amount, uid: uids.to } },
        { ...notice, userId: toUserId, kind: 'transfer-received', data: { ref, amount, uid: uids.from } },
      ],
      nowMs,
    )
    const mail = { userId: fromUserId.toString(), news: 'transfer-sent', amount } as const
    await mailMoneyNews(sql, { ...mail, remark: null, uid: uids.to })
    await writeAudit(sql, {
      ...{ atMs: nowMs, actorKind: 'user', actorId: fromUserId, action: 'transfer.create', subject: ref },
      ...{ ip: request.ip, after: { amount, from: fromUserId.toString(), to: toUserId.toString() } },
    })
  }

  return {
    /** Errors: those of the endpoint. */
    async create({ userId, uid }: UserPrincipal, form: TransferForm, request: RequestInfo) {
      const { requestId, password, code, ...asked } = form
      const bodySha256 = sha256(JSON.stringify(Object.entries(asked).sort()))
      const claim = { userId, requestId, kind: 'transfer', bodySha256 }
      if (!(await findRepeated(db, ledger, claim))) {
        await moneyGuard.check(userId)
        const amountMicros = readAmount(form.amount)
        const rules = await getFundsRules(db)
        assertInRange(amountMicros, rules.transferMinMicros, rules.transferMaxMicros)
        const toUserId = await findRecipient(userId, form)
        if (toUserId === userId) throw new AppError('TRANSFER_TO_SELF')
        if ((await ledger.getAvailable(userId)) < amountMicros) throw new AppError('INSUFFICIENT_BALANCE')
        await moneyGuard.confirm(userId, { password, code }, request)
        const moved = { fromUserId: userId, toUserId, amountMicros, uids: { from: uid, to: form.uid } }
        await db.tx(async (sql) => {
          const claimed = await ledger.claimRequest(sql, claim, clock.nowMs())
          if (claimed === 'mismatch') throw new AppError('IDEMPOTENCY_MISMATCH')
          if (claimed === 'fresh') await move(sql, form, moved, request)
        })
        await afterCommit(() => recorder.publish(userId, toUserId))
      }
      const row = await afterCommit(() => getTransferByRequest(db, userId, requestId))
      if (row === null) throw new Error('a claimed transfer is not there')
      return {
        id: row.id.toString(),
        amount: formatMicros(row.amountMicros),
        createdMs: Number(row.createdMs),
      }
    },
  }
}
