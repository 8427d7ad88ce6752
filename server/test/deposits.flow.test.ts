import { ensure } from '@truestrike/core/assert.ts'
import { listBills } from '@truestrike/protocol/bill-endpoints.ts'
import { previewSecondAdmin } from '@truestrike/protocol/config-endpoints.ts'
import {
  cancelDeposit,
  createDeposit,
  getFunds,
  listDepositMethods,
  listDeposits,
} from '@truestrike/protocol/funds-endpoints.ts'
import { getRechargeOrder } from '@truestrike/protocol/order-details-endpoints.ts'
import {
  approveRechargeOrder,
  countRechargeOrders,
  listRechargeOrders,
  rejectRechargeOrder,
  takeRechargeOrder,
} from '@truestrike/protocol/review-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  ageDecisions,
  askDeposit,
  createFundsApp,
  depositTo,
  type FundsApp,
  newRequestId,
  PAYER,
  payerOn,
} from './funds-app.ts'
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

const billsOf = async (client: TestClient) =>
  (await client.ok(listBills, { query: { book: 'real' } })).bills.map(({ type, status, amount, remark }) => ({
    type,
    status,
    amount,
    remark,
  }))

const toldTo = (userId: bigint) =>
  app.db.query<{ kind: string; priority: string; data: object }>(
    'select kind, priority, data from notices where user_id = $1 order by id',
    [userId],
  )

const auditOf = (subject: string) =>
  app.db.query<{ action: string; actor: string; after: { state: string } }>(
    `select action, actor_kind as actor, after from audit_log where subject = $1 order by id`,
    [subject],
  )

test('[F2] a deposit is asked for, taken on and confirmed: the confirmed amount is credited, with bill, notice and audit', async () => {
  const anna = await app.user('anna')
  const { deposit: overview } = await anna.client.ok(getFunds)
  expect(overview).toEqual({ min: '10.00', max: '100000.00' })
  const deposit = await askDeposit(anna.client, '250.5')
  expect(deposit).toMatchObject({ amount: '250.50', credited: null, state: 'pending', kind: 'bank' })
  expect(await anna.balances()).toEqual([0n, 0n, 0n])
  expect(await billsOf(anna.client)).toEqual([
    { type: 'deposit', status: 'pending', amount: '250.50', remark: null },
  ])
  expect(await admin.ok(countRechargeOrders)).toEqual({ count: 1, processing: 0 })

  const { deposits } = await admin.ok(listRechargeOrders, { query: { which: 'open' } })
  expect(deposits).toMatchObject([
    { id: deposit.id, uid: anna.uid, username: 'anna', version: 1, takenBy: null, payer: PAYER },
  ])
  const params = { id: deposit.id }
  const taken = await admin.ok(takeRechargeOrder, { params, body: { version: 1 } })
  expect(taken.deposit).toMatchObject({ state: 'processing', version: 2, takenBy: 'me' })
  expect(await billsOf(anna.client)).toMatchObject([{ status: 'processing' }])
  const body = { version: 2, credited: '249.75', remark: 'less a fee of the bank' }
  const approved = await admin.ok(approveRechargeOrder, { params, body })
  expect(approved.deposit).toMatchObject({ state: 'completed', credited: '249.75', amount: '250.50' })

  expect(await anna.balances()).toEqual([249_750_000n, 0n, 0n])
  expect(await billsOf(anna.client)).toEqual([
    { type: 'deposit', status: 'completed', amount: '249.75', remark: 'less a fee of the bank' },
  ])
  expect((await anna.client.ok(listDeposits, { query: {} })).deposits).toMatchObject([
    { state: 'completed', credited: '249.75', endedMs: app.clock.nowMs() },
  ])
  const { deposits: open } = await anna.client.ok(listDeposits, { query: { which: 'open' } })
  expect(open).toEqual([])
  expect((await toldTo(anna.userId)).map(({ kind, priority }) => `${kind} ${priority}`)).toEqual([
    'deposit-pending low',
    'deposit-processing low',
    'deposit-completed medium',
  ])
  expect((await auditOf(`deposit:${deposit.id}`)).map(({ action, actor }) => `${actor} ${action}`)).toEqual([
    'user deposit.create',
    'admin deposit.take',
    'admin deposit.approve',
  ])
  expect(await admin.ok(countRechargeOrders)).toEqual({ count: 0, processing: 0 })
})

