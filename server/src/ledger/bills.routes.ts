import { exportBills, getBalanceDays, getWallet, listBills } from '@truestrike/protocol/bill-endpoints.ts'
import type { Router } from '../platform/route.ts'
import type { BillsService } from './bills.service.ts'

export function registerBillsRoutes(router: Router, bills: BillsService): void {
  router.route(getWallet, ({ query }, { userId }) => bills.getWallet(userId, query.book), {
    turns: 'history',
  })
  router.route(
    getBalanceDays,
    ({ query }, { userId }) => bills.getBalanceDays(userId, query.book, query.days),
    { turns: 'history' },
  )
  router.route(listBills, ({ query }, { userId }) => bills.listBills(userId, query), { turns: 'history' })
  router.download(
    exportBills,
    ({ query, request }, { userId }) => bills.exportBills(userId, query, request.locale),
    { limit: 'upload' },
  )
}
