import { ensure } from '@truestrike/core/assert.ts'
import { exportBills, listBills } from '@truestrike/protocol/bill-endpoints.ts'
import {
  cancelDeposit,
  createDeposit,
  createTransfer,
  createWithdrawal,
  listAddresses,
  listDepositMethods,
  listDeposits,
  listWithdrawals,
  removeAddress,
  renameAddress,
  saveAddress,
  setDefaultAddress,
} from '@truestrike/protocol/funds-endpoints.ts'
import { takeRechargeOrder, takeWithdrawOrder } from '@truestrike/protocol/review-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  askDeposit,
  askWithdrawal,
  createFundsApp,
  ETH_ADDRESS,
  type FundsApp,
  type FundsUser,
  newRequestId,
  PAYER,
  withdrawalOf,
} from './funds-app.ts'
import { TEST_PASSWORD, type TestAnswer } from './test-client.ts'

let app: FundsApp
let anna: FundsUser
let berta: FundsUser
beforeAll(async () => {
  app = await createFundsApp()
  anna = await app.user('anna', '100')
  berta = await app.user('berta', '100')
})
afterAll(() => app.close())

const without = ({ status, envelope }: TestAnswer<unknown>) => ({ status, ...envelope, requestId: '' })

test('[K3] a deposit and an address are their owner’s: to others they do not exist', async () => {
  const deposit = await askDeposit(anna.client, '10')
  const body = { network: 'eth' as const, address: ETH_ADDRESS, label: 'mine' }
  const { addresses } = await anna.client.ok(saveAddress, { body })
  for (const [endpoint, id] of [
    [cancelDeposit, deposit.id],
    [setDefaultAddress, ensure(addresses[0]).id],
    [renameAddress, ensure(addresses[0]).id],
    [removeAddress, ensure(addresses[0]).id],
  ] as const) {
    const answers = [id, '999999999', '9223372036854775808'].map((each) =>
      berta.client.call<unknown, unknown, unknown>(endpoint, {
        params: { id: each },
        ...(endpoint === renameAddress ? { body: { label: 'theirs' } } : {}),
      }),
    )
    const [foreign, missing, none] = (await Promise.all(answers)).map(without)
    expect(foreign).toMatchObject({ status: 404 })
    expect(foreign).toEqual(missing)
    expect(none).toEqual(missing)
  }
  expect((await anna.client.ok(listAddresses)).addresses).toEqual(addresses)
  expect((await anna.client.ok(listDeposits, { query: {} })).deposits[0]).toMatchObject({ state: 'pending' })
})

test('[K3] [F8] the id of someone else’s request is free to use, and moves one’s own money', async () => {
  const body = withdrawalOf({ amount: '20' })
  const { withdrawal } = await anna.client.ok(createWithdrawal, { body })
  const { withdrawal: own } = await berta.client.ok(createWithdrawal, { body })
  expect(own.id).not.toBe(withdrawal.id)
  const { methods } = await anna.client.ok(listDepositMethods)
  const asked = { requestId: newRequestId(), methodId: ensure(methods[0]).id, amount: '10', ...PAYER }
  const first = await anna.client.ok(createDeposit, { body: asked })
  expect((await berta.client.ok(createDeposit, { body: asked })).deposit.id).not.toBe(first.deposit.id)
  const sent = { requestId: newRequestId(), amount: '1', password: TEST_PASSWORD }
  const there = await anna.client.ok(createTransfer, { body: { ...sent, uid: berta.uid, username: 'berta' } })
  const back = await berta.client.ok(createTransfer, { body: { ...sent, uid: anna.uid, username: 'anna' } })
  expect(back.transfer.id).not.toBe(there.transfer.id)
})

test('[K3] lists and files hold only what is one’s own, whatever cursor is sent', async () => {
  await askWithdrawal(anna.client, { amount: '30' })
  const [mine, hers] = await Promise.all(
    [anna, berta].map(async ({ client }) => [
      ...(await client.ok(listWithdrawals, { query: { cursor: '999999999' } })).withdrawals,
      ...(await client.ok(listDeposits, { query: { cursor: '999999999' } })).deposits,
      ...(await client.ok(listBills, { query: { book: 'real', cursor: '99999999999999-999999999' } })).bills,
    ]),
  )
  const idsOf = (list: readonly { id: string; createdMs: number; amount: string }[] = []) =>
    list.map((item) => JSON.stringify(item))
  expect(idsOf(mine).filter((item) => idsOf(hers).includes(item))).toEqual([])
  const file = await berta.client.raw('GET', `${exportBills.path}?book=real`)
  expect(file.body).not.toContain('-29.00')
})

test('[K3] no user reviews, not even his own request', async () => {
  const { id } = await askWithdrawal(anna.client, { amount: '10' })
  for (const endpoint of [takeWithdrawOrder, takeRechargeOrder]) {
    const answer = await anna.client.call<unknown, unknown, unknown>(endpoint, {
      params: { id },
      body: { version: 1 },
    })
    expect(answer.status).toBe(403)
    expect(answer.envelope).toMatchObject({ code: 'ADMIN_SESSION_INVALID' })
  }
})
