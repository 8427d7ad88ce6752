import { ensure } from '@truestrike/core/assert.ts'
import { listBills } from '@truestrike/protocol/bill-endpoints.ts'
import {
  createTransfer,
  createWithdrawal,
  getFunds,
  listDeposits,
  listWithdrawals,
} from '@truestrike/protocol/funds-endpoints.ts'
import { getWithdrawOrder } from '@truestrike/protocol/order-details-endpoints.ts'
import {
  approveWithdrawOrder,
  countWithdrawOrders,
  failWithdrawOrder,
  listWithdrawOrders,
  payWithdrawOrder,
  rejectWithdrawOrder,
  returnWithdrawOrder,
  takeWithdrawOrder,
} from '@truestrike/protocol/review-endpoints.ts'
import { beginTwoFactor, changePassword, confirmTwoFactor } from '@truestrike/protocol/security-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMoneyGuard } from '../src/accounts/money-guard.service.ts'
import { setIdentityStatus } from '../src/accounts/profile.store.ts'
import {
  ageDecisions,
  askWithdrawal,
  createFundsApp,
  ETH_ADDRESS,
  type FundsApp,
  type FundsUser,
  newPayoutRef,
  newRequestId,
  PAYER,
  TRON_ADDRESS,
  withdrawalOf,
} from './funds-app.ts'
import { TEST_PASSWORD, type TestClient } from './test-client.ts'
import { appCode } from './two-factor-app.ts'

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
const BANK = { method: 'bank', network: undefined, address: undefined, ...PAYER }

const billsOf = async ({ client }: FundsUser) =>
  (await client.ok(listBills, { query: { book: 'real' } })).bills
    .filter(({ type }) => type !== 'deposit')
    .map(({ type, status, amount }) => `${type} ${status} ${amount}`)

const openOf = async ({ client }: FundsUser) =>
  (await client.ok(listWithdrawals, { query: { which: 'open' } })).withdrawals.map(({ id }) => id)

const noticesOf = async ({ userId }: FundsUser) =>
  (
    await app.db.query<{ told: string }>(
      `select concat_ws(' ', kind, priority, data->>'amount') as told from notices where user_id = $1 and kind like 'withdrawal%' order by id`,
      [userId],
    )
  ).map(({ told }) => told)

const refusedWith = async ({ client }: FundsUser, changes: object) => {
  const { envelope } = await client.call(createWithdrawal, { body: withdrawalOf(changes) })
  return envelope.success ? 'taken' : envelope.code
}

const takeAndApprove = async (id: string, client = admin) => {
  await client.ok(takeWithdrawOrder, { params: { id }, body: { version: 1 } })
  return (await client.ok(approveWithdrawOrder, { params: { id }, body: { version: 2 } })).withdrawal
}