test('[F8] the same request id makes one deposit, and another content with it is refused', async () => {
  const bert = await app.user('bert')
  const { methods } = await bert.client.ok(listDepositMethods)
  const { id: methodId, network } = ensure(methods[1])
  const body = { requestId: newRequestId(), methodId, amount: '20', ...payerOn(network) }
  const answers = await Promise.all(Array.from({ length: 4 }, () => bert.client.ok(createDeposit, { body })))
  expect(new Set(answers.map(({ deposit }) => deposit.id)).size).toBe(1)
  expect((await bert.client.ok(listDeposits, { query: { which: 'open' } })).deposits).toHaveLength(1)
  expect(await bert.client.refused(createDeposit, { body: { ...body, amount: '21' } })).toBe(
    'IDEMPOTENCY_MISMATCH',
  )
})

test('[F2] its owner cancels a deposit while it is pending, and not once a reviewer has it', async () => {
  const cora = await app.user('cora')
  const first = await askDeposit(cora.client, '30')
  const cancelled = await cora.client.ok(cancelDeposit, { params: { id: first.id } })
  expect(cancelled.deposit).toMatchObject({ state: 'failed', endedMs: app.clock.nowMs() })
  expect(await billsOf(cora.client)).toMatchObject([{ status: 'failed' }])
  expect((await toldTo(cora.userId)).at(-1)).toMatchObject({ kind: 'deposit-cancelled', priority: 'low' })
  expect(await cora.client.refused(cancelDeposit, { params: { id: first.id } })).toBe('REQUEST_TAKEN_ON')
  expect(await admin.refused(takeRechargeOrder, { params: { id: first.id }, body: { version: 2 } })).toBe(
    'REVIEW_CONFLICT',
  )

  const second = await askDeposit(cora.client, '30')
  await admin.ok(takeRechargeOrder, { params: { id: second.id }, body: { version: 1 } })
  expect(await cora.client.refused(cancelDeposit, { params: { id: second.id } })).toBe('REQUEST_TAKEN_ON')
  const body = { version: 2, remark: 'nothing has arrived' }
  const rejected = await admin.ok(rejectRechargeOrder, { params: { id: second.id }, body })
  expect(rejected.deposit).toMatchObject({ state: 'rejected', remark: 'nothing has arrived' })
  expect(await cora.balances()).toEqual([0n, 0n, 0n])
  expect((await toldTo(cora.userId)).at(-1)).toMatchObject({
    ...{ kind: 'deposit-rejected', priority: 'high' },
    data: { amount: '30.00', remark: 'nothing has arrived', ref: `deposit:${second.id}` },
  })
})

const credit = (id: string, version: number, credited: string, more: object = {}) => ({
  ...{ params: { id }, body: { version, credited, ...more } },
})

test('[D17] with one administrator nothing is credited above the limit or above what was asked, and it says why', async () => {
  const [hanna] = await Promise.all([app.user('hanna'), ageDecisions(app)])
  const { id } = await askDeposit(hanna.client, '5000.01')
  const params = { id }
  await admin.ok(takeRechargeOrder, { params, body: { version: 1 } })
  expect((await admin.ok(getRechargeOrder, { params })).byTwo).toEqual({
    ...{ above: '5000.00', available: false, availableFromMs: null },
  })
  expect(await admin.ok(previewSecondAdmin, { query: { to: '5000.01' } })).toMatchObject({ waiting: 1 })
  for (const amount of ['5000.01', '5000.000001', '9000'])
    expect(await admin.refused(approveRechargeOrder, credit(id, 2, amount))).toBe('SECOND_ADMIN_REQUIRED')
  await admin.ok(approveRechargeOrder, credit(id, 2, '4980'))
  const small = (await askDeposit(hanna.client, '20')).id
  await admin.ok(takeRechargeOrder, { params: { id: small }, body: { version: 1 } })
  expect(await admin.refused(approveRechargeOrder, credit(small, 2, '20.000001'))).toBe(
    'SECOND_ADMIN_REQUIRED',
  )
  await admin.ok(approveRechargeOrder, credit(small, 2, '20'))
  expect(await hanna.balances()).toEqual([5_000_000_000n, 0n, 0n])
})

