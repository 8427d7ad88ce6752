import { ensure } from '@truestrike/core/assert.ts'
import { login } from '@truestrike/protocol/account-endpoints.ts'
import { getDepositReceipt, getFunds, listDepositMethods } from '@truestrike/protocol/funds-endpoints.ts'
import { beginTwoFactor, listDevices } from '@truestrike/protocol/security-endpoints.ts'
import { issueLinkMessage, issueWalletMessage } from '@truestrike/protocol/wallet-endpoints.ts'
import { ADMIN_PASSWORD } from './admin-clients.ts'
import { type CallWorld, ethAddress } from './call-world.ts'
import { TEST_PASSWORD, type TestClient } from './test-client.ts'
import { orderOf } from './trading-app.ts'
import { appCode } from './two-factor-app.ts'
import { ethWallet } from './wallet-signers.ts'

/**
 * What a call acts on where the longest value a schema allows is nothing there is: in place of it, or (`undefined`) left
 * out. `caller`: who makes it, where that is not the user with the long history or the first administrator.
 */
export interface Subject {
  caller?: TestClient
  path?: Record<string, string>
  query?: object
  body?: object
}

export type Subjects = Readonly<Record<string, (world: CallWorld) => Promise<Subject> | Subject>>

/** As long as one may be, and guessed by nobody. */
const LONG_PASSWORD = 'a-quiet-sentence-of-mine '.repeat(20).slice(0, 199)
const PASSWORDS = { newPassword: LONG_PASSWORD, confirmPassword: LONG_PASSWORD }
const LONG_EMAIL = `@${'a'.repeat(60)}.${'b'.repeat(60)}.example.com`

const ofUser =
  (table: string) =>
  async ({ idOf, user }: CallWorld): Promise<Subject> => ({
    path: { id: await idOf(`select max(id) as id from ${table} where user_id = $1`, [user.userId]) },
  })

const newest = async ({ idOf, user }: CallWorld): Promise<Subject> => ({
  body: {
    throughId: await idOf('select max(id) as id from notices where user_id = $1', [user.userId]),
  },
})

const savedAddress = async ({ idOf, user }: CallWorld): Promise<Subject> => ({
  path: {
    id: await idOf(
      `insert into withdrawal_addresses (user_id, network, address, label, is_default, created_ms)
      values ($1, 'eth', $2, 'x', false, 1) returning id`,
      [user.userId, ethAddress()],
    ),
  },
})

/** Asked for, and not taken on. */
const waitingDeposit = async ({ app, idOf, user }: CallWorld): Promise<Subject> => {
  const id = await idOf(
    `insert into deposits (user_id, request_id, method_id, amount_micros, payer, payer_mark, created_ms, updated_ms)
    select user_id, 'waiting-' || $2, method_id, 1000000, payer, payer_mark, $3, $3 from deposits
    where user_id = $1 order by id limit 1 returning id`,
    [user.userId, ethAddress(), BigInt(app.clock.nowMs())],
  )
  return { path: { id } }
}

async function walletOf(client: TestClient, issue: 'link' | 'sign-in') {
  const { chain, address, sign } = ethWallet()
  const call = issue === 'link' ? issueLinkMessage : issueWalletMessage
  const { message } = await client.ok(call, { body: { chain, address } })
  return { chain, address, message, signature: await sign(message), wallet: undefined }
}

const anyWallet = (): Subject => ({ body: { chain: 'eth', address: ethAddress() } })

/** Of a sign-in under way: the ticket is good in its browser. */
async function secondStep({ app, guarded }: CallWorld): Promise<Subject> {
  const { user, code } = await guarded()
  const caller = app.client()
  const body = { username: user.name, password: TEST_PASSWORD }
  const { envelope } = await caller.call(login, { body })
  if (envelope.success) throw new Error('no second step was asked for')
  return { caller, body: { ticket: envelope.details?.ticket, code } }
}

