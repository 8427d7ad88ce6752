import {
  checkWithdrawOrders,
  getRechargeOrder,
  getRechargeReceipt,
  getWithdrawOrder,
} from '@truestrike/protocol/order-details-endpoints.ts'
import {
  approveRechargeOrder,
  approveWithdrawOrder,
  correctWithdrawOrder,
  countRechargeOrders,
  countWithdrawOrders,
  exportRechargeOrders,
  exportWithdrawOrders,
  failWithdrawOrder,
  listRechargeOrders,
  listWithdrawOrders,
  payWithdrawOrder,
  rejectRechargeOrder,
  rejectWithdrawOrder,
  returnWithdrawOrder,
  takeRechargeOrder,
  takeWithdrawOrder,
} from '@truestrike/protocol/review-endpoints.ts'
import type { AdminPrincipal, Call, Router } from '../platform/route.ts'
import { parseRowId } from '../platform/row-id.ts'
import type { Funds } from './funds.module.ts'

const READ = { limit: 'read' } as const
/** Whole lists are as rare as files that are handed in. */
const FILE = { limit: 'upload' } as const

/** Who acts, and on what; the version tells whether it is still what he looked at. */
function actBy({ params, body, request }: Call<unknown, { version: number }>, admin: AdminPrincipal) {
  return { id: parseRowId(params.id), version: body.version, admin, request }
}

export function registerReviewRoutes(router: Router, funds: Funds): void {
  addRechargeOrders(router, funds)
  addWithdrawOrders(router, funds)
}

function addRechargeOrders(
  router: Router,
  { orderLists, orderFiles, orderDetails, reviewReceipts, reviewDeposits: deposits }: Funds,
): void {
  router.route(countRechargeOrders, () => orderLists.countDeposits(), READ)
  router.route(listRechargeOrders, ({ query }, admin) => orderLists.listDeposits(admin, query), READ)
  router.download(
    exportRechargeOrders,
    ({ query, request }, admin) => orderFiles.exportDeposits(query, admin, request),
    FILE,
  )
  router.route(
    getRechargeOrder,
    ({ params }, admin) => orderDetails.getDeposit(admin, parseRowId(params.id)),
    READ,
  )
  router.route(
    getRechargeReceipt,
    ({ params }, admin) => reviewReceipts.addressOf(admin, parseRowId(params.id)),
    READ,
  )
  router.route(takeRechargeOrder, async (call, admin) => ({
    deposit: await deposits.take(actBy(call, admin)),
  }))
  router.route(approveRechargeOrder, async (call, admin) => ({
    deposit: await deposits.approve(actBy(call, admin), call.body),
  }))
  router.route(rejectRechargeOrder, async (call, admin) => ({
    deposit: await deposits.reject(actBy(call, admin), call.body.remark),
  }))
}

function addWithdrawOrders(
  router: Router,
  { orderLists, orderFiles, orderDetails, reviewWithdrawals: withdrawals }: Funds,
): void {
  router.route(countWithdrawOrders, () => orderLists.countWithdrawals(), READ)
  router.route(listWithdrawOrders, ({ query }, admin) => orderLists.listWithdrawals(admin, query), READ)
  router.download(
    exportWithdrawOrders,
    ({ query, request }, admin) => orderFiles.exportWithdrawals(query, admin, request),
    FILE,
  )
  router.route(
    checkWithdrawOrders,
    async ({ query }) => {
      const ids = query.ids.split(',').flatMap((text) => parseRowId(text) ?? [])
      return { orders: await orderDetails.listChecks(ids) }
    },
    READ,
  )
  router.route(
    getWithdrawOrder,
    ({ params }, admin) => orderDetails.getWithdrawal(admin, parseRowId(params.id)),
    READ,
  )
  router.route(takeWithdrawOrder, async (call, admin) => ({
    withdrawal: await withdrawals.take(actBy(call, admin)),
  }))
  router.route(approveWithdrawOrder, async (call, admin) => ({
    withdrawal: await withdrawals.approve(actBy(call, admin)),
  }))
  router.route(rejectWithdrawOrder, async (call, admin) => ({
    withdrawal: await withdrawals.reject(actBy(call, admin), call.body.remark),
  }))
  router.route(payWithdrawOrder, async (call, admin) => ({
    withdrawal: await withdrawals.pay(actBy(call, admin), call.body.payoutRef),
  }))
  router.route(failWithdrawOrder, async (call, admin) => ({
    withdrawal: await withdrawals.fail(actBy(call, admin), call.body.remark),
  }))
  router.route(correctWithdrawOrder, async (call, admin) => ({
    withdrawal: await withdrawals.correct(actBy(call, admin), call.body),
  }))
  router.route(returnWithdrawOrder, async (call, admin) => ({
    withdrawal: await withdrawals.returnPaid(actBy(call, admin), call.body.remark),
  }))
}
