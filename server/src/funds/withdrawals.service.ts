import { freezeWithdrawal } from '@truestrike/core/funds/funds-postings.ts'
import { quoteWithdrawal, type WithdrawalQuote } from '@truestrike/core/funds/funds-rules.ts'
import { formatMicros } from '@truestrike/core/money.ts'
import type { Withdrawal } from '@truestrike/protocol/funds-endpoints.ts'
import type { MoneyGuard } from '../accounts/money-guard.service.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import { afterCommit } from '../platform/after-commit.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import type { RequestInfo, UserPrincipal } from '../platform/route.ts'
import { parseCursor } from '../platform/row-id.ts'
import { sha256 } from '../platform/secret-token.ts'
import { getFundsRules } from './funds-rules.store.ts'
import type { OwnQuery } from './order-filter.ts'
import { type Payout, type PayoutForm, readPayout } from './payout-target.ts'
import type { StepRecorder } from './record-step.ts'
import { findRepeated } from './repeated-request.ts'
import { type AccountSeal, endOfNumber } from './sealed-account.ts'
import { outOfRange, readAmount } from './typed-amount.ts'
import {
  getWithdrawalByRequest,
  insertWithdrawal,
  listWithdrawalsOfUser,
  type PayoutTarget,
  type WithdrawalRow,
} from './withdrawals.store.ts'

const PAGE_DEFAULT = 20

interface WithdrawalForm extends PayoutForm {
  requestId: string
  ruleVersion: number
  amount: string
  password?: string
  code?: string
}

interface Parts {
  db: Db
  clock: Clock
  ledger: Pick<LedgerService, 'claimRequest' | 'findRequest' | 'getAvailable' | 'lockBalances'>
  moneyGuard: MoneyGuard
  recorder: StepRecorder
  accounts: AccountSeal
}

/** A user's own withdrawals: the amount is frozen when it is asked for. */
export function createWithdrawalsService(parts: Parts) {
  const { db, clock, ledger, moneyGuard, recorder, accounts } = parts

  /** By the rules of now. Errors: AMOUNT_INVALID, IDENTITY_REQUIRED, FUNDS_RULES_CHANGED, AMOUNT_OUT_OF_RANGE. */
  async function quote(
    sql: Sql,
    form: WithdrawalForm,
    { method }: Payout,
    { isIdentified }: { isIdentified: boolean },
  ): Promise<WithdrawalQuote> {
    const amountMicros = readAmount(form.amount)
    const rules = await getFundsRules(sql)
    if (rules.identityRequired && !isIdentified) throw new AppError('IDENTITY_REQUIRED')
    if (rules.version !== form.ruleVersion) throw new AppError('FUNDS_RULES_CHANGED')
    const quoted = quoteWithdrawal(rules, method, amountMicros)
    if (!quoted.ok) throw outOfRange(rules.withdrawalMinMicros, rules.withdrawalMaxMicros)
    return quoted.value
  }

  async function insert(
    sql: Sql,
    userId: bigint,
    form: WithdrawalForm,
    payout: Payout,
    request: RequestInfo,
  ): Promise<void> {
    // Balances before users, as everywhere: nobody waits for each other in a ring.
    await ledger.lockBalances(sql, userId)
    const user = await moneyGuard.hold(sql, userId)
    const { amountMicros, feeMicros, actualMicros } = await quote(sql, form, payout, user)
    const target = targetOf(accounts, userId, payout)
    const row = { ...target, userId, amountMicros, feeMicros, requestId: form.requestId }
    const id = await insertWithdrawal(sql, { ...row, ruleVersion: form.ruleVersion }, clock.nowMs())
    const method = target.network ?? target.method
    await recorder.record(sql, {
      ...{ userId, amountMicros, ref: `withdrawal:${id}`, action: 'withdrawal.create', remark: null },
      ...{ state: 'pending', notice: 'withdrawal-pending' },
      actor: { kind: 'user', id: userId, ip: request.ip },
      postings: freezeWithdrawal(amountMicros),
      newBills: [
        { type: 'withdraw', amountMicros: -actualMicros, method },
        ...(feeMicros === 0n ? [] : [{ type: 'fee' as const, amountMicros: -feeMicros, method }]),
      ],
      after: { fee: formatMicros(feeMicros), method },
    })
  }

  return {
    /** Errors: those of the endpoint. */
    async create({ userId }: UserPrincipal, form: WithdrawalForm, request: RequestInfo): Promise<Withdrawal> {
      const { requestId, password, code, ...asked } = form
      const bodySha256 = sha256(JSON.stringify(Object.entries(asked).sort()))
      const claim = { userId, requestId, kind: 'withdrawal', bodySha256 }
      if (!(await findRepeated(db, ledger, claim))) {
        const user = await moneyGuard.check(userId)
        const payout = readPayout(form)
        const { amountMicros } = await quote(db, form, payout, user)
        // Told before a code is used up; the transaction decides.
        if ((await ledger.getAvailable(userId)) < amountMicros) throw new AppError('INSUFFICIENT_BALANCE')
        await moneyGuard.confirm(userId, { password, code }, request)
        await db.tx(async (sql) => {
          const claimed = await ledger.claimRequest(sql, claim, clock.nowMs())
          if (claimed === 'mismatch') throw new AppError('IDEMPOTENCY_MISMATCH')
          if (claimed === 'fresh') await insert(sql, userId, form, payout, request)
        })
        await afterCommit(() => recorder.publish(userId))
      }
      const row = await afterCommit(() => getWithdrawalByRequest(db, userId, requestId))
      if (row === null) throw new Error('a claimed withdrawal is not there')
      return toWireWithdrawal(row, accounts)
    },

    /** A page of a user's own, newest first; `nextCursor` null on the last. */
    async list(userId: bigint, { cursor, limit = PAGE_DEFAULT, which }: OwnQuery) {
      const asked = { userId, beforeId: parseCursor(cursor), open: which === 'open', limit: limit + 1 }
      const rows = await listWithdrawalsOfUser(db, asked)
      const page = rows.slice(0, limit)
      return {
        withdrawals: page.map((row) => toWireWithdrawal(row, accounts)),
        nextCursor: rows.length > limit ? (page.at(-1)?.id.toString() ?? null) : null,
      }
    },
  }
}

function targetOf(accounts: AccountSeal, userId: bigint, payout: Payout): PayoutTarget {
  if (payout.method === 'wallet') return { ...payout, payee: null }
  const payee = accounts.seal('payee', userId, payout.account)
  return { method: 'bank', network: null, address: null, payee }
}

export function toWireWithdrawal(row: WithdrawalRow, accounts: AccountSeal): Withdrawal {
  const payee = row.payee === null ? null : accounts.open('payee', row.userId, row.payee)
  return {
    id: row.id.toString(),
    method: row.method,
    network: row.network,
    address: row.address,
    bankName: payee?.bankName ?? null,
    accountEnd: payee === null ? null : endOfNumber(payee.accountNumber),
    amount: formatMicros(row.amountMicros),
    fee: formatMicros(row.feeMicros),
    actual: formatMicros(row.amountMicros - row.feeMicros),
    state: row.state,
    remark: row.remark,
    payoutRef: row.correctionRef ?? row.payoutRef,
    createdMs: Number(row.createdMs),
    endedMs: row.endedMs === null ? null : Number(row.endedMs),
    returnedMs: row.returnedMs === null ? null : Number(row.returnedMs),
    correctedMs: row.correctedMs === null ? null : Number(row.correctedMs),
  }
}
