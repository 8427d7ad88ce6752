import { ensure } from '@truestrike/core/assert.ts'
import { isOpen } from '@truestrike/core/funds/funds-states.ts'
import type { ReviewedWithdrawal } from '@truestrike/protocol/review-endpoints.ts'
import type { MoneyGuard } from '../accounts/money-guard.service.ts'
import type { UserInfoService } from '../accounts/user-info.service.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import type { Db, Sql } from '../platform/db.ts'
import type { AdminPrincipal } from '../platform/route.ts'
import { getFundsRules } from './funds-rules.store.ts'
import { takenBy } from './review-step.ts'
import type { AccountSeal } from './sealed-account.ts'
import { toWireWithdrawal } from './withdrawals.service.ts'
import type { WithdrawalRow } from './withdrawals.store.ts'

export interface WithdrawalViewParts {
  db: Db
  ledger: Pick<LedgerService, 'getFrozen'>
  moneyGuard: Pick<MoneyGuard, 'describe'>
  accounts: AccountSeal
  users: Pick<UserInfoService, 'namesOf'>
}

/** Withdrawals as an administrator sees them: with whose they are, where they go, and what speaks against them. */
export function createWithdrawalViews({ db, ledger, moneyGuard, accounts, users }: WithdrawalViewParts) {
  const isAbove = async (sql: Sql, { amountMicros }: WithdrawalRow): Promise<boolean> =>
    amountMicros > (await getFundsRules(sql)).secondAdminAboveMicros

  async function checksOf(row: WithdrawalRow): Promise<ReviewedWithdrawal['checks']> {
    const [{ lock, confirmation }, frozenMicros] = await Promise.all([
      moneyGuard.describe(row.userId),
      ledger.getFrozen(row.userId),
    ])
    const covered = !isOpen(row.state) || frozenMicros >= row.amountMicros
    return { lockedUntilMs: lock?.untilMs ?? null, twoFactor: confirmation === 'code', covered }
  }

  async function toWire(rows: readonly WithdrawalRow[], admin: AdminPrincipal) {
    const names = await users.namesOf(rows.map(({ userId }) => userId))
    const wire: ReviewedWithdrawal[] = []
    for (const row of rows) {
      wire.push({
        ...toWireWithdrawal(row, accounts),
        ...ensure(names.get(row.userId)),
        version: row.version,
        takenBy: takenBy(row, admin),
        payee: row.payee === null ? null : accounts.open('payee', row.userId, row.payee),
        approvedMs: row.approvedMs === null ? null : Number(row.approvedMs),
        needsOther: isOpen(row.state) && row.approvedBy === admin.adminId && (await isAbove(db, row)),
        checks: await checksOf(row),
      })
    }
    return wire
  }

  const toWireOne = async (row: WithdrawalRow, admin: AdminPrincipal): Promise<ReviewedWithdrawal> =>
    ensure((await toWire([row], admin))[0])

  return { toWire, toWireOne, isAbove }
}
