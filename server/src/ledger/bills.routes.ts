import { exportBills, getBalanceDays, getWallet, listBills } from '@truestrike/protocol/bill-endpoints.ts'
import type { Router } from '../platform/route.ts'
import type { BillsService } from './bills.service.ts'

export function registerBillsRoutes(router: Router, bills: BillsService): void {
  router.route(getWallet, ({ query }, { userId }) => bills.getWallet(userId, query.book), { limit: 'read' })
  router.route(
    getBalanceDays,
    ({ query }, { userId }) => bills.getBalanceDays(userId, query.book, query.days),
    { limit: 'read' },
  )
  router.route(listBills, ({ query }, { userId }) => bills.listBills(userId, query), { limit: 'read' })
  router.download(
    exportBills,
    ({ query, request }, { userId }) => bills.exportBills(userId, query, request.locale),
    { limit: 'upload' },
  )
}
