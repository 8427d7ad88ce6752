import { ensure } from '@truestrike/core/assert.ts'
import { cancelDeposit, createDeposit, listDepositMethods } from '@truestrike/protocol/funds-endpoints.ts'
import {
  approveRechargeOrder,
  approveWithdrawOrder,
  countRechargeOrders,
  countWithdrawOrders,
  listRechargeOrders,
  listWithdrawOrders,
  rejectRechargeOrder,
  takeRechargeOrder,
  takeWithdrawOrder,
} from '@truestrike/protocol/review-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  askWithdrawal,
  createFundsApp,
  ETH_ADDRESS,
  type FundsApp,
  type FundsUser,
  newRequestId,
  PAYER,
  payerOn,
  TRON_ADDRESS,
} from './funds-app.ts'
import type { TestClient } from './test-client.ts'

let app: FundsApp
let admin: TestClient
let anna: FundsUser
let bert: FundsUser
/** Numbers of deposits, by what became of them. */
const deposits = { completed: '', processing: '', rejected: '', failed: '', first: '', second: '' }
const withdrawals = { processing: '', tron: '', bank: '' }

async function ask(client: TestClient, amount: string, kind: 'bank' | 'wallet'): Promise<string> {
  const { methods } = await client.ok(listDepositMethods)
  const { id, network } = ensure(methods.find((method) => method.kind === kind))
  const body = { requestId: newRequestId(), methodId: id, amount, ...payerOn(network) }
  return (await client.ok(createDeposit, { body })).deposit.id
}

const take = (id: string) => admin.ok(takeRechargeOrder, { params: { id }, body: { version: 1 } })

beforeAll(async () => {
  app = await createFundsApp()
  admin = await app.admin()
  anna = await app.user('Anna')
  bert = await app.user('bert')
  deposits.completed = await ask(anna.client, '1000', 'bank')
  await take(deposits.completed)
  await admin.ok(approveRechargeOrder, {
    params: { id: deposits.completed },
    body: { version: 2, credited: '1000' },
  })
  deposits.rejected = await ask(anna.client, '20', 'bank')
  await take(deposits.rejected)
  const nothing = { version: 2, remark: 'nothing has arrived' }
  await admin.ok(rejectRechargeOrder, { params: { id: deposits.rejected }, body: nothing })
  deposits.failed = await ask(bert.client, '30', 'wallet')
  await bert.client.ok(cancelDeposit, { params: { id: deposits.failed } })
  deposits.processing = await ask(bert.client, '40', 'wallet')
  await take(deposits.processing)
  deposits.first = await ask(bert.client, '50', 'bank')
  deposits.second = await ask(anna.client, '60.5', 'wallet')

  withdrawals.processing = (await askWithdrawal(anna.client, { amount: '100' })).id
  const params = { id: withdrawals.processing }
  await admin.ok(takeWithdrawOrder, { params, body: { version: 1 } })
  await admin.ok(approveWithdrawOrder, { params, body: { version: 2 } })
  const tron = { network: 'tron', address: TRON_ADDRESS, amount: '200' }
  withdrawals.tron = (await askWithdrawal(anna.client, tron)).id
  const bank = { method: 'bank', network: undefined, address: undefined, ...PAYER, amount: '300' }
  withdrawals.bank = (await askWithdrawal(anna.client, bank)).id
})
afterAll(() => app.close())

type Query = Parameters<typeof idsOf>[0]
const idsOf = async (query: NonNullable<(typeof listRechargeOrders)['types']>['query']) =>
  (await admin.ok(listRechargeOrders, { query })).deposits.map(({ id }) => id)
const payoutsOf = async (query: NonNullable<(typeof listWithdrawOrders)['types']>['query']) =>
  (await admin.ok(listWithdrawOrders, { query })).withdrawals.map(({ id }) => id)

