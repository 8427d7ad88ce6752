import {
  checkWithdrawOrders,
  getRechargeOrder,
  getRechargeReceipt,
  getWithdrawOrder,
} from '@truestrike/protocol/order-details-endpoints.ts'
import {
  approveRechargeOrder,
  approveWithdrawOrder,
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
import { requirePermission } from '../platform/permissions.ts'
import type { AdminPrincipal, Call, Router } from '../platform/route.ts'
import { parseRowId } from '../platform/row-id.ts'
import type { Funds } from './funds.module.ts'
import { RECHARGE_ORDERS, WITHDRAW_ORDERS } from './review-permissions.ts'

const READ = { limit: 'read' } as const
/** Whole lists are as rare as files that are handed in. */
const FILE = { limit: 'upload' } as const

/** Who may act at all, and on what; the version tells whether it is still what he looked at. */
function actBy(permission: string, call: Call<unknown, { version: number }>, admin: AdminPrincipal) {
  requirePermission(admin, permission)
  return { id: parseRowId(call.params.id), version: call.body.version, admin, request: call.request }
}

export function registerReviewRoutes(router: Router, funds: Funds): void {
  addRechargeOrders(router, funds)
  addWithdrawOrders(router, funds)
}

function addRechargeOrders(
  router: Router,
  { orderLists, orderFiles, orderDetails, reviewReceipts, reviewDeposits: deposits }: Funds,
): void {
  router.route(
    countRechargeOrders,
    (_call, admin) => {
      requirePermission(admin, RECHARGE_ORDERS)
      return orderLists.countDeposits()
    },
    READ,
  )
  router.route(
    listRechargeOrders,
    ({ query }, admin) => {
      requirePermission(admin, RECHARGE_ORDERS)
      return orderLists.listDeposits(admin, query)
    },
    READ,
  )
  router.download(
    exportRechargeOrders,
    ({ query, request }, admin) => {
      requirePermission(admin, RECHARGE_ORDERS)
      return orderFiles.exportDeposits(query, admin, request)
    },
    FILE,
  )
  router.route(
    getRechargeOrder,
    ({ params }, admin) => {
      requirePermission(admin, RECHARGE_ORDERS)
      return orderDetails.getDeposit(admin, parseRowId(params.id))
    },
    READ,
  )
  router.route(
    getRechargeReceipt,
    ({ params }, admin) => {
      requirePermission(admin, RECHARGE_ORDERS)
      return reviewReceipts.addressOf(admin, parseRowId(params.id))
    },
    READ,
  )
  router.route(takeRechargeOrder, async (call, admin) => ({
    deposit: await deposits.take(actBy(RECHARGE_ORDERS, call, admin)),
  }))
  router.route(approveRechargeOrder, async (call, admin) => ({
    deposit: await deposits.approve(actBy(RECHARGE_ORDERS, call, admin), call.body),
  }))
  router.route(rejectRechargeOrder, async (call, admin) => ({
    deposit: await deposits.reject(actBy(RECHARGE_ORDERS, call, admin), call.body.remark),
  }))
}

function addWithdrawOrders(
  router: Router,
  { orderLists, orderFiles, orderDetails, reviewWithdrawals: withdrawals }: Funds,
): void {
  router.route(
    countWithdrawOrders,
    (_call, admin) => {
      requirePermission(admin, WITHDRAW_ORDERS)
      return orderLists.countWithdrawals()
    },
    READ,
  )
  router.route(
    listWithdrawOrders,
    ({ query }, admin) => {
      requirePermission(admin, WITHDRAW_ORDERS)
      return orderLists.listWithdrawals(admin, query)
    },
    READ,
  )
  router.download(
    exportWithdrawOrders,
    ({ query, request }, admin) => {
      requirePermission(admin, WITHDRAW_ORDERS)
      return orderFiles.exportWithdrawals(query, admin, request)
    },
    FILE,
  )
  router.route(
    checkWithdrawOrders,
    async ({ query }, admin) => {
      requirePermission(admin, WITHDRAW_ORDERS)
      const ids = query.ids.split(',').flatMap((text) => parseRowId(text) ?? [])
      return { orders: await orderDetails.listChecks(ids) }
    },
    READ,
  )
  router.route(
    getWithdrawOrder,
    ({ params }, admin) => {
      requirePermission(admin, WITHDRAW_ORDERS)
      return orderDetails.getWithdrawal(admin, parseRowId(params.id))
    },
    READ,
  )
  router.route(takeWithdrawOrder, async (call, admin) => ({
    withdrawal: await withdrawals.take(actBy(WITHDRAW_ORDERS, call, admin)),
  }))
  router.route(approveWithdrawOrder, async (call, admin) => ({
    withdrawal: await withdrawals.approve(actBy(WITHDRAW_ORDERS, call, admin)),
  }))
  router.route(rejectWithdrawOrder, async (call, admin) => ({
    withdrawal: await withdrawals.reject(actBy(WITHDRAW_ORDERS, call, admin), call.body.remark),
  }))
  router.route(payWithdrawOrder, async (call, admin) => ({
    withdrawal: await withdrawals.pay(actBy(WITHDRAW_ORDERS, call, admin), call.body.payoutRef),
  }))
  router.route(failWithdrawOrder, async (call, admin) => ({
    withdrawal: await withdrawals.fail(actBy(WITHDRAW_ORDERS, call, admin), call.body.remark),
  }))
  router.route(returnWithdrawOrder, async (call, admin) => ({
    withdrawal: await withdrawals.returnPaid(actBy(WITHDRAW_ORDERS, call, admin), call.body.remark),
  }))
}
