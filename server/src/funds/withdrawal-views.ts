import { ensure } from '@truestrike/core/assert.ts'
import { isOpen } from '@truestrike/core/funds/funds-states.ts'
import type { ReviewedWithdrawal } from '@truestrike/protocol/review-endpoints.ts'
import type { MoneyGuard } from '../accounts/money-guard.service.ts'
import type { UserInfoService } from '../accounts/user-info.service.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import { type ActsOfTwo, bothFromMs } from '../platform/acts-of-two.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { AdminPrincipal } from '../platform/route.ts'
import { getLeftAlone } from './decided-alone.store.ts'
import { takenBy } from './review-step.ts'
import { type AccountSeal, accountFor } from './sealed-account.ts'
import { toWireWithdrawal } from './withdrawals.service.ts'
import type { WithdrawalRow } from './withdrawals.store.ts'

export interface WithdrawalViewParts {
  db: Db
  clock: Clock
  ledger: Pick<LedgerService, 'getFrozen' | 'lockBalances'>
  moneyGuard: Pick<MoneyGuard, 'describe' | 'holdPayee'>
  accounts: AccountSeal
  users: Pick<UserInfoService, 'namesOf'>
  administrators: ActsOfTwo
}

/** Whose part is done where it takes two: who approved it, or who paid it while it may have come back; null: nobody's. */
function firstOf({ state, approvedBy, paidBy, returnedMs }: WithdrawalRow): bigint | null {
  if (isOpen(state)) return approvedBy
  return state === 'completed' && returnedMs === null ? paidBy : null
}

/** Withdrawals as an administrator sees them: with whose they are, where they go, and what speaks against them. */
export function createWithdrawalViews(parts: WithdrawalViewParts) {
  const { db, clock, ledger, moneyGuard, accounts, users, administrators } = parts

  /** Whether an order takes two, as things are now, and whether this administrator must not pay it. */
  async function needOf(row: WithdrawalRow, adminId: bigint) {
    const { userId, amountMicros, state } = row
    if (!isOpen(state) && firstOf(row) === null) return { takesTwo: false, isBarred: false }
    const left = await getLeftAlone(db, { userId, adminId, nowMs: clock.nowMs() })
    const leftMicros = isOpen(state) ? left.payMicros : left.creditMicros
    return { takesTwo: amountMicros > leftMicros, isBarred: isOpen(state) && left.isBarredPayer }
  }

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
    const approvers = await administrators.namesOf(rows.flatMap(({ approvedBy }) => approvedBy ?? []))
    const another = await administrators.anotherFor(admin.adminId, ['withdraw-orders'])
    const isAlone = !another.available && another.fromMs === null
    const waits = await administrators.waitsOf([admin.adminId, ...rows.flatMap((row) => firstOf(row) ?? [])])
    const wire: ReviewedWithdrawal[] = []
    for (const row of rows) {
      const { approvedBy } = row
      const first = firstOf(row)
      const { takesTwo, isBarred } = await needOf(row, admin.adminId)
      const needsOther = (takesTwo && first === admin.adminId) || (isBarred && approvedBy !== null)
      const lacksOther = (takesTwo && !another.available) || (isBarred && isAlone)
      const asksForOther = first === null || (!isOpen(row.state) && needsOther)
      wire.push({
        ...toWireWithdrawal(row, accounts),
        ...ensure(names.get(row.userId)),
        version: row.version,
        takenBy: takenBy(row, admin),
        payee:
          row.payee === null
            ? null
            : accountFor(admin, 'withdraw-orders', accounts.open('payee', row.userId, row.payee)),
        approvedMs: row.approvedMs === null ? null : Number(row.approvedMs),
        approvedBy: approvedBy === null ? null : (approvers.get(approvedBy) ?? ''),
        needsOther,
        nobodyElse: lacksOther && (isOpen(row.state) || needsOther),
        twoFromMs: !takesTwo ? null : asksForOther ? another.fromMs : bothFromMs(waits, first, admin.adminId),
        checks: await checksOf(row),
      })
    }
    return wire
  }

  const toWireOne = async (row: WithdrawalRow, admin: AdminPrincipal): Promise<ReviewedWithdrawal> =>
    ensure((await toWire([row], admin))[0])

  return { toWire, toWireOne }
}
