import { ensure } from '@truestrike/core/assert.ts'
import { isOpen } from '@truestrike/core/funds/funds-states.ts'
import { formatMicros } from '@truestrike/core/money.ts'
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
  ledger: Pick<LedgerService, 'getFrozen' | 'getAvailable' | 'lockBalances'>
  moneyGuard: Pick<MoneyGuard, 'describe' | 'holdPayee'>
  accounts: AccountSeal
  users: Pick<UserInfoService, 'namesOf'>
  administrators: ActsOfTwo
}

/** Who gave back to its user what had been approved or paid, as long as it can be corrected; null: nobody. */
export function givenBackBy({ state, reviewerId, returnedBy, correctedMs }: WithdrawalRow): bigint | null {
  if (correctedMs !== null) return null
  return state === 'failed' ? reviewerId : returnedBy
}

/**
 * Whose part is done where it takes two: who approved it, who paid it while it may have come back, or who gave it back while
 * that may be corrected; null: nobody's.
 */
function firstOf(row: WithdrawalRow): bigint | null {
  if (isOpen(row.state)) return row.approvedBy
  return givenBackBy(row) ?? (row.returnedMs === null ? row.paidBy : null)
}

/** Whether an order takes two, as things are now, and whether this administrator must neither pay nor correct it. */
function createNeeds({ db, clock, ledger }: Pick<WithdrawalViewParts, 'db' | 'clock' | 'ledger'>) {
  return async (row: WithdrawalRow, adminId: bigint) => {
    const { userId, amountMicros, feeMicros, state } = row
    if (!isOpen(state) && firstOf(row) === null) return { takesTwo: false, isBarred: false }
    const left = await getLeftAlone(db, { userId, adminId, nowMs: clock.nowMs() })
    // A correction takes a payment out of the user's funds, as paying does; a return gives it back.
    const isCorrection = givenBackBy(row) !== null
    const isPayment = isOpen(state) || isCorrection
    const leftMicros = isPayment ? left.payMicros : left.creditMicros
    // What the user no longer has of it is paid by the platform.
    const isShort =
      isCorrection && !left.mayGiveAndPay && (await ledger.getAvailable(userId)) < amountMicros - feeMicros
    return { takesTwo: amountMicros > leftMicros || isShort, isBarred: isPayment && left.isBarredPayer }
  }
}

/** Withdrawals as an administrator sees them: with whose they are, where they go, and what speaks against them. */
export function createWithdrawalViews(parts: WithdrawalViewParts) {
  const { ledger, moneyGuard, accounts, users, administrators } = parts
  const needOf = createNeeds(parts)

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
    const admins = await administrators.namesOf(
      rows.flatMap((row) =>
        [row.reviewerId, row.approvedBy, row.paidBy, row.returnedBy, row.correctedBy].flatMap(
          (id) => id ?? [],
        ),
      ),
    )
    const nameOf = (id: bigint | null): string | null => (id === null ? null : (admins.get(id) ?? ''))
    const another = await administrators.anotherFor(admin.adminId, ['withdraw-orders'])
    const isAlone = !another.available && another.fromMs === null
    const waits = await administrators.waitsOf([admin.adminId, ...rows.flatMap((row) => firstOf(row) ?? [])])
    const wire: ReviewedWithdrawal[] = []
    for (const row of rows) {
      const first = firstOf(row)
      const { takesTwo, isBarred } = await needOf(row, admin.adminId)
      const needsOther = (takesTwo && first === admin.adminId) || (isBarred && row.approvedBy !== null)
      const lacksOther = (takesTwo && !another.available) || (isBarred && isAlone)
      const asksForOther = first === null || (!isOpen(row.state) && needsOther)
      wire.push({
        ...toWireWithdrawal(row, accounts),
        ...ensure(names.get(row.userId)),
        version: row.version,
        takenBy: takenBy(row, admin),
        reviewer: nameOf(row.reviewerId),
        payee:
          row.payee === null
            ? null
            : accountFor(admin, 'withdraw-orders', accounts.open('payee', row.userId, row.payee)),
        approvedMs: row.approvedMs === null ? null : Number(row.approvedMs),
        approvedBy: nameOf(row.approvedBy),
        paidBy: nameOf(row.paidBy),
        returnedBy: nameOf(row.returnedBy),
        returnRemark: row.returnRemark,
        correctedBy: nameOf(row.correctedBy),
        correctionRemark: row.correctionRemark,
        shortfall: row.shortfallMicros === null ? null : formatMicros(row.shortfallMicros),
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
