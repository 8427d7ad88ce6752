import { ensure } from '@truestrike/core/assert.ts'
import { login } from '@truestrike/protocol/account-endpoints.ts'
import {
  checkWithdrawOrders,
  getRechargeOrder,
  getWithdrawOrder,
} from '@truestrike/protocol/order-details-endpoints.ts'
import {
  approveWithdrawOrder,
  listRechargeOrders,
  listWithdrawOrders,
  payWithdrawOrder,
  returnWithdrawOrder,
  takeWithdrawOrder,
} from '@truestrike/protocol/review-endpoints.ts'
import { changePassword } from '@truestrike/protocol/security-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setIdentityStatus } from '../src/accounts/profile.store.ts'
import { markPayers } from '../src/funds/mark-payers.ts'
import { createAccountSeal } from '../src/funds/sealed-account.ts'
import { userEntriesQuery, userLedgerQuery } from '../src/ledger/user-ledger.store.ts'
import { createAdminClients } from './admin-clients.ts'
import {
  askDeposit,
  askWithdrawal,
  createFundsApp,
  depositTo,
  ETH_ADDRESS,
  type FundsApp,
  newPayoutRef,
  PAYER,
  TRON_ADDRESS,
} from './funds-app.ts'
import { payIn } from './real-funds.ts'
import { TEST_PASSWORD, type TestClient } from './test-client.ts'
import { createTradingApp } from './trading-app.ts'

let app: FundsApp
let admin: TestClient
beforeAll(async () => {
  app = await createFundsApp()
  admin = await app.admin()
})
afterAll(() => app.close())

const BANK = { method: 'bank', network: undefined, address: undefined, ...PAYER }
const withdrawOrder = (id: string) => admin.ok(getWithdrawOrder, { params: { id } })
const checksOf = async (id: string) => (await withdrawOrder(id)).checks

async function pay(id: string, payoutRef = newPayoutRef()): Promise<void> {
  const params = { id }
  await admin.ok(takeWithdrawOrder, { params, body: { version: 1 } })
  await admin.ok(approveWithdrawOrder, { params, body: { version: 2 } })
  await admin.ok(payWithdrawOrder, { params, body: { version: 3, payoutRef } })
}

test('[D10] a withdraw order shows its user, the newest of the ledger with running balances, and seven checks', async () => {
  const anna = await app.user('anna', '300')
  const joinedMs = app.clock.nowMs()
  await setIdentityStatus(app.db, anna.userId, 'verified')
  const { id } = await askWithdrawal(anna.client)
  const { withdrawal, user, entries, checks } = await withdrawOrder(id)
  expect(withdrawal).toMatchObject({ id, uid: anna.uid, version: 1, takenBy: null, amount: '100.00' })
  expect(user).toEqual({
    ...{ uid: anna.uid, username: 'anna', joinedMs, identity: 'verified', frozen: false, total: '300.00' },
    available: '200.00',
  })
  expect(entries).toMatchObject([
    {
      ...{ kind: 'freeze', ref: `withdrawal:${id}`, timeMs: joinedMs },
      ...{ amount: '100.00', change: '-100.00', available: '200.00' },
    },
    { kind: 'deposit', amount: '300.00', change: '300.00', available: '300.00' },
  ])
  expect(checks).toEqual({
    active: { passed: true },
    covered: { passed: true, frozen: '100.00' },
    ledger: { passed: true, entries: 2, difference: '0.00' },
    address: { passed: true },
    usedBefore: { passed: false, times: 0, sinceMs: null },
    unchanged: { passed: true, change: null, untilMs: null },
    device: { passed: true, browser: null, system: null, signedInMs: joinedMs },
  })

  // What goes out of frozen leaves what is available as it was.
  await pay(id)
  const after = await withdrawOrder(id)
  expect(after.entries.slice(0, 2)).toMatchObject([
    { kind: 'fee', amount: '1.00', change: '0.00', available: '200.00' },
    { kind: 'payout', amount: '99.00', change: '0.00', available: '200.00' },
  ])
  expect(after.checks).toMatchObject({ covered: { passed: true }, ledger: { passed: true, entries: 4 } })
})

