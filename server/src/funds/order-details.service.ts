import { formatMicros } from '@truestrike/core/money.ts'
import type {
  RechargeOrderDetails,
  WithdrawOrderDetails,
} from '@truestrike/protocol/order-details-endpoints.ts'
import type { UserInfoService } from '../accounts/user-info.service.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import { AppError } from '../platform/app-error.ts'
import type { AdminPrincipal } from '../platform/route.ts'
import { createDepositViews } from './deposit-views.ts'
import { getDeposit, sumDepositsBefore } from './deposits.store.ts'
import { countOtherPayers } from './sealed-accounts.store.ts'
import { createWithdrawalChecks, type WithdrawalCheckParts } from './withdrawal-checks.ts'
import { createWithdrawalViews, type WithdrawalViewParts } from './withdrawal-views.ts'
import { getWithdrawal } from './withdrawals.store.ts'

/** Entries of the ledger that are shown. */
const ENTRIES = 10

interface Parts extends WithdrawalViewParts, WithdrawalCheckParts {
  ledger: WithdrawalCheckParts['ledger'] & Pick<LedgerService, 'getBalances' | 'listEntries'>
  users: Pick<UserInfoService, 'namesOf' | 'describeUser'>
}

/** One deposit or withdrawal, with what a reviewer looks at before he decides. */
export function createOrderDetailsService(parts: Parts) {
  const { db, ledger, users, accounts } = parts
  const deposits = createDepositViews(parts)
  const withdrawals = createWithdrawalViews(parts)
  const checksOf = createWithdrawalChecks(parts)

  async function describe(userId: bigint) {
    const [user, { real }, entries] = await Promise.all([
      users.describeUser(userId),
      ledger.getBalances(userId),
      ledger.listEntries(userId, ENTRIES),
    ])
    return { user: { ...user, total: real.total }, entries }
  }

  return {
    /** Errors: REVIEW_NOT_FOUND. */
    async getDeposit(admin: AdminPrincipal, id: bigint | null): Promise<RechargeOrderDetails> {
      const row = id === null ? null : await getDeposit(db, id)
      if (row === null) throw new AppError('REVIEW_NOT_FOUND')
      const { count, creditedMicros } = await sumDepositsBefore(db, row)
      const marks = accounts.marksOf(accounts.open('payer', row.userId, row.payer))
      return {
        deposit: await deposits.toWireOne(row, admin),
        ...(await describe(row.userId)),
        earlier: { count, credited: formatMicros(creditedMicros) },
        sameAccountUsers: await countOtherPayers(db, row.userId, marks),
      }
    },

    /** Errors: REVIEW_NOT_FOUND. */
    async getWithdrawal(admin: AdminPrincipal, id: bigint | null): Promise<WithdrawOrderDetails> {
      const row = id === null ? null : await getWithdrawal(db, id)
      if (row === null) throw new AppError('REVIEW_NOT_FOUND')
      return {
        withdrawal: await withdrawals.toWireOne(row, admin),
        ...(await describe(row.userId)),
        checks: await checksOf(row),
      }
    },
  }
}