test('[D10] recharge orders by state: what waits for a decision oldest first, all else newest first, and the other way when asked', async () => {
  const { completed, processing, rejected, failed, first, second } = deposits
  for (const [query, ids] of [
    [{ state: 'pending' }, [first, second]],
    [{ state: 'pending', order: 'newest' }, [second, first]],
    [{ state: 'processing' }, [processing]],
    [{ state: 'completed' }, [completed]],
    [{ state: 'rejected' }, [rejected]],
    [{ state: 'failed' }, [failed]],
    [{ which: 'open' }, [processing, first, second]],
    [{ which: 'all' }, [second, first, processing, failed, rejected, completed]],
    [{}, [second, first, processing, failed, rejected, completed]],
    [{ order: 'oldest', limit: 2 }, [completed, rejected]],
    [{ which: 'open', state: 'failed' }, [failed]],
  ] satisfies [Query, string[]][]) {
    expect([query, await idsOf(query)]).toEqual([query, ids])
  }
  expect(await admin.ok(countRechargeOrders)).toEqual({ count: 3, processing: 1 })
  expect(await admin.ok(countWithdrawOrders)).toEqual({ count: 3, processing: 1 })
})

test('[D10] a list goes on where its page ended, in either direction, with its filter', async () => {
  for (const order of ['oldest', 'newest'] as const) {
    const whole = await idsOf({ order })
    const read: string[] = []
    for (let cursor: string | undefined; ; ) {
      const query = { order, limit: 4, ...(cursor === undefined ? {} : { cursor }) }
      const page = await admin.ok(listRechargeOrders, { query })
      read.push(...page.deposits.map(({ id }) => id))
      if (page.nextCursor === null) break
      cursor = page.nextCursor
    }
    expect(read).toEqual(whole)
  }
  const query = { state: 'pending', limit: 1 } as const
  const { nextCursor } = await admin.ok(listRechargeOrders, { query })
  expect(nextCursor).toBe(deposits.first)
  const rest = await admin.ok(listRechargeOrders, { query: { ...query, cursor: ensure(nextCursor) } })
  expect(rest).toMatchObject({ deposits: [{ id: deposits.second }], nextCursor: null, moreNames: false })
})

test('[D10] recharge orders by method, by amount, by their number, by a user’s number and by part of a name', async () => {
  const { completed, processing, rejected, failed, first, second } = deposits
  for (const [query, ids] of [
    [{ method: 'wallet' }, [second, processing, failed]],
    [{ method: 'bank', state: 'pending' }, [first]],
    [{ minAmount: '50' }, [second, first, completed]],
    [{ minAmount: '30', maxAmount: '60.499999' }, [first, processing, failed]],
    [{ minAmount: '0', maxAmount: '999999999999.999999' }, await idsOf({})],
    [{ search: `R${processing}` }, [processing]],
    [{ search: ` r${processing} ` }, [processing]],
    [{ search: processing, state: 'pending' }, []],
    [{ search: `W${processing}` }, []],
    [{ search: anna.uid }, [second, rejected, completed]],
    [{ search: anna.uid.slice(0, 9) }, []],
    [{ search: 'ANN', state: 'completed' }, [completed]],
    [{ search: 'nna' }, [second, rejected, completed]],
    [{ search: 'nx' }, []],
    [{ search: '%' }, []],
    [{ search: 'BeRt', method: 'bank' }, [first]],
  ] satisfies [Query, string[]][]) {
    expect([query, await idsOf(query)]).toEqual([query, ids])
  }
})

test('[D10] withdraw orders by method and amount asked for, and also by the address they go to', async () => {
  const { processing, tron, bank } = withdrawals
  for (const [query, ids] of [
    [{}, [bank, tron, processing]],
    [{ state: 'pending' }, [tron, bank]],
    [{ method: 'bank' }, [bank]],
    [{ method: 'eth' }, [processing]],
    [{ method: 'tron', which: 'open' }, [tron]],
    [{ maxAmount: '200' }, [tron, processing]],
    [{ search: `w${bank}` }, [bank]],
    [{ search: `R${bank}` }, []],
    [{ search: 'anna', state: 'processing' }, [processing]],
    [{ search: bert.uid }, []],
    [{ search: TRON_ADDRESS }, [tron]],
    [{ search: ETH_ADDRESS.toLowerCase() }, [processing]],
  ] satisfies [Parameters<typeof payoutsOf>[0], string[]][]) {
    expect([query, await payoutsOf(query)]).toEqual([query, ids])
  }
})