test('[D10] an address or account was used before when something was paid to it and did not come back', async () => {
  const bert = await app.user('bert', '1000')
  const first = await askWithdrawal(bert.client)
  const sinceMs = app.clock.nowMs()
  await pay(first.id)
  const toTron = { network: 'tron', address: TRON_ADDRESS }
  const others = [
    await askWithdrawal(bert.client, toTron),
    await askWithdrawal(bert.client, BANK),
    await askWithdrawal(bert.client, { address: ETH_ADDRESS.toLowerCase() }),
  ]
  for (const { id } of others.slice(0, 2)) expect((await checksOf(id)).usedBefore.passed).toBe(false)
  const [, bank, again] = others
  expect((await checksOf(ensure(again).id)).usedBefore).toEqual({ passed: true, times: 1, sinceMs })
  expect((await checksOf(ensure(bank).id)).address).toEqual({ passed: true })
  await pay(ensure(bank).id, 'SEPA-2026-0042')
  const spelled = { ...BANK, accountNumber: '0042-7719-3310' }
  expect((await checksOf((await askWithdrawal(bert.client, spelled)).id)).usedBefore.times).toBe(1)
  const other = { ...BANK, accountNumber: '0042 7719 3311' }
  expect((await checksOf((await askWithdrawal(bert.client, other)).id)).usedBefore.times).toBe(0)

  const back = { params: { id: first.id }, body: { version: 4, remark: 'it came back' } }
  await admin.ok(returnWithdrawOrder, back)
  expect((await checksOf(ensure(again).id)).usedBefore).toEqual({ passed: false, times: 0, sinceMs: null })
  expect((await checksOf(ensure(again).id)).ledger.passed).toBe(true)
})

test('[D10] a sign-in from a device the account did not have is told, until something was paid from it; other devices are not', async () => {
  const cora = await app.user('cora', '1000')
  await app.clock.advance(1_000)
  const phone = app.client()
  phone.headers['user-agent'] = 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36'
  await phone.login('cora')
  const signedInMs = app.clock.nowMs()
  await app.clock.advance(1_000)
  const first = await askWithdrawal(phone)
  const second = await askWithdrawal(phone)
  const told = { passed: false, browser: 'Chrome', system: 'Android', signedInMs }
  expect((await checksOf(first.id)).device).toEqual(told)
  expect((await checksOf(second.id)).device).toEqual(told)
  const ids = [first.id, '999999', '9'.repeat(19), second.id].join()
  const failed = { of: 7, failed: ['usedBefore', 'device'] }
  expect(await admin.ok(checkWithdrawOrders, { query: { ids } })).toEqual({
    orders: [
      { id: first.id, ...failed },
      { id: second.id, ...failed },
    ],
  })
  await pay(first.id)
  expect((await checksOf(first.id)).device.passed).toBe(false)
  expect((await checksOf(second.id)).device.passed).toBe(true)

  await cora.client.login('cora')
  const known = await askWithdrawal(cora.client)
  expect((await checksOf(known.id)).device.passed).toBe(true)

  // A client that is no device leaves nothing to know it by again.
  await app.clock.advance(1_000)
  const script = app.client()
  const body = { username: 'cora', password: TEST_PASSWORD, bind: 'address' } as const
  script.token = (await script.ok(login, { body })).token
  await askWithdrawal(script)
  const { withdrawals } = await admin.ok(listWithdrawOrders, { query: { search: 'cora', limit: 1 } })
  expect((await checksOf(ensure(withdrawals[0]).id)).device.passed).toBe(false)
})

test('[D10] [F4] a change of what protects the account, and books that are off, are told with their values', async () => {
  const dora = await app.user('dora', '500')
  const { id } = await askWithdrawal(dora.client)
  await dora.client.ok(changePassword, {
    body: { currentPassword: TEST_PASSWORD, newPassword: 'another1', confirmPassword: 'another1' },
  })
  const untilMs = app.clock.nowMs() + 24 * 3_600_000
  expect((await checksOf(id)).unchanged).toEqual({ passed: false, change: 'password', untilMs })

  // As only somebody with the database in his hands could.
  const shift = (micros: bigint) =>
    app.db.query(
      `update user_balances set available_micros = available_micros + $2, frozen_micros = frozen_micros - $2
      where user_id = $1 and book = 'real'`,
      [dora.userId, micros],
    )
  await shift(250_000n)
  expect(await checksOf(id)).toMatchObject({
    covered: { passed: false, frozen: '99.75' },
    ledger: { passed: false, entries: 2, difference: '0.50' },
  })
  await shift(-250_000n)
  expect((await checksOf(id)).ledger).toEqual({ passed: true, entries: 2, difference: '0.00' })
})

