import { formatMicros } from '@truestrike/core/money.ts'
import type {
  ChecksOfOrder,
  RechargeOrderDetails,
  WithdrawOrderDetails,
} from '@truestrike/protocol/order-details-endpoints.ts'
import type { UserInfoService } from '../accounts/user-info.service.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import { AppError } from '../platform/app-error.ts'
import type { AdminPrincipal } from '../platform/route.ts'
import type { RecordsService } from '../trading/records.service.ts'
import { createDepositViews } from './deposit-views.ts'
import { getDeposit, sumDepositsBefore } from './deposits.store.ts'
import { countOtherPayers } from './sealed-accounts.store.ts'
import { createWithdrawalChecks, type WithdrawalCheckParts } from './withdrawal-checks.ts'
import { createWithdrawalViews, type WithdrawalViewParts } from './withdrawal-views.ts'
import { getWithdrawal, listWithdrawalsById } from './withdrawals.store.ts'

/** Entries of the ledger that are shown. */
const ENTRIES = 10

interface Parts extends WithdrawalViewParts, WithdrawalCheckParts {
  ledger: WithdrawalCheckParts['ledger'] & Pick<LedgerService, 'getBalances' | 'listEntries'>
  users: Pick<UserInfoService, 'namesOf' | 'describeUser'>
  contracts: Pick<RecordsService, 'termsOf'>
}

/** One deposit or withdrawal, with what a reviewer looks at before he decides. */
export function createOrderDetailsService(parts: Parts) {
  const { db, ledger, users, accounts, contracts } = parts
  const deposits = createDepositViews(parts)
  const withdrawals = createWithdrawalViews(parts)
  const checksOf = createWithdrawalChecks(parts)

  /** What the contracts among them are about, by the references. */
  async function termsOf(entries: readonly { ref: string }[]) {
    const ids = entries.flatMap(({ ref }) => {
      const [, id] = /^contract:([0-9]+)$/.exec(ref) ?? []
      return id === undefined ? [] : [BigInt(id)]
    })
    const rows = ids.length === 0 ? [] : await contracts.termsOf(ids)
    return new Map(rows.map(({ id, symbol, direction }) => [`contract:${id}`, { symbol, direction }]))
  }

  async function describe(userId: bigint) {
    const [user, { real }, entries] = await Promise.all([
      users.describeUser(userId),
      ledger.getBalances(userId),
      ledger.listEntries(userId, ENTRIES),
    ])
    const terms = await termsOf(entries)
    return {
      user: { ...user, total: real.total },
      entries: entries.map((entry) => ({ ...entry, contract: terms.get(entry.ref) ?? null })),
    }
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
