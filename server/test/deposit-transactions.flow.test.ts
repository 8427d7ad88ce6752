import { ensure } from '@truestrike/core/assert.ts'
import { listBills } from '@truestrike/protocol/bill-endpoints.ts'
import { createDeposit, listDepositMethods, listDeposits } from '@truestrike/protocol/funds-endpoints.ts'
import { getRechargeOrder } from '@truestrike/protocol/order-details-endpoints.ts'
import {
  approveRechargeOrder,
  exportRechargeOrders,
  listRechargeOrders,
  rejectRechargeOrder,
  takeRechargeOrder,
} from '@truestrike/protocol/review-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createFundsApp,
  ETH_ADDRESS,
  type FundsApp,
  newRequestId,
  PAYER,
  payerOn,
  TRON_ADDRESS,
} from './funds-app.ts'
import type { TestClient } from './test-client.ts'

let app: FundsApp
let admin: TestClient
let other: TestClient
beforeAll(async () => {
  app = await createFundsApp()
  admin = await app.admin()
  other = await app.admin('other')
})
afterAll(async () => {
  expect(app.logged).toEqual([])
  expect(await app.auditFaults()).toEqual([])
  await app.close()
})

/** A hash of 64 digits, of which none is like another. */
const hashOf = (digit: string): string => digit.repeat(64)

async function bodyOf(client: TestClient, network: 'eth' | 'tron' | null, more: object = {}) {
  const { methods } = await client.ok(listDepositMethods)
  const methodId = ensure(methods.find((method) => method.network === network)).id
  return { requestId: newRequestId(), methodId, amount: '40', ...payerOn(network), ...more }
}

/** Asked for and taken on by `by`; its number. */
async function taken(
  client: TestClient,
  by: TestClient,
  more: object = {},
  network = 'tron',
): Promise<string> {
  const body = await bodyOf(client, network === 'eth' ? 'eth' : 'tron', more)
  const { id } = (await client.ok(createDeposit, { body })).deposit
  await by.ok(takeRechargeOrder, { params: { id }, body: { version: 1 } })
  return id
}

const credit = (id: string, transactionId?: string, version = 2, credited = '40') => ({
  params: { id },
  body: { version, credited, ...(transactionId === undefined ? {} : { transactionId }) },
})

test('[D10] [F2] [B-4] a user may name the transaction; an administrator confirms it, and it is in the order, its bill and the file', async () => {
  const { client: mira } = await app.user('mira')
  const told = hashOf('a')
  const id = await taken(mira, admin, { transactionId: ` ${told.toUpperCase()} ` })
  expect((await mira.ok(listDeposits, { query: {} })).deposits[0]).toMatchObject({ transactionId: told })
  const before = await admin.ok(getRechargeOrder, { params: { id } })
  expect(before).toMatchObject({
    ...{ sameTransaction: 0, deposit: { transactionId: told, toldTransactionId: told } },
  })
  // None, one of another network, and what is none at all.
  for (const wrong of [undefined, ' ', `0x${told}`, 'paid yesterday'])
    expect(await admin.refused(approveRechargeOrder, credit(id, wrong))).toBe('DEPOSIT_TRANSACTION_INVALID')
  const paid = hashOf('b')
  const { deposit } = await admin.ok(approveRechargeOrder, credit(id, paid))
  expect(deposit).toMatchObject({ state: 'completed', transactionId: paid, toldTransactionId: told })
  expect((await mira.ok(listDeposits, { query: {} })).deposits[0]).toMatchObject({ transactionId: paid })
  const { bills } = await mira.ok(listBills, { query: { book: 'real' } })
  expect(bills[0]).toMatchObject({ ref: `deposit:${id}`, status: 'completed', reference: paid })
  const { deposits } = await admin.ok(listRechargeOrders, { query: { search: `R${id}` } })
  expect(deposits[0]).toMatchObject({ transactionId: paid })
  expect((await admin.raw('GET', exportRechargeOrders.path)).body).toContain(paid)
  const [entry] = await app.db.query<{ after: object }>(
    `select after from audit_log where subject = $1 and action = 'deposit.approve'`,
    [`deposit:${id}`],
  )
  expect(entry?.after).toMatchObject({ transactionId: paid })
})