const ACCOUNT_CALLS: Subjects = {
  'POST /api/login/login': ({ app, user }) => ({
    caller: app.client(),
    body: {
      username: user.name,
      password: TEST_PASSWORD,
      email: undefined,
      code: undefined,
      bind: undefined,
    },
  }),
  'POST /api/login/register': ({ app, next }) => {
    const number = next()
    return {
      body: {
        ...{ username: `registered_${number}`, email: `registered_${number}${LONG_EMAIL}` },
        ...{ password: LONG_PASSWORD, confirmPassword: LONG_PASSWORD, inviteCode: app.firstRun.inviteCode },
      },
    }
  },
  'POST /api/login/logout': async ({ spare }) => ({ caller: (await spare()).client }),
  'POST /api/login/second-factor': secondStep,
  'POST /api/login/send-code': ({ user }) => ({ body: { email: `${user.name}@example.com` } }),
  'POST /api/login/forgot/send-code': ({ user }) => ({ body: { email: `${user.name}@example.com` } }),
  'POST /api/login/wallet-message': anyWallet,
  'POST /api/login/wallet-login': async ({ app }) => {
    const caller = app.client()
    const body = await walletOf(caller, 'sign-in')
    return { caller, body: { ...body, inviteCode: app.firstRun.inviteCode, bind: undefined } }
  },
  'POST /api/admin/login': ({ app }) => ({
    caller: app.client(),
    body: { username: app.firstRun.adminUsername, password: ADMIN_PASSWORD, code: undefined },
  }),
  'POST /api/account/password': async ({ spare }) => ({
    caller: (await spare()).client,
    body: { currentPassword: TEST_PASSWORD, ...PASSWORDS, code: undefined },
  }),
  'POST /api/account/email/send-code': async ({ spare, next }) => ({
    caller: (await spare()).client,
    body: { email: `new_${next()}${LONG_EMAIL}` },
  }),
  'POST /api/account/locale': () => ({ body: { locale: 'en-US' } }),
  'POST /api/account/profile': () => ({ body: { nickname: 'N'.repeat(30), phone: '+491511234567' } }),
  'POST /api/account/proof': () => ({
    body: { password: TEST_PASSWORD, code: undefined, wallet: undefined, mailedCode: undefined },
  }),
  'POST /api/account/proof/wallet-message': anyWallet,
  'POST /api/account/two-factor/begin': async ({ spare }) => ({
    caller: (await spare()).client,
    body: { password: TEST_PASSWORD },
  }),
  'POST /api/account/two-factor/confirm': async ({ app, spare }) => {
    const caller = (await spare()).client
    const { secret } = await caller.ok(beginTwoFactor, { body: { password: TEST_PASSWORD } })
    return { caller, body: { code: appCode(secret, app.clock.nowMs()) } }
  },
  'POST /api/account/two-factor/remove': guardedBody,
  'POST /api/account/two-factor/recovery-codes': guardedBody,
  'POST /api/account/wallets/message': async ({ spare }) => ({
    ...{ caller: (await spare()).client, ...anyWallet() },
  }),
  'POST /api/account/wallets': async ({ spare, prove }) => {
    const caller = (await spare()).client
    await prove(caller)
    return { caller, body: await walletOf(caller, 'link') }
  },
  'DELETE /api/account/wallets/:id': async ({ idOf, user }) => ({
    path: {
      id: await idOf(
        `insert into user_wallets (user_id, chain, address, linked_at_ms) values ($1, 'eth', $2, 1) returning id`,
        [user.userId, ethAddress()],
      ),
    },
  }),
  'POST /api/account/devices/sign-out': async ({ app, spare }) => {
    const { client: caller, name } = await spare()
    await app.client().login(name)
    const { devices } = await caller.ok(listDevices)
    const { id, kind } = ensure(devices.find(({ current }) => !current))
    return { caller, body: { id, kind } }
  },
}

async function guardedBody({ guarded }: CallWorld): Promise<Subject> {
  const { user, code } = await guarded()
  return { caller: user.client, body: { password: TEST_PASSWORD, code } }
}

