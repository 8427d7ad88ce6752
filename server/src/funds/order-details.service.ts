import { formatMicros } from '@truestrike/core/money.ts'
import type {
  ChecksOfOrder,
  RechargeOrderDetails,
  WithdrawOrderDetails,
} from '@truestrike/protocol/order-details-endpoints.ts'
import type { SitePicturesService } from '../accounts/site-pictures.service.ts'
import type { UserInfoService } from '../accounts/user-info.service.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import { AppError } from '../platform/app-error.ts'
import type { AdminPrincipal } from '../platform/route.ts'
import type { RecordsService } from '../trading/records.service.ts'
import { getLeftAlone } from './decided-alone.store.ts'
import { getDepositMethod, placeOfferedUntilMs } from './deposit-methods.store.ts'
import { createDepositViews } from './deposit-views.ts'
import { countOthersOfPayment, getDeposit, sumDepositsBefore } from './deposits.store.ts'
import { toWireMethod } from './paid-methods.ts'
import { countOtherPayers } from './sealed-accounts.store.ts'
import { createWithdrawalChecks, type WithdrawalCheckParts } from './withdrawal-checks.ts'
import { createWithdrawalViews, type WithdrawalViewParts } from './withdrawal-views.ts'
import { getWithdrawal, listWithdrawalsById } from './withdrawals.store.ts'

/** Entries of the ledger that are shown. */
const ENTRIES = 10

interface Parts extends WithdrawalViewParts, WithdrawalCheckParts {
  ledger: WithdrawalViewParts['ledger'] &
    WithdrawalCheckParts['ledger'] &
    Pick<LedgerService, 'getBalances' | 'listEntries'>
  users: Pick<UserInfoService, 'namesOf' | 'describeUser'>
  contracts: Pick<RecordsService, 'withTerms'>
  sitePictures: Pick<SitePicturesService, 'addressOf'>
}

/** One deposit or withdrawal, with what a reviewer looks at before he decides. */
export function createOrderDetailsService(parts: Parts) {
  const { db, clock, ledger, users, accounts, contracts, administrators, sitePictures } = parts
  const deposits = createDepositViews(parts)
  const withdrawals = createWithdrawalViews(parts)
  const checksOf = createWithdrawalChecks(parts)

  async function describe(userId: bigint) {
    const [user, { real }, { entries }] = await Promise.all([
      users.describeUser(userId),
      ledger.getBalances(userId),
      ledger.listEntries(userId, { book: 'real', limit: ENTRIES }),
    ])
    return {
      user: { ...user, total: real.total, available: real.available },
      entries: await contracts.withTerms(entries),
    }
  }

  return {
    /** Errors: REVIEW_NOT_FOUND. */
    async getDeposit(admin: AdminPrincipal, id: bigint | null): Promise<RechargeOrderDetails> {
      const row = id === null ? null : await getDeposit(db, id)
      if (row === null) throw new AppError('REVIEW_NOT_FOUND')
      const { count, creditedMicros } = await sumDepositsBefore(db, row)
      const another = await administrators.anotherFor(admin.adminId, ['recharge-orders'])
      const marks = accounts.marksOf(accounts.open('payer', row.userId, row.payer))
      const method = await getDepositMethod(db, row.methodId)
      const decision = { userId: row.userId, adminId: admin.adminId, nowMs: clock.nowMs() }
      const { creditMicros } = await getLeftAlone(db, decision)
      const transaction = row.paymentRef ?? row.toldRef
      const untilMs = await placeOfferedUntilMs(db, row.methodId)
      return {
        deposit: await deposits.toWireOne(row, admin),
        method: toWireMethod(method, sitePictures),
        methodUntilMs: untilMs === null ? null : Number(untilMs),
        ...(await describe(row.userId)),
        earlier: { count, credited: formatMicros(creditedMicros) },
        sameTransaction: transaction === null ? 0 : await countOthersOfPayment(db, row.id, transaction),
        sameAccountUsers: await countOtherPayers(db, row.userId, marks),
        byTwo: {
          above: formatMicros(creditMicros < 0n ? 0n : creditMicros),
          ...{ available: another.available, availableFromMs: another.fromMs },
        },
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

    /** The checks of several, one order after the other: a list can be waited for, the database is for all. */
    async listChecks(ids: readonly bigint[]): Promise<ChecksOfOrder[]> {
      const orders: ChecksOfOrder[] = []
      for (const row of await listWithdrawalsById(db, ids)) {
        const checks = await checksOf(row)
        const names = Object.keys(checks) as (keyof typeof checks)[]
        const failed = names.filter((name) => !checks[name].passed)
        orders.push({ id: row.id.toString(), of: names.length, failed })
      }
      return orders
    },
  }
}
