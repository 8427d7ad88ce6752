import { getWithdrawOrder } from '@truestrike/protocol/order-details-endpoints.ts'
import {
  approveWithdrawOrder,
  failWithdrawOrder,
  payWithdrawOrder,
  takeWithdrawOrder,
} from '@truestrike/protocol/review-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askWithdrawal, createFundsApp, type FundsApp, newPayoutRef } from './funds-app.ts'
import type { TestClient } from './test-client.ts'

let app: FundsApp
let admin: TestClient
beforeAll(async () => {
  app = await createFundsApp()
  admin = await app.admin()
})
afterAll(async () => {
  expect(await app.auditFaults()).toEqual([])
  await app.close()
})

const USDT = 1_000_000n

test('[D6] [D10] what a user asked for before he was frozen is neither approved nor paid meanwhile, and can go back to him', async () => {
  const joost = await app.user('joost', '100')
  const stand = (status: string) =>
    app.db.query('update users set status = $2 where id = $1', [joost.userId, status])
  const { id } = await askWithdrawal(joost.client, { amount: '20' })
  const params = { id }
  await stand('frozen')
  await admin.ok(takeWithdrawOrder, { params, body: { version: 1 } })
  const shown = await admin.ok(getWithdrawOrder, { params })
  expect([shown.user.frozen, shown.checks.active]).toEqual([true, { passed: false }])
  const approve = () => admin.refused(approveWithdrawOrder, { params, body: { version: 2 } })
  expect(await approve()).toBe('PAYEE_FROZEN')
  await stand('active')
  await admin.ok(approveWithdrawOrder, { params, body: { version: 2 } })
  await stand('frozen')
  const pay = { version: 3, payoutRef: newPayoutRef() }
  expect(await admin.refused(payWithdrawOrder, { params, body: pay })).toBe('PAYEE_FROZEN')
  expect(await joost.balances()).toEqual([80n * USDT, 0n, 20n * USDT])
  await admin.ok(failWithdrawOrder, { params, body: { version: 3, remark: 'frozen' } })
  expect(await joost.balances()).toEqual([100n * USDT, 0n, 0n])
})