test('[D10] a recharge order shows its user, and what was confirmed to him before it', async () => {
  const emil = await app.user('emil', '120.5')
  await depositTo(emil.client, admin, '30')
  const { id } = await askDeposit(emil.client, '75')
  const order = await admin.ok(getRechargeOrder, { params: { id } })
  expect(order).toMatchObject({
    deposit: { id, state: 'pending', amount: '75.00', payer: PAYER, receipt: null },
    user: { username: 'emil', identity: 'none', total: '150.50' },
    earlier: { count: 2, credited: '150.50' },
  })
  expect(order.entries.map(({ kind, available }) => `${kind} ${available}`)).toEqual([
    'deposit 150.50',
    'deposit 120.50',
  ])
})

test('[D10] [D13] [K8] of an account at a bank who may only look is told the end of its number, who may act all of it', async () => {
  const ines = await app.user('ines', '300')
  const deposit = await askDeposit(ines.client, '75')
  const short = await askDeposit(ines.client, '76', { accountNumber: '123 4567' })
  const withdrawal = await askWithdrawal(ines.client, BANK)
  const clerk = await app.admin('looker')
  const search = { query: { state: 'pending', search: ines.uid } } as const
  const numbers = async () => {
    const details = [
      (await clerk.ok(getRechargeOrder, { params: { id: deposit.id } })).deposit.payer,
      (await clerk.ok(getRechargeOrder, { params: { id: short.id } })).deposit.payer,
      (await clerk.ok(getWithdrawOrder, { params: { id: withdrawal.id } })).withdrawal.payee,
    ]
    const listed = [
      ...(await clerk.ok(listRechargeOrders, { ...search })).deposits.map(({ payer }) => payer),
      ...(await clerk.ok(listWithdrawOrders, { ...search })).withdrawals.map(({ payee }) => payee),
    ]
    expect(listed).toEqual(details)
    for (const account of [details[0], details[2]])
      expect(account).toMatchObject({ accountName: PAYER.accountName, bankName: PAYER.bankName })
    return details.map((account) => account?.accountNumber)
  }
  const become = (role: string, own: string[] = []) =>
    app.db.query(`update administrators set role = $1, permissions = $2 where username = 'looker'`, [
      role,
      own,
    ])
  const [whole, end] = [PAYER.accountNumber, '·· 3310']
  for (const role of ['support', 'auditor']) {
    await become(role)
    expect(await numbers()).toEqual([end, '··', end])
  }
  for (const role of ['finance', 'owner']) {
    await become(role)
    expect(await numbers()).toEqual([whole, '123 4567', whole])
  }
  await become('finance', ['recharge-orders', 'withdraw-orders:read'])
  expect(await numbers()).toEqual([whole, '123 4567', end])
})

test('[D10] [K8] of a recharge order it is told how many others pay from the same account number, also of deposits from before', async () => {
  const payers = { frida: '1234 5678 90', gerd: '1234-5678-90', hanna: '1234567891' }
  const orders: Record<string, string> = {}
  for (const [name, accountNumber] of Object.entries(payers)) {
    const { client } = await app.user(name)
    orders[name] = (await askDeposit(client, '50', { accountNumber })).id
  }
  const others = async (name: string) =>
    (await admin.ok(getRechargeOrder, { params: { id: ensure(orders[name]) } })).sameAccountUsers
  expect([await others('frida'), await others('gerd'), await others('hanna')]).toEqual([1, 1, 0])
  const [kept] = await app.db.query<{ text: string }>(
    `select string_agg(payer_mark, ' ') as text from deposits`,
  )
  expect(ensure(kept).text).not.toContain('12345678')

  await app.db.query('update deposits set payer_mark = null')
  expect(await others('frida')).toBe(0)
  await markPayers(app.db, createAccountSeal(app.secrets))
  expect([await others('frida'), await others('gerd'), await others('hanna')]).toEqual([1, 1, 0])
})

