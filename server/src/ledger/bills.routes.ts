import { exportBills, getBalanceDays, getWallet, listBills } from '@truestrike/protocol/bill-endpoints.ts'
import type { Router } from '../platform/route.ts'
import type { BillsService } from './bills.service.ts'

/** These add up whatever moved in their time, however much that is. */
const SUM = { limit: 'read', turns: 'reading' } as const

export function registerBillsRoutes(router: Router, bills: BillsService): void {
  router.route(getWallet, ({ query }, { userId }) => bills.getWallet(userId, query.book), SUM)
  router.route(
    getBalanceDays,
    ({ query }, { userId }) => bills.getBalanceDays(userId, query.book, query.days),
    SUM,
  )
  router.route(listBills, ({ query }, { userId }) => bills.listBills(userId, query), { limit: 'read' })
  router.download(
    exportBills,
    ({ query, request }, { userId }) => bills.exportBills(userId, query, request.locale),
    { limit: 'upload' },
  )
}
