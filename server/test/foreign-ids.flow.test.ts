import { login } from '@truestrike/protocol/account-endpoints.ts'
import { resetDemoBalance } from '@truestrike/protocol/limits-endpoints.ts'
import { getReceipt } from '@truestrike/protocol/proof-endpoints.ts'
import { listDevices, signOutDevice } from '@truestrike/protocol/security-endpoints.ts'
import {
  getContract,
  getStatistics,
  listContracts,
  placeContract,
} from '@truestrike/protocol/trade-endpoints.ts'
import {
  issueLinkMessage,
  linkWallet,
  listWallets,
  prove,
  unlinkWallet,
} from '@truestrike/protocol/wallet-endpoints.ts'
import type { TSchema } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEST_PASSWORD } from './test-client.ts'
import { createTradingApp, orderOf, type Trader, type TradingApp } from './trading-app.ts'
import { ethWallet } from './wallet-signers.ts'

let app: TradingApp
let anna: Trader
let berta: Trader
let annasContract: string
let annasOrderId: string

beforeAll(async () => {
  app = await createTradingApp()
  anna = await app.trader('Anna')
  berta = await app.trader('Berta')
  const order = orderOf()
  annasOrderId = order.clientOrderId
  annasContract = (await anna.place(order)).id
})
afterAll(() => app.close())

/** Names of fields by which a call could reach what belongs to someone. */
const ID_FIELD = /^(id|uid|user|username|account|session|device|contract|order|owner)$|(id|Id|Uid|No)$/

function idFieldsOf(schema: TSchema | undefined): string[] {
  const properties =
    schema !== undefined && 'properties' in schema ? Object.keys(schema.properties as object) : []
  return properties.filter((name) => ID_FIELD.test(name))
}

