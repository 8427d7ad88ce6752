import { getBalanceDays, getWallet } from '@truestrike/protocol/bill-endpoints.ts'
import { createTransfer } from '@truestrike/protocol/funds-endpoints.ts'
import { resetDemoBalance } from '@truestrike/protocol/limits-endpoints.ts'
import {
  approveWithdrawOrder,
  payWithdrawOrder,
  returnWithdrawOrder,
  takeWithdrawOrder,
} from '@truestrike/protocol/review-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceDaysQuery } from '../src/ledger/balance-days.store.ts'
import {
  askWithdrawal,
  createFundsApp,
  type FundsApp,
  type FundsUser,
  newPayoutRef,
  newRequestId,
} from './funds-app.ts'
import { TEST_PASSWORD } from './test-client.ts'
import { testDatabaseUrl } from './test-database.ts'

const DAY_MS = 86_400_000
const USDT = 1_000_000n

let app: FundsApp
beforeAll(async () => {
  app = await createFundsApp()
})
afterAll(() => app.close())

const closings = async ({ client }: FundsUser, book: 'demo' | 'real', days?: number) =>
  (await client.ok(getBalanceDays, { query: { book, ...(days === undefined ? {} : { days }) } })).days.map(
    ({ closing }) => closing,
  )
const wallet = ({ client }: FundsUser, book: 'demo' | 'real') => client.ok(getWallet, { query: { book } })

/** As settlement books a contract: the whole stake lost, or so much won. */
async function contract({ userId }: FundsUser, stake: bigint, profit: bigint): Promise<void> {
  const now = app.clock.nowMs()
  await app.db.query(
    `select ledger_hold_stakes($1, array[$2::bigint], array['demo'], array[$3::bigint], array[1::bigint])`,
    [...[now, userId, stake]],
  )
  await app.db.query(
    `select ledger_settle_stakes($1, 0::smallint, array[$2::bigint], array['demo'], array[$3::bigint], array[$4::bigint],
      array[1::bigint], array['BTCUSDT'])`,
    [now, userId, stake, profit],
  )
}

test('[F1] what every movement left, counted back from now, begins with nothing: no movement is forgotten', async () => {
  const [anna, bert] = [await app.user('anna', '100'), await app.user('bert')]
  const body = {
    requestId: newRequestId(),
    uid: bert.uid,
    username: 'bert',
    amount: '30',
    password: TEST_PASSWORD,
  }
  await anna.client.ok(createTransfer, { body })
  expect(await closings(anna, 'real')).toEqual(['70.00'])
  const admin = await app.admin()
  const params = { id: (await askWithdrawal(anna.client, { amount: '20' })).id }
  await admin.ok(takeWithdrawOrder, { params, body: { version: 1 } })
  await admin.ok(approveWithdrawOrder, { params, body: { version: 2 } })
  await admin.ok(payWithdrawOrder, { params, body: { version: 3, payoutRef: newPayoutRef() } })
  expect(await closings(anna, 'real')).toEqual(['50.00'])
  await admin.ok(returnWithdrawOrder, { params, body: { version: 4, remark: 'it came back' } })
  // What is frozen is still his.
  await askWithdrawal(anna.client, { amount: '15' })
  expect(await closings(anna, 'real')).toEqual(['70.00'])
  expect(await closings(bert, 'real')).toEqual(['30.00'])
  expect(await closings(bert, 'demo')).toEqual(['10000.00'])
  // Results have a sign of their own: neither deposits nor what a friend sent are told as one.
  expect(await wallet(anna, 'real')).toMatchObject({ change: '0.00', changeBps: 0 })
})

test('[F1] the change of a day is what contracts brought; a reset of the practice balance is none of it', async () => {
  const cora = await app.user('cora')
  await contract(cora, 2_500n * USDT, -2_500n * USDT)
  expect(await wallet(cora, 'demo')).toMatchObject({
    total: '7500.00',
    change: '-2500.00',
    changeBps: -2_500,
  })
  await cora.client.ok(resetDemoBalance, { body: { requestId: newRequestId() } })
  expect(await wallet(cora, 'demo')).toMatchObject({
    total: '10000.00',
    change: '-2500.00',
    changeBps: -2_500,
  })
  await contract(cora, 100n * USDT, 5_000n * USDT)
  expect(await wallet(cora, 'demo')).toMatchObject({ total: '15000.00', change: '2500.00', changeBps: 2_500 })
  await cora.client.ok(resetDemoBalance, { body: { requestId: newRequestId() } })
  expect(await wallet(cora, 'demo')).toMatchObject({ total: '10000.00', change: '2500.00', changeBps: 2_500 })
  expect(await closings(cora, 'demo')).toEqual(['10000.00'])
})

test('[F1] a day for each day, the last as it stands; a request counts when it is completed', async () => {
  const dora = await app.user('dora')
  const now = app.clock.nowMs()
  const bill = (type: string, micros: bigint, createdMs: number, completedMs: number | null) =>
    app.db.query(
      `insert into bills (user_id, book, type, status, amount_micros, ref, created_ms, completed_ms)
      values ($1, 'demo', $2, $3, $4, 'test:1', $5, $6)`,
      [dora.userId, type, completedMs === null ? 'pending' : 'completed', micros, createdMs, completedMs],
    )
  await bill('profit', 40n * USDT, now - DAY_MS, now - DAY_MS)
  await bill('loss', -10n * USDT, now - 2 * DAY_MS, now - 2 * DAY_MS)
  await bill('deposit', 25n * USDT, now - 5 * DAY_MS, now - DAY_MS)
  await bill('withdraw', -999n * USDT, now - DAY_MS, null)
  const { days } = await dora.client.ok(getBalanceDays, { query: { book: 'demo', days: 4 } })
  const today = Math.floor(now / DAY_MS) * DAY_MS
  // The funds were issued today: before it the made-up bills alone count.
  expect(days).toEqual([
    { dayMs: today - 3 * DAY_MS, closing: '-55.00' },
    { dayMs: today - 2 * DAY_MS, closing: '-65.00' },
    { dayMs: today - DAY_MS, closing: '0.00' },
    { dayMs: today, closing: '10000.00' },
  ])
  expect(await dora.client.refused(getBalanceDays, { query: { book: 'demo', days: 91 } })).toBe(
    'INVALID_PARAMETERS',
  )
  await app.db.query('delete from bills where user_id = $1', [dora.userId])
})

test.runIf(testDatabaseUrl !== undefined)(
  '[F1] the days of a user are read by his own rows, not by all',
  async () => {
    const emil = await app.user('emil')
    await app.db.query(
      `insert into bills (user_id, book, type, status, amount_micros, ref, created_ms, completed_ms)
    select 1000 + n % 1000, 'demo', 'profit', 'completed', 1, 'test:' || n, n, n from generate_series(1, 50000) n`,
    )
    await app.db.query('analyze bills, transfers')
    const plan = await app.db.query<{ 'QUERY PLAN': string }>(`explain ${balanceDaysQuery}`, [
      ...[emil.userId, 'demo', app.clock.nowMs() - 30 * DAY_MS],
    ])
    const text = plan.map((row) => row['QUERY PLAN']).join('\n')
    expect(text).not.toContain('Seq Scan on bills')
    expect(text).toContain('bills_of_user')
    expect(text).toContain('bills_moved')
    await app.db.query(`delete from bills where ref like 'test:%'`)
  },
)
