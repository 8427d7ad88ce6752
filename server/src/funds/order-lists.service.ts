import { formatMicros } from '@truestrike/core/money.ts'
import type { AdminPrincipal } from '../platform/route.ts'
import { createDepositViews, type DepositViewParts } from './deposit-views.ts'
import {
  countOpenDeposits,
  type DepositRow,
  listDepositsToReview,
  sumDepositsToReview,
} from './deposits.store.ts'
import { isCounted, type OrderFilter, type OrderPage, type OrderTotals } from './order-filter.ts'
import { type OrderQuery, readOrderFilter, readOrderPage } from './read-order-query.ts'
import { createWithdrawalViews, type WithdrawalViewParts } from './withdrawal-views.ts'
import {
  countOpenWithdrawals,
  listWithdrawalsToReview,
  type PayoutWay,
  sumWithdrawalsToReview,
} from './withdrawals.store.ts'

export interface OrderListParts extends DepositViewParts, WithdrawalViewParts {
  users: WithdrawalViewParts['users'] & Parameters<typeof readOrderFilter>[2]
}

/** Deposits and withdrawals for those who review them, a page at a time. */
export function createOrderListsService(parts: OrderListParts) {
  const { db, users } = parts
  const deposits = createDepositViews(parts)
  const withdrawals = createWithdrawalViews(parts)

  return {
    countDeposits: () => countOpenDeposits(db),
    countWithdrawals: () => countOpenWithdrawals(db),

    /** Those that wait for a decision oldest first, others newest first; `nextCursor` null on the last page. */
    async listDeposits(admin: AdminPrincipal, query: OrderQuery<DepositRow['kind']>) {
      const { filter, moreNames } = await readOrderFilter(query, 'R', users)
      const page = readOrderPage(query)
      const rows = await listDepositsToReview(db, filter, page)
      const shown = rows.slice(0, page.shown)
      return {
        deposits: await deposits.toWire(shown, admin),
        nextCursor: cursorAfter(rows, page),
        moreNames,
        totals: await totalsOf(filter, page, () => sumDepositsToReview(db, filter)),
      }
    },

    async listWithdrawals(admin: AdminPrincipal, query: OrderQuery<PayoutWay>) {
      const { filter, moreNames } = await readOrderFilter(query, 'W', users)
      const page = readOrderPage(query)
      const rows = await listWithdrawalsToReview(db, filter, page)
      const shown = rows.slice(0, page.shown)
      return {
        withdrawals: await withdrawals.toWire(shown, admin),
        nextCursor: cursorAfter(rows, page),
        moreNames,
        totals: await totalsOf(filter, page, () => sumWithdrawalsToReview(db, filter)),
      }
    },
  }
}

function cursorAfter(rows: readonly { id: bigint }[], { shown }: { shown: number }): string | null {
  return rows.length > shown ? (rows[shown - 1]?.id.toString() ?? null) : null
}

/** They stand beside the first page, and are the same for those after it. */
async function totalsOf(
  filter: OrderFilter,
  { cursorId }: OrderPage,
  sum: () => Promise<OrderTotals | null>,
) {
  const totals = cursorId === null && isCounted(filter) ? await sum() : null
  return totals === null ? null : { count: totals.count, amount: formatMicros(totals.amountMicros) }
}
