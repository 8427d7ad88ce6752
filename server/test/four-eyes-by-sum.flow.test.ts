import { getRechargeOrder, getWithdrawOrder } from '@truestrike/protocol/order-details-endpoints.ts'
import { adjustBalance } from '@truestrike/protocol/people-acts-endpoints.ts'
import {
  approveRechargeOrder,
  returnWithdrawOrder,
  takeRechargeOrder,
  takeWithdrawOrder,
} from '@truestrike/protocol/review-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ageDecisions, askDeposit } from './funds-app.ts'
import { because, createPeopleApp, type PeopleApp } from './people-app.ts'
import { approved, credit, pay } from './reviewed-orders.ts'
import type { TestClient } from './test-client.ts'

let app: PeopleApp
let carol: TestClient
beforeAll(async () => {
  app = await createPeopleApp()
  carol = await app.admin('carol')
})
afterAll(async () => {
  expect(await app.auditFaults()).toEqual([])
  await app.close()
})

const totals = (codes: readonly string[]) =>
  Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((each) => each === code).length]))

test('[D17] [F8] [S-3] six deposits within the limit are not credited to one user by one administrator in a day', async () => {
  const mira = await app.user('mira')
  expect(await credit(app.anna, mira, '3000')).toBe('credited')
  expect(await credit(app.anna, mira, '2000.01')).toBe('proposed')
  expect(await credit(app.anna, mira, '2000')).toBe('credited')
  // Nor by another one, each within the limit.
  expect(await credit(app.bert, mira, '10')).toBe('proposed')
  const { id } = await askDeposit(mira.client, '10')
  const { byTwo } = await app.bert.ok(getRechargeOrder, { params: { id } })
  expect(byTwo).toMatchObject({ above: '0.00', available: true })
  await ageDecisions(app)
  expect(await credit(app.bert, mira, '5000')).toBe('credited')
})

test('[D17] [F8] [S-3] nor to many users, a little each', async () => {
  await ageDecisions(app)
  const users = await Promise.all(['nora', 'olga', 'pia'].map((name) => app.user(name)))
  const answers: string[] = []
  for (const user of users) answers.push(await credit(app.anna, user, '2000'))
  expect(answers).toEqual(['credited', 'credited', 'proposed'])
})

test('[D17] [F8] what two agreed on uses up nobody’s limit', async () => {
  await ageDecisions(app)
  const rita = await app.user('rita')
  const params = { id: (await askDeposit(rita.client, '9000')).id }
  const body = (version: number) => ({ params, body: { version, credited: '9000' } })
  await app.anna.ok(takeRechargeOrder, { params, body: { version: 1 } })
  await app.anna.ok(approveRechargeOrder, body(2))
  await app.bert.ok(takeRechargeOrder, { params, body: { version: 3 } })
  expect((await app.bert.ok(approveRechargeOrder, body(4))).deposit.state).toBe('completed')
  expect(await credit(app.bert, rita, '5000')).toBe('credited')
})

test('[D17] [F5] [S-3] four payouts within the limit are not paid by the one who approved them', async () => {
  await ageDecisions(app)
  const sara = await app.user('sara', '20000')
  const orders = [
    await approved(app.anna, sara, '3000'),
    await approved(app.anna, sara, '3000'),
    await approved(app.anna, sara, '2000'),
  ] as const
  expect(await pay(app.anna, orders[0])).toBe('completed')
  const { withdrawal } = await app.anna.ok(getWithdrawOrder, { params: orders[1].params })
  expect(withdrawal).toMatchObject({ needsOther: true, nobodyElse: false })
  expect(await pay(app.anna, orders[1])).toBe('SECOND_ADMIN_REQUIRED')
  expect(await pay(app.anna, orders[2])).toBe('completed')
  await app.bert.ok(takeWithdrawOrder, { params: orders[1].params, body: { version: 3 } })
  expect(await pay(app.bert, { ...orders[1], version: 4 })).toBe('completed')
  // What is said to have come back adds up too.
  const back = async ({ params }: (typeof orders)[number]) => {
    const body = { version: 4, remark: 'it bounced' }
    const { envelope } = await app.anna.call(returnWithdrawOrder, { params, body })
    return envelope.success ? 'returned' : envelope.code
  }
  expect(await back(orders[0])).toBe('returned')
  expect(await credit(app.anna, sara, '2000.01')).toBe('proposed')
  expect(await back(orders[2])).toBe('returned')
})

