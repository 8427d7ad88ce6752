import type { Db } from '../platform/db.ts'
import { countOpenDeposits, listDepositsToReview } from './deposits.store.ts'
import type { OrderFilter } from './order-filter.ts'
import { countOpenWithdrawals, listWithdrawalsToReview } from './withdrawals.store.ts'

const OLDEST_OPEN: OrderFilter<never> = {
  ...{ state: 'open', isOldestFirst: true, found: null, method: null },
  ...{ minMicros: null, maxMicros: null },
}

/** What is not decided yet: how many, how many of them are taken on, and the `limit` that wait for longest. */
export function createWaitingRequests(db: Db) {
  return {
    async listDeposits(limit: number) {
      const page = { cursorId: null, limit }
      const [counts, oldest] = await Promise.all([
        countOpenDeposits(db),
        listDepositsToReview(db, OLDEST_OPEN, page),
      ])
      return { ...counts, oldest }
    },
    async listWithdrawals(limit: number) {
      const page = { cursorId: null, limit }
      const [counts, oldest] = await Promise.all([
        countOpenWithdrawals(db),
        listWithdrawalsToReview(db, OLDEST_OPEN, page),
      ])
      return { ...counts, oldest }
    },
  }
}
