import { createTransfer, createWithdrawal } from '@truestrike/protocol/funds-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DbUnavailableError } from '../src/platform/db-error.ts'
import { createFundsApp, type FundsApp, newRequestId, withdrawalOf } from './funds-app.ts'
import { TEST_PASSWORD } from './test-client.ts'

let app: FundsApp
beforeAll(async () => {
  app = await createFundsApp()
})
afterAll(async () => {
  expect(await app.auditFaults()).toEqual([])
  await app.close()
})

const USDT = 1_000_000n

test('[F8] [E2] [S-10] what is made and cannot be read is not told as refused; the same id brings it, once', async () => {
  const [payer, payee] = [await app.user('lost-payer', '150'), await app.user('lost-payee')]
  const withdraw = { body: withdrawalOf() }
  const transfer = {
    body: {
      requestId: newRequestId(),
      uid: payee.uid,
      username: 'lost-payee',
      amount: '50',
      password: TEST_PASSWORD,
    },
  }
  const { query } = app.db
  app.db.query = async (text, params) => {
    if (/\bfrom (withdrawals|user_transfers)\b/.test(text)) throw new DbUnavailableError('the line was cut')
    return await query(text, params)
  }
  const codes = [
    await payer.client.refused(createWithdrawal, withdraw),
    await payer.client.refused(createTransfer, transfer),
  ]
  app.db.query = query
  expect(codes).toEqual(['OUTCOME_UNKNOWN', 'OUTCOME_UNKNOWN'])
  expect(await payer.balances()).toEqual([0n, 0n, 100n * USDT])
  await payer.client.ok(createWithdrawal, withdraw)
  await payer.client.ok(createTransfer, transfer)
  expect(await payer.balances()).toEqual([0n, 0n, 100n * USDT])
  expect(await payee.balances()).toEqual([50n * USDT, 0n, 0n])
})