test('[K3] every call that takes an id is tried here with the id of someone else', () => {
  const taking = app.app.http.routes
    .filter(({ endpoint }) => endpoint.audience !== 'public')
    .filter(({ endpoint: { params, query, body, path } }) => {
      return path.includes('/:') || [params, query, body].some((schema) => idFieldsOf(schema).length > 0)
    })
    .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  // Those of requests that move money are tried in foreign-funds.flow.test.ts.
  expect(taking.sort()).toEqual([
    'DELETE /api/account/addresses/:id',
    // Price alerts: price-alerts.flow.test.ts.
    'DELETE /api/account/alerts/:id',
    // Receipts of deposits: deposit-receipts.flow.test.ts.
    'DELETE /api/account/deposits/:id/receipt',
    // Notices: notices.flow.test.ts.
    'DELETE /api/account/notices/:id',
    'DELETE /api/account/wallets/:id',
    'GET /api/account/deposits/:id/receipt',
    // By its side, and always of one's own check: identity.flow.test.ts.
    'GET /api/account/identity/documents/:side',
    // Administrators and what is logged, for whom it is: administrators.flow.test.ts.
    'GET /api/admin/administrators/:id',
    // Announcements, which are everybody's: announcements.flow.test.ts.
    'GET /api/admin/announcements/:id',
    // Acts that take two, and those on one user by his number, each with a permission: people-acts.flow.test.ts.
    'GET /api/admin/approvals/:id',
    'GET /api/admin/audit-log/:id',
    // Contracts of all users: contract-lists.flow.test.ts.
    'GET /api/admin/contracts/:id',
    'GET /api/admin/contracts/:id/receipt',
    // Orders of the back office (`order`: the way round of a list): order-details, review-receipts and order-lists.flow.test.ts.
    'GET /api/admin/recharge-orders',
    'GET /api/admin/recharge-orders/:id',
    'GET /api/admin/recharge-orders/:id/receipt',
    'GET /api/admin/recharge-orders/export',
    'GET /api/admin/teams/:uid',
    'GET /api/admin/users/:uid',
    'GET /api/admin/users/:uid/identity',
    'GET /api/admin/users/:uid/identity/:side',
    'GET /api/admin/users/:uid/ledger',
    'GET /api/admin/users/:uid/logins',
    'GET /api/admin/users/:uid/notes',
    'GET /api/admin/users/:uid/sessions',
    'GET /api/admin/voids/:id',
    'GET /api/admin/withdraw-orders',
    'GET /api/admin/withdraw-orders/:id',
    'GET /api/admin/withdraw-orders/export',
    'GET /api/trade/contracts/:id',
    'GET /api/trade/contracts/:id/receipt',
    'POST /api/account/addresses/:id',
    'POST /api/account/addresses/:id/default',
    'POST /api/account/demo-reset',
    'POST /api/account/deposits',
    'POST /api/account/deposits/:id/cancel',
    'POST /api/account/deposits/:id/receipt',
    'POST /api/account/devices/sign-out',
    'POST /api/account/notices/:id/read',
    'POST /api/account/notices/clear',
    'POST /api/account/notices/read-all',
    'POST /api/account/transfers',
    'POST /api/account/withdrawals',
    // Of administrators: administrators.flow.test.ts.
    'POST /api/admin/administrators',
    'POST /api/admin/administrators/:id/disable',
    'POST /api/admin/administrators/:id/enable',
    'POST /api/admin/administrators/:id/end-sessions',
    'POST /api/admin/administrators/:id/reset-password',
    'POST /api/admin/administrators/:id/reset-two-factor',
    'POST /api/admin/administrators/:id/role',
    'POST /api/admin/announcements',
    'POST /api/admin/announcements/:id',
    'POST /api/admin/announcements/:id/publish',
    'POST /api/admin/announcements/:id/withdraw',
    'POST /api/admin/approvals/:id/confirm',
    'POST /api/admin/approvals/:id/refuse',
    'POST /api/admin/approvals/:id/withdraw',
    // Nobody's own, by their symbols; `requestId` is the caller's: operator-settings.flow.test.ts.
    'POST /api/admin/game-rules/propose',
    'POST /api/admin/products/:symbol',
    'POST /api/admin/profile/sessions/:id/end',
    'POST /api/admin/recharge-orders/:id/approve',
    'POST /api/admin/recharge-orders/:id/reject',
    'POST /api/admin/recharge-orders/:id/take',
    'POST /api/admin/system/config/exposure-limit',
    'POST /api/admin/system/config/second-admin',
    'POST /api/admin/users/:uid/adjust-balance',
    'POST /api/admin/users/:uid/freeze',
    'POST /api/admin/users/:uid/identity/refuse',
    'POST /api/admin/users/:uid/identity/revoke',
    'POST /api/admin/users/:uid/identity/verify',
    'POST /api/admin/users/:uid/notes',
    'POST /api/admin/users/:uid/reset-two-factor',
    'POST /api/admin/users/:uid/sign-out',
    'POST /api/admin/users/:uid/unfreeze',
    'POST /api/admin/voids/:id/confirm',
    'POST /api/admin/voids/:id/refuse',
    'POST /api/admin/voids/:id/withdraw',
    'POST /api/admin/withdraw-orders/:id/approve',
    'POST /api/admin/withdraw-orders/:id/correct',
    'POST /api/admin/withdraw-orders/:id/fail',
    'POST /api/admin/withdraw-orders/:id/pay',
    'POST /api/admin/withdraw-orders/:id/reject',
    'POST /api/admin/withdraw-orders/:id/return',
    'POST /api/admin/withdraw-orders/:id/take',
    'POST /api/trade/contracts',
  ])
})

test('[K3] a contract and its receipt are shown to their owner only; to others they do not exist', async () => {
  expect((await anna.contract(annasContract)).id).toBe(annasContract)
  expect((await anna.client.ok(getReceipt, { params: { id: annasContract } })).state).toBe('accepted')
  for (const call of [getContract, getReceipt]) {
    const foreign = await berta.client.call<unknown, unknown, unknown>(call, {
      params: { id: annasContract },
    })
    const missing = await berta.client.call<unknown, unknown, unknown>(call, { params: { id: '999999999' } })
    expect([foreign.status, missing.status]).toEqual([404, 404])
    expect({ ...foreign.envelope, requestId: '' }).toEqual({ ...missing.envelope, requestId: '' })
    const guest = await app.client().call<unknown, unknown, unknown>(call, { params: { id: annasContract } })
    expect(guest.status).toBe(401)
  }
})