test('[D17] what takes two administrators is credited when another one says the same amount, once in every race', async () => {
  const ines = await app.user('ines')
  const other = await app.admin('who_agrees')
  const { id } = await askDeposit(ines.client, '40')
  const params = { id }
  await admin.ok(takeRechargeOrder, { params, body: { version: 1 } })
  const first = await admin.ok(approveRechargeOrder, credit(id, 2, '45', { remark: 'more came' }))
  expect(first.deposit).toMatchObject({
    ...{ state: 'processing', credited: null, version: 3, remark: 'more came' },
    proposed: { amount: '45.00', by: app.firstRun.adminUsername, byMe: true },
  })
  // Nothing of it has reached its user yet.
  expect((await ines.client.ok(listDeposits, { query: {} })).deposits).toMatchObject([
    { state: 'processing', credited: null, remark: null },
  ])
  expect(await billsOf(ines.client)).toEqual([
    { type: 'deposit', status: 'processing', amount: '40.00', remark: null },
  ])
  expect(await admin.refused(approveRechargeOrder, credit(id, 3, '45'))).toBe('SECOND_ADMIN_REQUIRED')
  expect(await other.refused(approveRechargeOrder, credit(id, 3, '45'))).toBe('REVIEW_CONFLICT')
  const taken = await other.ok(takeRechargeOrder, { params, body: { version: 3 } })
  expect(taken.deposit.proposed).toEqual({
    ...{ amount: '45.00', by: app.firstRun.adminUsername, byMe: false },
  })
  // Another amount is another proposal.
  await other.ok(approveRechargeOrder, credit(id, 4, '44', { remark: 'less a fee' }))
  expect(await ines.balances()).toEqual([0n, 0n, 0n])
  await admin.ok(takeRechargeOrder, { params, body: { version: 5 } })
  const racing = [admin, admin, other].map((client) => client.call(approveRechargeOrder, credit(id, 6, '44')))
  expect((await Promise.all(racing)).map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(await ines.balances()).toEqual([44_000_000n, 0n, 0n])
  expect(await billsOf(ines.client)).toEqual([
    { type: 'deposit', status: 'completed', amount: '44.00', remark: 'less a fee' },
  ])
  expect((await toldTo(ines.userId)).map(({ kind }) => kind)).toEqual([
    'deposit-pending',
    'deposit-processing',
    'deposit-completed',
  ])
  const entries = await auditOf(`deposit:${id}`)
  expect(entries.map(({ action }) => action.replace('deposit.', '')).join(' ')).toBe(
    'create take propose take propose take approve',
  )
  expect(entries.at(-1)?.after).toMatchObject({
    asked: '40.00',
    amount: '44.00',
    proposedBy: expect.any(String),
  })

  // Taken away from who is about to agree: he agrees, or is told.
  const large = (await askDeposit(ines.client, '6000')).id
  await admin.ok(takeRechargeOrder, { params: { id: large }, body: { version: 1 } })
  await admin.ok(approveRechargeOrder, credit(large, 2, '6000'))
  await other.ok(takeRechargeOrder, { params: { id: large }, body: { version: 3 } })
  const answers = await Promise.all([
    other.call(approveRechargeOrder, credit(large, 4, '6000')),
    admin.call(takeRechargeOrder, { params: { id: large }, body: { version: 4 } }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const credited = answers[0]?.status === 200 ? 6_000_000_000n : 0n
  expect(await ines.balances()).toEqual([44_000_000n + credited, 0n, 0n])
})

test('[D10] of two administrators one takes an order on and decides it: the other is told, in every race', async () => {
  await ageDecisions(app)
  const dora = await app.user('dora')
  const other = await app.admin('second_reviewer')
  for (let round = 0; round < 3; round += 1) {
    const { id } = await askDeposit(dora.client, '40')
    const take = (client: TestClient) =>
      client.call(takeRechargeOrder, { params: { id }, body: { version: 1 } })
    const answers = await Promise.all([take(admin), take(other)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [winner, loser] = answers[0]?.status === 200 ? [admin, other] : [other, admin]
    const approve = (client: TestClient) =>
      client.call(approveRechargeOrder, { params: { id }, body: { version: 2, credited: '40' } })
    const both = await Promise.all([approve(winner), approve(winner), approve(loser)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  }
  expect(await dora.balances()).toEqual([120_000_000n, 0n, 0n])

  // Who has left the desk can be relieved: taken over, in the open.
  const { id } = await askDeposit(dora.client, '40')
  await admin.ok(takeRechargeOrder, { params: { id }, body: { version: 1 } })
  await other.ok(takeRechargeOrder, { params: { id }, body: { version: 2 } })
  const body = { version: 3, credited: '40' }
  expect(await admin.refused(approveRechargeOrder, { params: { id }, body })).toBe('REVIEW_CONFLICT')
  await other.ok(approveRechargeOrder, { params: { id }, body })
  const told = (await toldTo(dora.userId)).slice(-3).map(({ kind }) => kind)
  expect(told).toEqual(['deposit-pending', 'deposit-processing', 'deposit-completed'])
})

test('[F2] amounts, methods and the number of open deposits are limited', async () => {
  const emil = await app.user('emil')
  const { methods } = await emil.client.ok(listDepositMethods)
  expect(methods.map(({ kind, network, isTest }) => [kind, network, isTest])).toEqual([
    ['bank', null, true],
    ['wallet', 'tron', true],
    ['wallet', 'eth', true],
  ])
  const methodId = ensure(methods[0]).id
  const ask = (changes: object) =>
    emil.client.call(createDeposit, {
      body: { requestId: newRequestId(), methodId, amount: '10', ...PAYER, ...changes },
    })
  const codeOf = async (changes: object) => {
    const { envelope } = await ask(changes)
    return envelope.success ? 'taken' : envelope.code
  }
  for (const amount of ['', '0', '-5', '1e3', '10.0000001', 'NaN', '١٠']) {
    expect(await codeOf({ amount }), amount).toBe('AMOUNT_INVALID')
  }
  expect(await codeOf({ amount: '9.999999' })).toBe('AMOUNT_OUT_OF_RANGE')
  expect(await codeOf({ amount: '100000.01' })).toBe('AMOUNT_OUT_OF_RANGE')
  expect(await codeOf({ methodId: '999999' })).toBe('DEPOSIT_METHOD_UNKNOWN')
  await app.db.query('update deposit_methods set enabled = false where id = $1', [ensure(methods[1]).id])
  expect(await codeOf({ methodId: ensure(methods[1]).id })).toBe('DEPOSIT_METHOD_UNKNOWN')
  const answers = await Promise.all(Array.from({ length: 8 }, () => codeOf({})))
  expect(answers.filter((code) => code === 'taken')).toHaveLength(5)
  expect(new Set(answers)).toEqual(new Set(['taken', 'DEPOSITS_OPEN']))
})

test('[K8] the payer’s account is not readable in the database, and stands in no audit entry, notice or bill', async () => {
  const frida = await app.user('frida')
  await depositTo(frida.client, admin, '50')
  const [row] = await app.db.query<{ text: string }>(
    `select (select string_agg(d::text, ' ') from deposits d) || (select string_agg(a::text, ' ') from audit_log a)
      || (select string_agg(n::text, ' ') from notices n) || (select string_agg(b::text, ' ') from bills b) as text`,
  )
  const { text } = ensure(row)
  expect(text.length).toBeGreaterThan(1_000)
  for (const secret of Object.values(PAYER)) expect(text).not.toContain(secret)
})

test('[F8] the database itself refuses other ways, other amounts and losing a request', async () => {
  const gerd = await app.user('gerd')
  const { id } = await askDeposit(gerd.client, '60')
  const refused = (text: string) => expect(app.db.query(text, [BigInt(id)])).rejects.toThrow()
  const step = 'version = version + 1, updated_ms = 1'
  await refused(
    `update deposits set state = 'completed', credited_micros = 1, reviewer_id = 1, ended_ms = 1, ${step} where id = $1`,
  )
  await refused(
    `update deposits set state = 'rejected', remark = 'x', reviewer_id = 1, ended_ms = 1, ${step} where id = $1`,
  )
  await refused(`update deposits set state = 'processing', ${step} where id = $1`)
  await refused(`update deposits set state = 'processing', reviewer_id = 1, updated_ms = 1 where id = $1`)
  await refused(
    `update deposits set state = 'processing', reviewer_id = 1, amount_micros = 1, ${step} where id = $1`,
  )
  await refused('delete from deposits where id = $1')
  await app.db.query(`update deposits set state = 'processing', reviewer_id = 1, ${step} where id = $1`, [
    BigInt(id),
  ])
  await refused(`update deposits set state = 'pending', ${step} where id = $1`)
  await refused(`update deposits set state = 'completed', ended_ms = 1, ${step} where id = $1`)
  // More than was asked for is credited by another one than who proposed just that.
  const by = (reviewer: number, change: string) =>
    `update deposits set reviewer_id = ${reviewer}, ${change}, ${step} where id = $1`
  const complete = (micros: number) => `state = 'completed', ended_ms = 1, credited_micros = ${micros}`
  await refused(by(2, complete(60_000_001)))
  await refused(by(2, `${complete(60_000_001)}, proposed_by = 1, proposed_micros = 60000001`))
  await refused(by(2, 'proposed_by = 1, proposed_micros = 60000001'))
  await app.db.query(by(1, 'proposed_by = 1, proposed_micros = 60000001'), [BigInt(id)])
  await refused(by(1, complete(60_000_001)))
  await refused(by(2, complete(60_000_002)))
  await app.db.query(`update bills set status = 'processing' where ref = 'deposit:' || $1`, [id])
})

test('[D17] what somebody proposed who may no longer do so is not credited; who takes the order over proposes anew', async () => {
  const karl = await app.user('karl')
  const leaver = await app.admin('leaver')
  const third = await app.admin('third')
  const { id } = await askDeposit(karl.client, '6000')
  const params = { id }
  await leaver.ok(takeRechargeOrder, { params, body: { version: 1 } })
  await leaver.ok(approveRechargeOrder, credit(id, 2, '6000', { remark: 'all of it' }))
  const taken = await admin.ok(takeRechargeOrder, { params, body: { version: 3 } })
  expect(taken.deposit.proposed).toEqual({ amount: '6000.00', by: 'leaver', byMe: false })
  for (const change of ['disabled = true', `disabled = false, permissions = '{recharge-orders:read}'`]) {
    await app.db.query(`update administrators set ${change} where username = 'leaver'`)
    expect(await admin.refused(approveRechargeOrder, credit(id, 4, '6000'))).toBe('PROPOSER_GONE')
  }
  expect(await karl.balances()).toEqual([0n, 0n, 0n])
  const anew = await third.ok(takeRechargeOrder, { params, body: { version: 4 } })
  expect(anew.deposit).toMatchObject({ proposed: null, remark: null })
  expect((await auditOf(`deposit:${id}`)).at(-1)?.after).toMatchObject({ dropped: '6000.00' })
  await third.ok(approveRechargeOrder, credit(id, 5, '6000'))
  await admin.ok(takeRechargeOrder, { params, body: { version: 6 } })
  await admin.ok(approveRechargeOrder, credit(id, 7, '6000'))
  expect(await karl.balances()).toEqual([6_000_000_000n, 0n, 0n])
})

test('[D13] who lacks the permission may neither look nor act', async () => {
  const clerk = await app.admin('clerk')
  await app.db.query(`update administrators set permissions = '{withdraw-orders}' where username = 'clerk'`)
  expect(await clerk.refused(countRechargeOrders)).toBe('PERMISSION_DENIED')
  expect(await clerk.refused(listRechargeOrders, { query: { which: 'all' } })).toBe('PERMISSION_DENIED')
  const params = { id: '1' }
  expect(await clerk.refused(takeRechargeOrder, { params, body: { version: 1 } })).toBe('PERMISSION_DENIED')
})