test('[F3] [F5] [D10] a withdrawal freezes its amount; paid out of frozen, the fee to the fees, with bills and notices', async () => {
  const anna = await app.user('anna', '300')
  const withdrawal = await askWithdrawal(anna.client)
  expect(withdrawal).toMatchObject({
    ...{ state: 'pending', amount: '100.00', fee: '1.00', actual: '99.00' },
    ...{ method: 'wallet', network: 'eth', address: ETH_ADDRESS },
  })
  expect(await anna.balances()).toEqual([200n * USDT, 0n, 100n * USDT])
  expect(await billsOf(anna)).toEqual(['fee pending -1.00', 'withdraw pending -99.00'])
  expect(await admin.ok(countWithdrawOrders)).toEqual({ count: 1, processing: 0 })
  const { withdrawals } = await admin.ok(listWithdrawOrders, { query: { which: 'open' } })
  expect(withdrawals).toMatchObject([
    { uid: anna.uid, version: 1, checks: { lockedUntilMs: null, twoFactor: false, covered: true } },
  ])

  const params = { id: withdrawal.id }
  await takeAndApprove(withdrawal.id)
  expect(await openOf(anna)).toEqual([withdrawal.id])
  expect(await anna.balances()).toEqual([200n * USDT, 0n, 100n * USDT])
  const payoutRef = newPayoutRef()
  const body = { version: 3, payoutRef: ` ${payoutRef.toUpperCase()} ` }
  const paid = await admin.ok(payWithdrawOrder, { params, body })
  expect(paid.withdrawal).toMatchObject({ state: 'completed', payoutRef, paidBy: app.firstRun.adminUsername })
  const [entry] = await app.db.query<{ after: object }>(
    `select after from audit_log where subject = $1 and action = 'withdrawal.pay'`,
    [`withdrawal:${withdrawal.id}`],
  )
  expect(entry?.after).toMatchObject({ amount: '99.00', asked: '100.00', fee: '1.00', payoutRef })
  expect(await anna.balances()).toEqual([200n * USDT, 0n, 0n])
  expect(await billsOf(anna)).toEqual(['fee completed -1.00', 'withdraw completed -99.00'])
  expect(await noticesOf(anna)).toEqual([
    'withdrawal-pending low 100.00',
    'withdrawal-processing low 100.00',
    'withdrawal-approved low 100.00',
    'withdrawal-completed medium 99.00',
  ])

  expect(await openOf(anna)).toEqual([])
  // It came back: another record, the first one stays as it was.
  const back = { version: 4, remark: 'the receiving exchange refused it' }
  const both = await Promise.all([
    admin.call(returnWithdrawOrder, { params, body: back }),
    admin.call(returnWithdrawOrder, { params, body: back }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await anna.balances()).toEqual([300n * USDT, 0n, 0n])
  const list = (await anna.client.ok(listWithdrawals, { query: {} })).withdrawals
  expect(list).toMatchObject([{ state: 'completed', returnedMs: app.clock.nowMs() }])
  expect((await billsOf(anna)).slice(0, 2)).toEqual(['fee completed 1.00', 'withdraw completed 99.00'])
  expect((await noticesOf(anna)).at(-1)).toBe('withdrawal-returned high 100.00')
})

test('[F5] rejected before approval, or failed after it: the whole amount goes back', async () => {
  const bert = await app.user('bert', '300')
  const first = await askWithdrawal(bert.client, BANK)
  expect(first).toMatchObject({ fee: '1.00', bankName: 'Example Bank', accountEnd: '3310', address: null })
  const params = { id: first.id }
  await admin.ok(takeWithdrawOrder, { params, body: { version: 1 } })
  const { withdrawal } = await admin.ok(rejectWithdrawOrder, {
    params,
    body: { version: 2, remark: 'the name is another one' },
  })
  expect(withdrawal).toMatchObject({ state: 'rejected', payee: PAYER, remark: 'the name is another one' })
  expect(await bert.balances()).toEqual([300n * USDT, 0n, 0n])

  const second = await askWithdrawal(bert.client, { ...BANK, amount: '240' })
  expect(second).toMatchObject({ fee: '1.20', actual: '238.80' })
  await takeAndApprove(second.id)
  const failed = { params: { id: second.id }, body: { version: 3, remark: 'the bank did not take it' } }
  expect(await admin.refused(rejectWithdrawOrder, failed)).toBe('REVIEW_CONFLICT')
  await admin.ok(failWithdrawOrder, failed)
  expect(await bert.balances()).toEqual([300n * USDT, 0n, 0n])
  expect((await noticesOf(bert)).filter((told) => told.includes(' high '))).toEqual([
    'withdrawal-rejected high 100.00',
    'withdrawal-failed high 240.00',
  ])
})

test('[F3] [E4] what is missing or wrong is said in the words of the specification', async () => {
  const cora = await app.user('cora', '60')
  const said = async (changes: object) => {
    const { envelope, status } = await cora.client.call(createWithdrawal, { body: withdrawalOf(changes) })
    return envelope.success ? 'taken' : `${status} ${envelope.message}`
  }
  expect(await said({ amount: 'ten' })).toBe('400 Please enter a valid amount')
  expect(await said({ amount: '61' })).toBe('409 Insufficient balance')
  expect(await said({ method: 'pigeon' })).toBe('400 Invalid withdrawal method')
  expect(await said({ ...BANK, bankName: ' ' })).toBe('400 Please fill in all bank information')
  expect(await said({ ...BANK, accountName: '\u202e\u200b' })).toBe('400 Please fill in all bank information')
  expect(await said({ ...BANK, accountNumber: undefined })).toBe('400 Please fill in all bank information')
  for (const [network, address] of [
    ['eth', `${ETH_ADDRESS.slice(0, -1)}D`],
    ['eth', TRON_ADDRESS],
    ['tron', ETH_ADDRESS],
    ['tron', `${TRON_ADDRESS.slice(0, -1)}u`],
    ['btc', ETH_ADDRESS],
    ['eth', `0x${'0'.repeat(40)}`],
    ['eth', `0x${'0'.repeat(36)}dEaD`],
    ['eth', `0x${'0'.repeat(36)}dead`],
    ['tron', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
    ['eth', undefined],
  ]) {
    expect(await said({ network, address })).toBe('400 Please enter a valid wallet address')
  }
  cora.client.headers['accept-language'] = 'de-DE'
  expect(await said({ amount: '9.99' })).toBe('400 Der Betrag liegt außerhalb der Grenzen')
  expect(await refusedWith(cora, { amount: '9.99' })).toBe('AMOUNT_OUT_OF_RANGE')
  expect(await refusedWith(cora, { ruleVersion: 2 })).toBe('FUNDS_RULES_CHANGED')
  expect(await cora.balances()).toEqual([60n * USDT, 0n, 0n])
})

test('[F8] the same request id freezes once, many at once never more than there is', async () => {
  const dora = await app.user('dora', '250')
  const body = withdrawalOf()
  const same = await Promise.all(Array.from({ length: 4 }, () => dora.client.ok(createWithdrawal, { body })))
  expect(new Set(same.map(({ withdrawal }) => withdrawal.id)).size).toBe(1)
  // Answered as it was then, without asking for the password again.
  await dora.client.ok(createWithdrawal, { body: { ...body, password: 'wrong' } })
  expect(await dora.client.refused(createWithdrawal, { body: { ...body, amount: '101' } })).toBe(
    'IDEMPOTENCY_MISMATCH',
  )
  expect(await dora.balances()).toEqual([150n * USDT, 0n, 100n * USDT])
  const codes = await Promise.all(Array.from({ length: 5 }, () => refusedWith(dora, { amount: '50' })))
  expect(codes.filter((code) => code === 'taken')).toHaveLength(3)
  expect(new Set(codes)).toEqual(new Set(['taken', 'INSUFFICIENT_BALANCE']))
  expect(await dora.balances()).toEqual([0n, 0n, 250n * USDT])
})

test('[F4] [U3] after a change of the password nothing leaves for 24 hours, and the time left is told', async () => {
  const emil = await app.user('emil', '100')
  expect((await emil.client.ok(getFunds)).lockedUntilMs).toBeNull()
  await emil.client.ok(changePassword, {
    body: { currentPassword: TEST_PASSWORD, newPassword: 'another1', confirmPassword: 'another1' },
  })
  const untilMs = app.clock.nowMs() + 24 * 3_600_000
  expect(await emil.client.ok(getFunds)).toMatchObject({ lockedUntilMs: untilMs, lockedBy: 'password' })
  const { envelope, status, headers } = await emil.client.call(createWithdrawal, {
    body: withdrawalOf({ password: 'another1' }),
  })
  expect([status, headers['retry-after']]).toEqual([403, '86400'])
  expect(envelope).toMatchObject({ code: 'WITHDRAWALS_LOCKED', details: { untilMs, change: 'password' } })
  // Where a recording is played faster, so are these hours.
  const guard = createMoneyGuard({ ...app, clock: { ...app.clock, speed: 10 } } as never)
  await expect(guard.check(emil.userId)).rejects.toMatchObject({
    details: { untilMs: untilMs + 9 * 24 * 3_600_000 },
    retryAfterSeconds: 86_400,
  })
  // What waits for a time waits so much shorter.
  const shorten = (ms: number) =>
    app.db.query('update users set password_changed_at_ms = password_changed_at_ms - $2 where id = $1', [
      emil.userId,
      ms,
    ])
  await shorten(24 * 3_600_000 - 1_000)
  expect(await refusedWith(emil, { password: 'another1' })).toBe('WITHDRAWALS_LOCKED')
  await shorten(1_000)
  expect(await refusedWith(emil, { password: 'another1' })).toBe('taken')
})

test('[A13] [F3] money leaves with the password, or with a code where two-factor sign-in is on', async () => {
  const frida = await app.user('frida', '100')
  expect(await refusedWith(frida, { password: 'wrong' })).toBe('INVALID_PARAMETERS')
  expect(await refusedWith(frida, { password: undefined })).toBe('INVALID_PARAMETERS')
  const { secret } = await frida.client.ok(beginTwoFactor, { body: { password: TEST_PASSWORD } })
  const code = (steps: number) => appCode(secret, app.clock.nowMs() + steps * 30_000)
  await frida.client.ok(confirmTwoFactor, { body: { code: code(0) } })
  expect((await frida.client.ok(getFunds)).confirmation).toBe('code')
  expect(await refusedWith(frida, {})).toBe('TWO_FACTOR_REQUIRED')
  expect(await refusedWith(frida, { code: '000000' })).toBe('TWO_FACTOR_WRONG')
  expect(await refusedWith(frida, { password: undefined, code: code(1) })).toBe('taken')
  expect(await refusedWith(frida, { code: code(1) })).toBe('INSUFFICIENT_BALANCE')

  await app.db.query('update users set password_hash = null where id = $1', [frida.userId])
  await app.db.query('delete from user_two_factor where user_id = $1', [frida.userId])
  expect((await frida.client.ok(getFunds)).confirmation).toBe('none')
})

test('[D17] with one administrator nothing above the limit is approved, and the order says so', async () => {
  await ageDecisions(app)
  const hugo = await app.user('hugo', '6000')
  const { id } = await askWithdrawal(hugo.client, { amount: '5000.01' })
  const params = { id }
  const taken = await admin.ok(takeWithdrawOrder, { params, body: { version: 1 } })
  expect(taken.withdrawal.nobodyElse).toBe(true)
  expect(await admin.refused(approveWithdrawOrder, { params, body: { version: 2 } })).toBe(
    'SECOND_ADMIN_REQUIRED',
  )
  const body = { version: 2, remark: 'in two parts, please' }
  expect((await admin.ok(rejectWithdrawOrder, { params, body })).withdrawal.nobodyElse).toBe(false)
  const small = await askWithdrawal(hugo.client, { amount: '5000' })
  expect((await takeAndApprove(small.id)).nobodyElse).toBe(false)
  expect(await hugo.balances()).toEqual([1_000n * USDT, 0n, 5_000n * USDT])
})

test('[D17] above the limit one administrator approves and another pays', async () => {
  const gerd = await app.user('gerd', '6000')
  const { id } = await askWithdrawal(gerd.client, { amount: '5000.01' })
  const params = { id }
  const second = await app.admin('second_payer')
  expect(await takeAndApprove(id)).toMatchObject({
    ...{ approvedBy: app.firstRun.adminUsername, needsOther: true, nobodyElse: false },
  })
  expect(
    await admin.refused(payWithdrawOrder, { params, body: { version: 3, payoutRef: newPayoutRef() } }),
  ).toBe('SECOND_ADMIN_REQUIRED')
  expect(
    await second.refused(payWithdrawOrder, { params, body: { version: 3, payoutRef: newPayoutRef() } }),
  ).toBe('REVIEW_CONFLICT')
  await second.ok(takeWithdrawOrder, { params, body: { version: 3 } })
  const taken = (await admin.ok(getWithdrawOrder, { params })).withdrawal
  expect(taken).toMatchObject({ takenBy: 'other', reviewer: 'second_payer' })
  await second.ok(payWithdrawOrder, { params, body: { version: 4, payoutRef: newPayoutRef() } })
  expect(await gerd.balances()).toEqual([999_990_000n, 0n, 0n])
  // And whoever paid does not take it back alone, which the order tells him and nobody else.
  const back = { version: 5, remark: 'it came back' }
  const seenBy = async (one: TestClient) => (await one.ok(getWithdrawOrder, { params })).withdrawal
  expect(await seenBy(second)).toMatchObject({ needsOther: true, nobodyElse: false, twoFromMs: null })
  expect(await seenBy(admin)).toMatchObject({ needsOther: false, nobodyElse: false, twoFromMs: null })
  await app.db.query(`update administrators set disabled = true where username <> 'second_payer'`)
  expect(await seenBy(second)).toMatchObject({ needsOther: true, nobodyElse: true })
  await app.db.query('update administrators set disabled = false')
  expect(await second.refused(returnWithdrawOrder, { params, body: back })).toBe('SECOND_ADMIN_REQUIRED')
  await admin.ok(returnWithdrawOrder, { params, body: back })
  expect(await seenBy(second)).toMatchObject({ needsOther: false, nobodyElse: false })
  expect(await gerd.balances()).toEqual([6_000n * USDT, 0n, 0n])
  // That another one took it over after it was approved is nothing to its owner.
  expect(await noticesOf(gerd)).toEqual([
    'withdrawal-pending low 5000.01',
    'withdrawal-processing low 5000.01',
    'withdrawal-approved low 5000.01',
    'withdrawal-completed medium 4999.01',
    'withdrawal-returned high 5000.01',
  ])
})

test('[D17] what somebody approved who may no longer do so is not paid; he who approved it, or another, lets the user have it back', async () => {
  const inge = await app.user('inge', '6000')
  const leaver = await app.admin('leaver')
  const ask = async () => (await askWithdrawal(inge.client, { amount: '5500' })).id
  const id = await ask()
  const params = { id }
  await leaver.ok(takeWithdrawOrder, { params, body: { version: 1 } })
  await leaver.ok(approveWithdrawOrder, { params, body: { version: 2 } })
  const taken = await admin.ok(takeWithdrawOrder, { params, body: { version: 3 } })
  expect(taken.withdrawal).toMatchObject({ approvedBy: 'leaver', needsOther: false })
  const pay = { params, body: { version: 4, payoutRef: newPayoutRef() } }
  for (const change of ['disabled = true', `disabled = false, permissions = '{withdraw-orders:read}'`]) {
    await app.db.query(`update administrators set ${change} where username = 'leaver'`)
    expect(await admin.refused(payWithdrawOrder, pay)).toBe('PROPOSER_GONE')
  }
  expect(await inge.balances()).toEqual([500n * USDT, 0n, 5_500n * USDT])
  await admin.ok(failWithdrawOrder, { params, body: { version: 4, remark: 'asked for anew, please' } })
  expect(await inge.balances()).toEqual([6_000n * USDT, 0n, 0n])

  const own = await ask()
  await takeAndApprove(own)
  const body = { version: 3, remark: 'nobody could pay it' }
  await admin.ok(failWithdrawOrder, { params: { id: own }, body })
  expect(await inge.balances()).toEqual([6_000n * USDT, 0n, 0n])
})

test('[D6] of a frozen user nothing leaves, and a cursor that no row can have is refused', async () => {
  const ilka = await app.user('ilka', '50')
  await app.db.query(`update users set status = 'frozen' where id = $1`, [ilka.userId])
  expect(await refusedWith(ilka, { amount: '20' })).toBe('USER_FROZEN')
  const body = { requestId: newRequestId(), uid: '1234567890', username: 'x', amount: '5' }
  expect(await ilka.client.refused(createTransfer, { body: { ...body, password: TEST_PASSWORD } })).toBe(
    'USER_FROZEN',
  )
  expect(await ilka.balances()).toEqual([50n * USDT, 0n, 0n])
  const cursor = (2n ** 63n).toString()
  for (const [client, endpoint, query] of [
    [ilka.client, listDeposits, { cursor }],
    [ilka.client, listWithdrawals, { cursor }],
    [admin, listWithdrawOrders, { which: 'all', cursor }],
  ] as const) {
    expect(await client.refused(endpoint as typeof listWithdrawOrders, { query })).toBe('INVALID_PARAMETERS')
  }
})

test('[F8] the database refuses a payout nobody approved, and a withdrawal that changes what was asked for', async () => {
  const hans = await app.user('hans', '50')
  const { id } = await askWithdrawal(hans.client, { amount: '50' })
  await admin.ok(takeWithdrawOrder, { params: { id }, body: { version: 1 } })
  const refused = (text: string) => expect(app.db.query(text, [BigInt(id)])).rejects.toThrow()
  const step = 'version = version + 1, updated_ms = 1'
  await refused(
    `update withdrawals set state = 'completed', paid_by = 1, payout_ref = 'x', ended_ms = 1, ${step} where id = $1`,
  )
  await refused(`update withdrawals set address = '${ensure(TRON_ADDRESS)}', ${step} where id = $1`)
  await refused(`update withdrawals set fee_micros = 0, ${step} where id = $1`)
  await refused('delete from withdrawals where id = $1')
  await expect(app.db.query('truncate withdrawals cascade')).rejects.toThrow()
})

test('[F9] where the rules ask for the identity check, nothing is withdrawn before it is passed', async () => {
  const ida = await app.user('ida', '50')
  const missing = async () => (await ida.client.ok(getFunds)).withdrawal.identityMissing
  expect(await missing()).toBe(false)
  await app.db.query(
    `insert into funds_rules (deposit_min_micros, deposit_max_micros, withdrawal_min_micros, withdrawal_max_micros,
      wallet_fee_micros, bank_fee_bps, bank_fee_min_micros, transfer_min_micros, transfer_max_micros,
      second_admin_above_micros, identity_required, created_ms)
    select deposit_min_micros, deposit_max_micros, withdrawal_min_micros, withdrawal_max_micros, wallet_fee_micros,
      bank_fee_bps, bank_fee_min_micros, transfer_min_micros, transfer_max_micros, second_admin_above_micros, true, $1
    from funds_rules`,
    [BigInt(app.clock.nowMs())],
  )
  const { ruleVersion } = await ida.client.ok(getFunds)
  expect(await missing()).toBe(true)
  expect(await refusedWith(ida, { amount: '20', ruleVersion })).toBe('IDENTITY_REQUIRED')
  for (const status of ['pending', 'refused'] as const) {
    await setIdentityStatus(app.db, ida.userId, status)
    expect(await refusedWith(ida, { amount: '20', ruleVersion })).toBe('IDENTITY_REQUIRED')
  }
  expect(await ida.balances()).toEqual([50n * USDT, 0n, 0n])
  await setIdentityStatus(app.db, ida.userId, 'verified')
  expect(await missing()).toBe(false)
  expect(await refusedWith(ida, { amount: '20', ruleVersion })).toBe('taken')
})