test('[K3] a linked wallet is its owner’s: to others it does not exist', async () => {
  const wallet = ethWallet()
  const account = { chain: wallet.chain, address: wallet.address }
  await anna.client.ok(prove, { body: { password: TEST_PASSWORD } })
  const { message } = await anna.client.ok(issueLinkMessage, { body: account })
  const signature = await wallet.sign(message)
  const { wallets } = await anna.client.ok(linkWallet, { body: { ...account, message, signature } })
  const params = { id: wallets[0]?.id ?? '' }
  const foreign = await berta.client.call(unlinkWallet, { params })
  const missing = await berta.client.call(unlinkWallet, { params: { id: '999999999' } })
  expect([foreign.status, missing.status]).toEqual([404, 404])
  expect({ ...foreign.envelope, requestId: '' }).toEqual({ ...missing.envelope, requestId: '' })
  expect((await berta.client.ok(listWallets)).wallets).toEqual([])
  expect((await anna.client.ok(listWallets)).wallets).toEqual(wallets)
})

test('[K3 F8] the id of someone else’s request is free to use, and acts on one’s own balance', async () => {
  const body = { requestId: 'reset-of-anna' }
  expect(await anna.client.refused(resetDemoBalance, { body })).toBe('RESET_CONTRACTS_OPEN')
  await berta.client.ok(resetDemoBalance, { body })
  const claims = await app.db.query('select user_id from money_requests')
  expect(claims).toEqual([{ user_id: berta.userId }])
})

test('[K3] the devices of someone else can not be signed out, and are not told from none', async () => {
  const [device] = (await anna.client.ok(listDevices)).devices
  const ids = [device?.id ?? '', '999999999']
  for (const kind of ['browser', 'client'] as const) {
    const answers = await Promise.all(
      ids.map((id) => berta.client.call(signOutDevice, { body: { id, kind } })),
    )
    const [foreign, missing] = answers.map(({ status, envelope }) => ({ status, ...envelope, requestId: '' }))
    expect(foreign).toMatchObject({ status: 404 })
    expect(foreign).toEqual(missing)
  }
  expect((await anna.client.ok(listDevices)).devices[0]).toMatchObject({ signedIn: true, current: true })
})

test('[K3] lists and figures hold only what is one’s own', async () => {
  expect((await berta.client.ok(listContracts, { query: { book: 'demo' } })).contracts).toEqual([])
  const cursors = ['1', annasContract, `${annasContract}.${annasContract}`, 'ffff', btoa(annasContract)]
  for (const cursor of cursors) {
    const { envelope } = await berta.client.call(listContracts, { query: { book: 'demo', cursor } })
    expect(envelope.success ? envelope.data.contracts : []).toEqual([])
  }
  const figures = await berta.client.ok(getStatistics, { query: { book: 'demo' } })
  expect(figures).toMatchObject({ won: 0, lost: 0, equal: 0, cancelled: 0 })
})

test('[K3] the order id of someone else is free to use and answers one’s own contract', async () => {
  const { contract } = await berta.client.ok(placeContract, {
    body: orderOf({ clientOrderId: annasOrderId }),
  })
  expect(contract.id).not.toBe(annasContract)
  expect((await anna.list()).map(({ id }) => id)).toEqual([annasContract])
})

test('[K3 K6] no call of a user answers to the token of another browser', async () => {
  const thief = app.client()
  await thief.ok(login, { body: { username: 'Berta', password: TEST_PASSWORD } })
  thief.token = anna.client.token
  const userCalls = app.app.http.routes.filter(({ endpoint }) => endpoint.audience === 'user')
  expect(userCalls.length).toBeGreaterThan(4)
  for (const { endpoint } of userCalls) {
    const answer = await thief.call(endpoint, { params: { id: annasContract } })
    expect(answer.status, endpoint.path).toBe(401)
  }
})
