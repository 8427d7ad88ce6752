import { readFileSync } from 'node:fs'
import { ensure } from '@truestrike/core/assert.ts'
import { createTransfer } from '@truestrike/protocol/funds-endpoints.ts'
import { getWithdrawOrder } from '@truestrike/protocol/order-details-endpoints.ts'
import {
  correctWithdrawOrder,
  failWithdrawOrder,
  returnWithdrawOrder,
} from '@truestrike/protocol/review-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FundsUser, newPayoutRef, newRequestId } from './funds-app.ts'
import { createPeopleApp, type PeopleApp } from './people-app.ts'
import { approved, credit, type OrderOnHand, pay, takenOver } from './reviewed-orders.ts'
import { TEST_PASSWORD, type TestClient } from './test-client.ts'

const USDT = 1_000_000n
const OWN_CREDIT = 'another one than credited its user'

let app: PeopleApp
beforeAll(async () => {
  app = await createPeopleApp()
})
afterAll(async () => {
  expect(await app.auditFaults()).toEqual([])
  await app.close()
})

const seenBy = async (by: TestClient, { params }: OrderOnHand) =>
  (await by.ok(getWithdrawOrder, { params })).withdrawal

/** Records that it was paid after all: `corrected`, or the code of the refusal. */
async function correct(
  by: TestClient,
  { params, version }: OrderOnHand,
  shortfall = '0.00',
): Promise<string> {
  const body = { version, payoutRef: newPayoutRef(), shortfall, remark: 'sent after all' }
  const { envelope } = await by.call(correctWithdrawOrder, { params, body })
  return envelope.success ? 'corrected' : envelope.code
}

/** The same by a hand in the database, in the name of an administrator. */
const correctByHand = ({ params }: OrderOnHand, username: string) =>
  app.db.query(
    `insert into withdrawal_corrections (withdrawal_id, user_id, payout_ref, actual_micros, taken_micros, fee_micros,
      remark, admin_id, created_ms)
    select w.id, w.user_id, 'x', amount_micros - fee_micros, amount_micros - fee_micros, 0, 'by hand', a.id, $3
    from withdrawals w, administrators a where w.id = $1 and a.username = $2`,
    [BigInt(params.id), username, app.clock.nowMs()],
  )

/** Marks what its reviewer has on hand as paid by its reviewer. */
const payByHand = ({ params }: OrderOnHand) =>
  app.db.query(
    `update withdrawals set state = 'completed', paid_by = reviewer_id, payout_ref = 'x', ended_ms = $2, updated_ms = $2,
      version = version + 1 where id = $1`,
    [BigInt(params.id), app.clock.nowMs()],
  )

async function send(from: FundsUser, to: FundsUser, amount: string): Promise<void> {
  // Each at a moment of its own.
  await app.clock.advance(1)
  const body = { requestId: newRequestId(), uid: to.uid, username: to.name, password: TEST_PASSWORD, amount }
  await from.client.ok(createTransfer, { body })
  await app.clock.advance(1)
}

test('[D17] [F5] [S-3] the one who credited a user does not record a payment to that user as a correction either', async () => {
  const xavi = await app.user('xavi')
  expect(await credit(app.anna, xavi, '400')).toBe('credited')
  const order = await takenOver(app.anna, await approved(app.bert, xavi, '400'))
  await app.anna.ok(failWithdrawOrder, {
    params: order.params,
    body: { version: order.version, remark: 'not sent' },
  })
  const failed = { ...order, version: order.version + 1 }
  expect(await seenBy(app.anna, failed)).toMatchObject({ needsOther: true, nobodyElse: false })
  expect(await seenBy(app.bert, failed)).toMatchObject({ needsOther: false })
  expect(await correct(app.anna, failed)).toBe('SECOND_ADMIN_REQUIRED')
  await expect(correctByHand(failed, app.firstRun.adminUsername)).rejects.toThrow(OWN_CREDIT)
  expect(await xavi.balances()).toEqual([400n * USDT, 0n, 0n])
  expect(await correct(app.bert, failed)).toBe('corrected')
  expect(await xavi.balances()).toEqual([0n, 0n, 0n])
})