const MONEY_CALLS: Subjects = {
  'POST /api/account/addresses': () => ({ body: { network: 'eth', address: ethAddress() } }),
  'POST /api/account/addresses/:id': savedAddress,
  'POST /api/account/addresses/:id/default': savedAddress,
  'DELETE /api/account/addresses/:id': savedAddress,
  'POST /api/account/demo-reset': ({ requestId }) => ({ body: { requestId: requestId() } }),
  'POST /api/account/deposits': async ({ spare, requestId }) => {
    const { client: caller } = await spare()
    const { methods } = await caller.ok(listDepositMethods)
    const methodId = ensure(methods[0]).id
    return { caller, body: { requestId: requestId(), methodId, amount: '100', transactionId: undefined } }
  },
  'POST /api/account/deposits/:id/cancel': waitingDeposit,
  'DELETE /api/account/deposits/:id/receipt': waitingDeposit,
  'GET /api/account/deposits/:id/receipt': ({ depositId }) => ({ path: { id: depositId } }),
  'POST /api/account/limits': () => ({ body: { book: 'demo', maxStake: '1000', dailyLoss: '1000' } }),
  'POST /api/account/limits/exclude': async ({ spare }) => ({ caller: (await spare()).client }),
  'POST /api/account/transfers': async ({ spare, requestId }) => {
    const { uid, name: username } = await spare()
    const confirmation = { password: TEST_PASSWORD, code: undefined }
    return { body: { requestId: requestId(), uid, username, amount: '10', ...confirmation } }
  },
  'POST /api/account/withdrawals': async ({ user, requestId }) => {
    const { ruleVersion } = await user.client.ok(getFunds)
    const to = { method: 'bank', network: undefined, address: undefined }
    const confirmation = { password: TEST_PASSWORD, code: undefined }
    return { body: { requestId: requestId(), ruleVersion, amount: '100', ...to, ...confirmation } }
  },
  'POST /api/trade/contracts': async ({ tick }) => {
    await tick()
    return { body: orderOf({ book: 'real' }) }
  },
  'GET /api/trade/contracts/:id': ({ contractId }) => ({ path: { id: contractId } }),
  'GET /api/trade/contracts/:id/receipt': ({ contractId }) => ({ path: { id: contractId } }),
}

const OTHER_CALLS: Subjects = {
  'GET /api/market/archives/:symbol/:day': () => ({ path: { symbol: 'BTCUSDT', day: '2026-01-01' } }),
  'DELETE /api/account/alerts/:id': ofUser('price_alerts'),
  'POST /api/account/alerts': async ({ next, tick }) => {
    await tick()
    return { body: { symbol: 'BTCUSDT', direction: 'up', price: `${60_000 + next()}.00` } }
  },
  'DELETE /api/account/notices/:id': ofUser('notices'),
  'POST /api/account/notices/:id/read': ofUser('notices'),
  'POST /api/account/notices/clear': newest,
  'POST /api/account/notices/read-all': newest,
  'GET /api/account/identity/documents/:side': () => ({ path: { side: 'front' } }),
  'GET /uploads/private': async ({ user, depositId }) => {
    const { address } = await user.client.ok(getDepositReceipt, { params: { id: depositId } })
    const seal = new URL(address, 'http://localhost').searchParams.get('seal')
    return { caller: user.client, query: { seal } }
  },
  'GET /uploads/avatars/:name': async ({ app, user }) => {
    const name = 'a'.repeat(22)
    await app.db.query(
      `insert into avatars (user_id, name, webp, created_at_ms) values ($1, $2, decode(repeat('00', 262144), 'hex'), 1)
      on conflict do nothing`,
      [user.userId, name],
    )
    return { path: { name: `${name}.webp` } }
  },
  'GET /uploads/site/:name': async ({ app }) => {
    const name = 'b'.repeat(22)
    await app.db.query(
      `insert into site_pictures (name, webp, created_ms) values ($1, decode(repeat('00', 262144), 'hex'), 1)
      on conflict do nothing`,
      [name],
    )
    return { path: { name: `${name}.webp` } }
  },
}

/** Calls of everybody and of users. */
export const USER_CALL_SUBJECTS: Subjects = { ...ACCOUNT_CALLS, ...MONEY_CALLS, ...OTHER_CALLS }