test('[D10] [B-4] one transaction credits one deposit, of whatever user, also when two are credited at once', async () => {
  const { client: nina } = await app.user('nina')
  const { client: otto } = await app.user('otto')
  const hash = hashOf('c')
  const first = await taken(nina, admin, { transactionId: hash })
  const second = await taken(otto, other, { transactionId: hash })
  expect((await admin.ok(getRechargeOrder, { params: { id: first } })).sameTransaction).toBe(1)
  const both = await Promise.all([
    admin.call(approveRechargeOrder, credit(first, hash)),
    other.call(approveRechargeOrder, credit(second, hash.toUpperCase())),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const late = both.find(({ status }) => status === 409)
  expect(late?.envelope).toMatchObject({ code: 'DEPOSIT_TRANSACTION_USED' })
  // Nor can it be told again.
  const again = { body: await bodyOf(otto, 'tron', { transactionId: hash }) }
  expect(await otto.refused(createDeposit, again)).toBe('DEPOSIT_TRANSACTION_USED')
  expect(
    await otto.refused(createDeposit, { body: await bodyOf(otto, 'tron', { transactionId: 'x' }) }),
  ).toBe('DEPOSIT_TRANSACTION_INVALID')
  expect(await otto.refused(createDeposit, { body: await bodyOf(otto, null, { transactionId: hash }) })).toBe(
    'DEPOSIT_TRANSACTION_INVALID',
  )
  // One that was declined does not use it up: the database itself holds that it credits once.
  const used = await app.db.query('select id from deposits where payment_ref = $1', [hash])
  expect(used).toHaveLength(1)
  await expect(
    app.db.tx(async (sql) => {
      await sql.query('set local session_replication_role = replica')
      await sql.query(
        `update deposits set payment_ref = $1, state = 'completed', credited_micros = 1, ended_ms = 1, reviewer_id = 1
         where told_ref = $1 and state = 'processing'`,
        [hash],
      )
    }),
  ).rejects.toThrow()
})

test('[D10] [D17] of two administrators both confirm the same transaction; a declined deposit leaves it free', async () => {
  const { client: pia } = await app.user('pia')
  const [hash, wrong] = [`0x${hashOf('d')}`, `0x${hashOf('e')}`]
  const id = await taken(pia, admin, {}, 'eth')
  await admin.ok(approveRechargeOrder, credit(id, wrong, 2, '45'))
  // Nothing of it is told to its user yet.
  expect((await pia.ok(listDeposits, { query: {} })).deposits[0]).toMatchObject({ transactionId: null })
  await other.ok(takeRechargeOrder, { params: { id }, body: { version: 3 } })
  const second = await other.ok(approveRechargeOrder, credit(id, hash, 4, '45'))
  expect(second.deposit).toMatchObject({ state: 'processing', proposed: { byMe: true }, transactionId: hash })
  await admin.ok(takeRechargeOrder, { params: { id }, body: { version: 5 } })
  const agreed = await admin.ok(approveRechargeOrder, credit(id, hash, 6, '45'))
  expect(agreed.deposit).toMatchObject({ state: 'completed', transactionId: hash })

  const declined = await taken(pia, admin, {}, 'eth')
  await admin.ok(approveRechargeOrder, credit(declined, wrong, 2, '45'))
  const reject = { params: { id: declined }, body: { version: 3, remark: 'not there' } }
  await admin.ok(rejectRechargeOrder, reject)
  const free = await taken(pia, admin, {}, 'eth')
  expect((await admin.ok(approveRechargeOrder, credit(free, wrong))).deposit.state).toBe('completed')
})

test('[F2] a payer is named in signs that are read: neither blanks alone nor marks that turn the direction', async () => {
  const nora = await app.user('nora')
  const { methods } = await nora.client.ok(listDepositMethods)
  const ask = async (changes: object) => {
    const form = {
      requestId: newRequestId(),
      methodId: ensure(methods[0]).id,
      amount: '20',
      ...PAYER,
      ...changes,
    }
    return await nora.client.call(createDeposit, { body: form })
  }
  for (const changes of [
    { accountName: ' \u3000 ' },
    { accountName: '\u202e\u200b' },
    { accountNumber: '\u2066 \u2069' },
    { bankName: '\u200f' },
  ]) {
    expect((await ask(changes)).envelope).toMatchObject({ code: 'INVALID_PARAMETERS' })
  }
  expect((await ask({ accountName: '  Mira \u202e  Kovac\t', bankName: undefined })).status).toBe(200)
  const { deposits } = await admin.ok(listRechargeOrders, { query: { which: 'open' } })
  expect(deposits.find(({ uid }) => uid === nora.uid)?.payer).toEqual({
    ...PAYER,
    accountName: 'Mira Kovac',
    bankName: '',
  })
})

test('[F2] a deposit of a network names the address it comes from, kept in its one spelling', async () => {
  const olaf = await app.user('olaf')
  const { methods } = await olaf.client.ok(listDepositMethods)
  const ask = async (network: 'eth' | 'tron', accountNumber: string) => {
    const { id: methodId } = ensure(methods.find((method) => method.network === network))
    const form = { ...payerOn(network), requestId: newRequestId(), methodId, amount: '20', accountNumber }
    return await olaf.client.call(createDeposit, { body: form })
  }
  const mistyped = ETH_ADDRESS.replace('5aAe', '5aae')
  for (const [network, address] of [
    ['eth', 'abc'],
    ['eth', mistyped],
    ['eth', TRON_ADDRESS],
    ['tron', ETH_ADDRESS],
    ['tron', PAYER.accountNumber],
  ] as const) {
    expect((await ask(network, address)).envelope).toMatchObject({
      code: 'INVALID_PARAMETERS',
      details: { fields: [{ field: 'accountNumber', rule: 'address' }] },
    })
  }
  expect((await ask('eth', ` ${ETH_ADDRESS.toLowerCase()} `)).status).toBe(200)
  const { deposits } = await admin.ok(listRechargeOrders, { query: { which: 'open' } })
  expect(deposits.find(({ uid }) => uid === olaf.uid)?.payer).toMatchObject({ accountNumber: ETH_ADDRESS })
})