test('[D17] [F5] [F6] what was set to failed and spent since is not paid a second time by the platform on the word of the same one', async () => {
  const [lena, milo] = [await app.user('lena', '200'), await app.user('milo')]
  const order = await approved(app.anna, lena, '150')
  const { params, version } = order
  await app.anna.ok(failWithdrawOrder, { params, body: { version, remark: 'not sent' } })
  const failed = { params, version: version + 1 }
  expect(await seenBy(app.anna, failed)).toMatchObject({ needsOther: false })
  await send(lena, milo, '100')
  expect(await seenBy(app.anna, failed)).toMatchObject({ needsOther: true, nobodyElse: false })
  expect(await seenBy(app.bert, failed)).toMatchObject({ needsOther: false, twoFromMs: null })
  expect(await correct(app.anna, failed, '49.00')).toBe('SECOND_ADMIN_REQUIRED')
  await expect(
    app.db.query(
      `insert into withdrawal_corrections (withdrawal_id, user_id, payout_ref, actual_micros, taken_micros, fee_micros,
        remark, admin_id, created_ms)
      select id, user_id, 'x', amount_micros - fee_micros, 100000000, 0, 'by hand', reviewer_id, $2
      from withdrawals where id = $1`,
      [BigInt(params.id), app.clock.nowMs()],
    ),
  ).rejects.toThrow('two administrators')
  expect(await lena.balances()).toEqual([100n * USDT, 0n, 0n])
  expect(await correct(app.bert, failed, '49.00')).toBe('corrected')
  expect(await lena.balances()).toEqual([0n, 0n, 0n])
})

test('[D17] [F5] [S-3] a payout booked as returned is money given: who booked it neither pays that user nor corrects it, but may book another one', async () => {
  const dora = await app.user('dora', '1000')
  const [first, second] = [await approved(app.anna, dora, '100'), await approved(app.anna, dora, '50')]
  expect(await pay(app.anna, first)).toBe('completed')
  expect(await pay(app.anna, second)).toBe('completed')
  const paid = (order: OrderOnHand) => ({ ...order, version: order.version + 1 })
  const giveBack = ({ params, version }: OrderOnHand) =>
    app.anna.ok(returnWithdrawOrder, { params, body: { version, remark: 'it came back' } })
  await giveBack(paid(first))
  expect(await seenBy(app.anna, first)).toMatchObject({ needsOther: true, nobodyElse: false })
  expect(await correct(app.anna, paid(first))).toBe('SECOND_ADMIN_REQUIRED')
  await expect(correctByHand(first, app.firstRun.adminUsername)).rejects.toThrow(OWN_CREDIT)

  const next = await takenOver(app.anna, await approved(app.bert, dora, '20'))
  expect(await seenBy(app.anna, next)).toMatchObject({ needsOther: true })
  expect(await pay(app.anna, next)).toBe('SECOND_ADMIN_REQUIRED')
  await expect(payByHand(next)).rejects.toThrow(OWN_CREDIT)
  expect(await pay(app.bert, await takenOver(app.bert, next))).toBe('completed')

  expect(await seenBy(app.anna, second)).toMatchObject({ needsOther: false })
  await giveBack(paid(second))
  expect(await correct(app.bert, paid(first))).toBe('corrected')
})

test('[D17] [F6] [F5] [S-3] funds that users pass on are still of whoever credited them; what is credited afterwards is not passed on', async () => {
  const [erik, finn, gina] = [await app.user('erik'), await app.user('finn', '100'), await app.user('gina')]
  expect(await credit(app.anna, erik, '300')).toBe('credited')
  await send(erik, finn, '300')
  await send(finn, gina, '200')
  const order = await takenOver(app.anna, await approved(app.bert, gina, '150'))
  expect(await seenBy(app.anna, order)).toMatchObject({ needsOther: true, nobodyElse: false })
  expect(await pay(app.anna, order)).toBe('SECOND_ADMIN_REQUIRED')
  await expect(payByHand(order)).rejects.toThrow(OWN_CREDIT)
  const { params, version } = order
  await app.anna.ok(failWithdrawOrder, { params, body: { version, remark: 'not sent' } })
  const failed = { params, version: version + 1 }
  expect(await correct(app.anna, failed)).toBe('SECOND_ADMIN_REQUIRED')
  await expect(correctByHand(failed, app.firstRun.adminUsername)).rejects.toThrow(OWN_CREDIT)
  expect(await correct(app.bert, failed)).toBe('corrected')

  const [hugo, ida] = [await app.user('hugo', '100'), await app.user('ida')]
  await send(hugo, ida, '50')
  expect(await credit(app.anna, hugo, '30')).toBe('credited')
  expect(
    await pay(app.anna, await approved(app.bert, ida, '20').then((own) => takenOver(app.anna, own))),
  ).toBe('completed')
})

