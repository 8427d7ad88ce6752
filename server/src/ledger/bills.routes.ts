import { exportBills, getBalanceDays, getWallet, listBills } from '@truestrike/protocol/bill-endpoints.ts'
import type { Router } from '../platform/route.ts'
import type { BillsService } from './bills.service.ts'

/** These look at whatever moved in their time, however much that is, to add it up or to find what matches a filter. */
const OF_HISTORY = { limit: 'read', turns: 'history' } as const

export function registerBillsRoutes(router: Router, bills: BillsService): void {
  router.route(getWallet, ({ query }, { userId }) => bills.getWallet(userId, query.book), OF_HISTORY)
  router.route(
    getBalanceDays,
    ({ query }, { userId }) => bills.getBalanceDays(userId, query.book, query.days),
    OF_HISTORY,
  )
  router.route(listBills, ({ query }, { userId }) => bills.listBills(userId, query), OF_HISTORY)
  router.download(
    exportBills,
    ({ query, request }, { userId }) => bills.exportBills(userId, query, request.locale),
    { limit: 'upload' },
  )
}
