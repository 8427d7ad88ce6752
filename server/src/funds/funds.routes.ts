import {
  cancelDeposit,
  createDeposit,
  createTransfer,
  createWithdrawal,
  getDepositReceipt,
  getFunds,
  listAddresses,
  listDepositMethods,
  listDeposits,
  listWithdrawals,
  putDepositReceipt,
  removeAddress,
  removeDepositReceipt,
  renameAddress,
  saveAddress,
  setDefaultAddress,
} from '@truestrike/protocol/funds-endpoints.ts'
import type { Router } from '../platform/route.ts'
import { parseRowId } from '../platform/row-id.ts'
import type { Funds } from './funds.module.ts'

/** Calls that check a password or a code are as rare as sign-ins. */
const SIGN_IN = { limit: 'signIn' } as const

export function registerFundsRoutes(
  router: Router,
  { deposits, receipts, withdrawals, addresses, transfers, getOverview }: Funds,
): void {
  router.route(getFunds, (_call, { userId }) => getOverview(userId), { limit: 'read' })

  router.route(listDepositMethods, () => deposits.listMethods(), { limit: 'read' })
  router.route(listDeposits, ({ query }, { userId }) => deposits.list(userId, query), { limit: 'read' })
  router.route(createDeposit, async ({ body, request }, user) => ({
    deposit: await deposits.create(user, body, request),
  }))
  router.route(cancelDeposit, async ({ params, request }, user) => ({
    deposit: await deposits.cancel(user, parseRowId(params.id), request),
  }))

  router.upload(
    putDepositReceipt,
    async ({ params, files, request }, user) => ({
      deposit: await receipts.put(user, parseRowId(params.id), files, request),
    }),
    { filesMax: 1 },
  )
  router.route(getDepositReceipt, ({ params }, user) => receipts.addressOf(user, parseRowId(params.id)), {
    limit: 'read',
  })
  router.route(removeDepositReceipt, async ({ params, request }, user) => ({
    deposit: await receipts.remove(user, parseRowId(params.id), request),
  }))

  router.route(listWithdrawals, ({ query }, { userId }) => withdrawals.list(userId, query), { limit: 'read' })
  router.route(
    createWithdrawal,
    async ({ body, request }, user) => ({ withdrawal: await withdrawals.create(user, body, request) }),
    SIGN_IN,
  )

  router.route(listAddresses, async (_call, { userId }) => ({ addresses: await addresses.list(userId) }), {
    limit: 'read',
  })
  // Each is told, whatever is switched off: many at once would push other news out of sight.
  router.route(
    saveAddress,
    async ({ body, request }, { userId }) => ({ addresses: await addresses.save(userId, body, request) }),
    SIGN_IN,
  )
  router.route(renameAddress, async ({ params, body, request }, { userId }) => ({
    addresses: await addresses.rename(userId, parseRowId(params.id), body.label, request),
  }))
  router.route(setDefaultAddress, async ({ params, request }, { userId }) => ({
    addresses: await addresses.setDefault(userId, parseRowId(params.id), request),
  }))
  router.route(
    removeAddress,
    async ({ params, request }, { userId }) => ({
      addresses: await addresses.remove(userId, parseRowId(params.id), request),
    }),
    SIGN_IN,
  )

  router.route(
    createTransfer,
    async ({ body, request }, user) => ({ transfer: await transfers.create(user, body, request) }),
    SIGN_IN,
  )
}