/** What becomes of a withdrawal of 10 USDT that bert approves and anna pays: its state, or the code of the refusal. */
async function paidByAnna(user: FundsUser): Promise<string> {
  const order = await takenOver(app.anna, await approved(app.bert, user, '10'))
  expect(await seenBy(app.anna, order)).toMatchObject({ needsOther: await isBarred(user) })
  if (await isBarred(user)) await expect(payByHand(order)).rejects.toThrow(OWN_CREDIT)
  return await pay(app.anna, order)
}

async function isBarred({ userId }: FundsUser): Promise<boolean> {
  const [row] = await app.db.query<{ barred: boolean }>(
    'select is_barred_payer($1, id) as barred from administrators where username = $2',
    [userId, app.firstRun.adminUsername],
  )
  return ensure(row).barred
}

test('[F6] [D17] a small transfer keeps nobody from paying a user whom others have credited; small ones that add up do', async () => {
  const [nora, oskar] = [await app.user('nora'), await app.user('oskar')]
  expect(await credit(app.bert, nora, '500')).toBe('credited')
  expect(await credit(app.anna, oskar, '300')).toBe('credited')
  await send(oskar, nora, '1')
  expect(await paidByAnna(nora)).toBe('completed')
  for (const amount of ['9', '20', '20']) await send(oskar, nora, amount)
  // 50 USDT: ten times as much is what bert credited.
  expect(await paidByAnna(nora)).toBe('completed')
  await send(oskar, nora, '1')
  expect(await paidByAnna(nora)).toBe('SECOND_ADMIN_REQUIRED')
  // Real funds that others credit later count as well.
  expect(await credit(app.bert, nora, '10')).toBe('credited')
  expect(await paidByAnna(nora)).toBe('completed')
  await send(oskar, nora, '200')
  expect(await paidByAnna(nora)).toBe('SECOND_ADMIN_REQUIRED')
})

test('[F6] [D17] a user passes on what weighs at that moment: neither what did not, nor less because of what others credit later', async () => {
  const [paul, quinn, rosa] = [await app.user('paul'), await app.user('quinn'), await app.user('rosa')]
  expect(await credit(app.anna, paul, '300')).toBe('credited')
  expect(await credit(app.bert, quinn, '200')).toBe('credited')
  await send(paul, quinn, '20')
  await send(quinn, rosa, '30')
  expect(await paidByAnna(rosa)).toBe('completed')
  await send(paul, quinn, '80')
  await send(quinn, rosa, '30')
  // Comes too late for what was passed on.
  expect(await credit(app.bert, quinn, '3000')).toBe('credited')
  expect(await paidByAnna(quinn)).toBe('completed')
  expect(await paidByAnna(rosa)).toBe('SECOND_ADMIN_REQUIRED')

  const sam = await app.user('sam')
  expect(await credit(app.anna, sam, '1000')).toBe('credited')
  await send(quinn, sam, '10')
  const order = await takenOver(app.bert, await approved(app.anna, sam, '10'))
  // Bert gave quinn funds, and anna's credit stands against the ten of them.
  expect(await pay(app.bert, order)).toBe('completed')
})

test('[D17] [F6] who passed what on is kept, and migration 0087 finds the same out of older transfers', async () => {
  const kept = () => app.db.query('select * from passed_on_credits order by transfer_id, admin_id')
  const recorded = await kept()
  expect(recorded.length).toBeGreaterThanOrEqual(4)
  await expect(app.db.query('delete from passed_on_credits')).rejects.toThrow('append-only')
  await app.db.tx(async (sql) => {
    await sql.query('set local session_replication_role = replica')
    await sql.query('delete from passed_on_credits')
  })
  const migration = readFileSync(new URL('../migrations/0087-barred-payers.sql', import.meta.url), 'utf8')
  await app.db.exec(ensure(/^do \$\$.*?^\$\$;/ms.exec(migration))[0])
  expect(await kept()).toEqual(recorded)
})

test('[D17] in test mode the only administrator there is corrects payouts to users they credited', async () => {
  const kate = await app.user('kate')
  expect(await credit(app.anna, kate, '40')).toBe('credited')
  const order = await approved(app.anna, kate, '40')
  await app.anna.ok(failWithdrawOrder, {
    params: order.params,
    body: { version: order.version, remark: 'not sent' },
  })
  const failed = { ...order, version: order.version + 1 }
  expect(await correct(app.anna, failed)).toBe('SECOND_ADMIN_REQUIRED')
  await app.db.query('update administrators set disabled = true where username <> $1', [
    app.firstRun.adminUsername,
  ])
  expect(await seenBy(app.anna, failed)).toMatchObject({ needsOther: false, nobodyElse: false })
  expect(await correct(app.anna, failed)).toBe('corrected')
  await app.db.query('update administrators set disabled = false')
})