test('[D17] [F5] [S-3] the one who credited a user never pays that user, not even later or with another one’s approval', async () => {
  await ageDecisions(app)
  const uma = await app.user('uma', '1000')
  expect(await credit(app.anna, uma, '10')).toBe('credited')
  await ageDecisions(app)
  await ageDecisions(app)
  const order = await approved(app.bert, uma, '20')
  await app.anna.ok(takeWithdrawOrder, { params: order.params, body: { version: 3 } })
  const { withdrawal } = await app.anna.ok(getWithdrawOrder, { params: order.params })
  expect(withdrawal).toMatchObject({ needsOther: true, nobodyElse: false })
  expect(await pay(app.anna, { ...order, version: 4 })).toBe('SECOND_ADMIN_REQUIRED')
  // Nor by a hand in the database.
  await expect(
    app.db.query(
      `update withdrawals set state = 'completed', paid_by = reviewer_id, payout_ref = 'x', ended_ms = $2, updated_ms = $2,
        version = version + 1 where id = $1`,
      [BigInt(order.params.id), app.clock.nowMs()],
    ),
  ).rejects.toThrow('another one than credited its user')
  await app.bert.ok(takeWithdrawOrder, { params: order.params, body: { version: 4 } })
  expect(await pay(app.bert, { ...order, version: 5 })).toBe('completed')
})

test('[D17] [S-3] practice funds add up as well, and a repeated request stays what it was', async () => {
  await ageDecisions(app)
  const vera = await app.user('vera')
  const asked = (amount: string) => ({
    params: { uid: vera.uid },
    body: { ...because(), book: 'demo' as const, amount },
  })
  const first = asked('4000')
  const second = asked('-2000')
  expect((await app.anna.ok(adjustBalance, first)).proposal).toBe(null)
  expect((await app.anna.ok(adjustBalance, second)).proposal).toMatchObject({ state: 'proposed' })
  expect((await app.anna.ok(adjustBalance, asked('1000'))).proposal).toBe(null)
  expect((await app.anna.ok(adjustBalance, first)).proposal).toBe(null)
  await ageDecisions(app)
  expect((await app.anna.ok(adjustBalance, second)).proposal).toMatchObject({ state: 'proposed' })
  const [row] = await app.db.query<{ n: bigint }>(
    'select count(*) as n from balance_adjustments where user_id = $1',
    [vera.userId],
  )
  expect(row?.n).toBe(2n)
})

test('[D17] [F8] [S-3] of decisions at the same moment no more get through than one after the other', async () => {
  await ageDecisions(app)
  const wanda = await app.user('wanda', '20000')
  const others = await Promise.all(['xena', 'yara', 'zoe'].map((name) => app.user(name)))
  const deposits = await Promise.all(
    [wanda, wanda, wanda, ...others].map(async ({ client }) => (await askDeposit(client, '2000')).id),
  )
  for (const id of deposits) await carol.ok(takeRechargeOrder, { params: { id }, body: { version: 1 } })
  const answers = await Promise.all(
    deposits.map(async (id) => {
      const body = { version: 2, credited: '2000' }
      return (await carol.ok(approveRechargeOrder, { params: { id }, body })).deposit.state
    }),
  )
  expect(totals(answers)).toEqual({ completed: 2, processing: 4 })
  const orders = []
  for (let made = 0; made < 6; made += 1) orders.push(await approved(app.anna, wanda, '2000'))
  expect(totals(await Promise.all(orders.map((order) => pay(app.anna, order))))).toEqual({
    completed: 2,
    SECOND_ADMIN_REQUIRED: 4,
  })
})