test('[D10] [D13] an order that is none is not found, and nobody looks at one without the page’s permission', async () => {
  for (const id of ['999999', '9'.repeat(19)]) {
    expect(await admin.refused(getRechargeOrder, { params: { id } })).toBe('REVIEW_NOT_FOUND')
    expect(await admin.refused(getWithdrawOrder, { params: { id } })).toBe('REVIEW_NOT_FOUND')
  }
  for (const id of ['0', 'x', '1e3'])
    expect(await admin.refused(getWithdrawOrder, { params: { id } })).toBe('INVALID_PARAMETERS')
  const clerk = await app.admin('clerk')
  const allow = (permission: string) =>
    app.db.query(`update administrators set permissions = array[$1] where username = 'clerk'`, [permission])
  for (const ids of ['', '1,', 'x', '0', Array.from({ length: 51 }, () => '1').join()])
    expect(await admin.refused(checkWithdrawOrders, { query: { ids } })).toBe('INVALID_PARAMETERS')
  await allow('recharge-orders')
  expect(await clerk.refused(checkWithdrawOrders, { query: { ids: '1' } })).toBe('PERMISSION_DENIED')
  expect(await clerk.refused(getWithdrawOrder, { params: { id: '1' } })).toBe('PERMISSION_DENIED')
  await allow('withdraw-orders')
  expect(await clerk.refused(getRechargeOrder, { params: { id: '1' } })).toBe('PERMISSION_DENIED')
})

test('[D6] [D10] a user’s ledger is read by its own indexes, however much others move', async () => {
  await app.db.query(
    `insert into transfers (book, debit, debit_user_id, credit, credit_user_id, amount_micros, kind, ref, created_ms)
    select case when i % 2 = 0 then 'demo' else 'real' end, 'available', 100000 + i % 500, 'in_position',
      100000 + i % 500, 1, 'stake', 'contract:0', 1 from generate_series(1, 20000) i`,
  )
  await app.db.query('analyze transfers')
  for (const [query, params, book = ''] of [
    [userLedgerQuery, [100_001n]],
    [userEntriesQuery('real'), [100_001n, 10, 2n ** 62n]],
    [userEntriesQuery('demo'), [100_002n, 10, 2n ** 62n], '_demo'],
  ] as const) {
    const rows = await app.db.query<{ 'QUERY PLAN': string }>(`explain ${query}`, [...params])
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain(`transfers_from_user${book} `)
    expect(plan).toContain(`transfers_to_user${book} `)
    expect(plan).not.toContain('Seq Scan on transfers')
  }
})

test('[D10] entries of contracts tell what those are about, and lead from one balance to the next', async () => {
  const trading = await createTradingApp()
  try {
    const ann = await trading.trader('ann_trader')
    await payIn(trading.db, ann, 200_000_000n)
    const lost = await ann.place({ book: 'real', stake: '50', direction: 'down' })
    const won = await ann.place({ book: 'real', stake: '10', direction: 'up' })
    await trading.run(10_000, '50000.00')
    await trading.run(24_000, '50010.00')
    const { id } = await askDeposit(ann.client, '50')
    const reviewer = await createAdminClients(trading)()
    const { entries, user } = await reviewer.ok(getRechargeOrder, { params: { id } })
    const told = entries.map(({ kind, contract, change, available }) =>
      [kind, contract?.symbol, contract?.direction, change, available].join(' '),
    )
    const [lastTwo, paidIn] = [told.slice(-3, -1), told.at(-1)]
    expect(paidIn).toBe('test   200.00 200.00')
    expect(lastTwo).toEqual(['stake BTCUSDT up -10.00 140.00', 'stake BTCUSDT down -50.00 150.00'])
    expect([...told.slice(0, -3)].sort()).toEqual([
      'loss BTCUSDT down 0.00 140.00',
      expect.stringMatching(/^profit BTCUSDT up 8.00 /),
      expect.stringMatching(/^stake-return BTCUSDT up 10.00 /),
    ])
    expect([entries[0]?.available, user.total]).toEqual(['158.00', '158.00'])
    expect(entries.map(({ ref }) => ref)).toEqual(
      expect.arrayContaining([`contract:${lost.id}`, `contract:${won.id}`]),
    )
  } finally {
    await trading.close()
  }
})