test('[D10] the first page of what waits tells how many its filter lists and what they ask for; ended ones are not counted', async () => {
  const inAll = async (query: Query) => (await admin.ok(listRechargeOrders, { query })).totals
  for (const [query, totals] of [
    [{ state: 'pending' }, { count: 2, amount: '110.50' }],
    [
      { state: 'pending', limit: 1 },
      { count: 2, amount: '110.50' },
    ],
    [{ state: 'pending', limit: 1, cursor: deposits.first }, null],
    [{ state: 'processing' }, { count: 1, amount: '40.00' }],
    [{ which: 'open' }, { count: 3, amount: '150.50' }],
    [
      { which: 'open', search: 'bert', method: 'bank' },
      { count: 1, amount: '50.00' },
    ],
    [
      { state: 'pending', minAmount: '61' },
      { count: 0, amount: '0.00' },
    ],
    [{ state: 'completed' }, null],
    [{}, null],
  ] satisfies [Query, Awaited<ReturnType<typeof inAll>>][]) {
    expect([query, await inAll(query)]).toEqual([query, totals])
  }
  const paidOut = async (query: Parameters<typeof payoutsOf>[0]) =>
    (await admin.ok(listWithdrawOrders, { query })).totals
  expect(await paidOut({ state: 'pending' })).toEqual({ count: 2, amount: '500.00' })
  expect(await paidOut({ state: 'pending', method: 'tron' })).toEqual({ count: 1, amount: '200.00' })
  expect(await paidOut({ state: 'rejected' })).toBeNull()
})

test('[D10] [K4] a filter that is none is refused; a search of very many names says that it saw only some', async () => {
  const refused: object[] = [
    { state: 'open' },
    { order: 'down' },
    { method: 'pigeon' },
    { minAmount: '-1' },
    { maxAmount: '1e3' },
    { maxAmount: '9999999999999' },
    { minAmount: '0.0000001' },
    { search: '' },
    { search: '  ' },
    { search: 'x'.repeat(65) },
    { cursor: '0' },
    { limit: 51 },
  ]
  for (const query of refused) {
    expect([query, await admin.refused(listRechargeOrders, { query })]).toEqual([query, 'INVALID_PARAMETERS'])
    expect(await admin.refused(listWithdrawOrders, { query })).toBe('INVALID_PARAMETERS')
  }
  expect(await admin.refused(listWithdrawOrders, { query: { method: 'wallet' } as object })).toBe(
    'INVALID_PARAMETERS',
  )
  expect(await idsOf({ search: '9'.repeat(19), cursor: '9'.repeat(18) })).toEqual([])
  const far = { query: { cursor: '9'.repeat(19) } }
  expect(await admin.refused(listRechargeOrders, far)).toBe('INVALID_PARAMETERS')
  await app.db.query(
    `insert into users (uid, username, username_key, created_at_ms)
    select 2000000000 + i, 'crowd' || i, 'crowd' || i, 1 from generate_series(1, 501) i`,
  )
  expect(await admin.ok(listRechargeOrders, { query: { search: 'crowd' } })).toEqual({
    ...{ deposits: [], nextCursor: null, moreNames: true, totals: null },
  })
  expect(await admin.ok(listRechargeOrders, { query: { search: 'crowd1' } })).toMatchObject({
    moreNames: false,
  })
})

test('[D13] lists and counts are refused without the page’s own permission', async () => {
  const clerk = await app.admin('clerk')
  const allow = (permission: string) =>
    app.db.query(`update administrators set permissions = array[$1] where username = 'clerk'`, [permission])
  await allow('recharge-orders')
  await clerk.ok(listRechargeOrders, { query: {} })
  expect(await clerk.refused(listWithdrawOrders, { query: {} })).toBe('PERMISSION_DENIED')
  expect(await clerk.refused(countWithdrawOrders)).toBe('PERMISSION_DENIED')
  await allow('withdraw-orders')
  await clerk.ok(listWithdrawOrders, { query: {} })
  expect(await clerk.refused(listRechargeOrders, { query: {} })).toBe('PERMISSION_DENIED')
  expect(await clerk.refused(countRechargeOrders)).toBe('PERMISSION_DENIED')
})
