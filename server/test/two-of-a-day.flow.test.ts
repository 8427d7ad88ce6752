import { ensure } from '@truestrike/core/assert.ts'
import { adminChangePassword } from '@truestrike/protocol/account-endpoints.ts'
import {
  type Administrator,
  createAdministrator,
  disableAdministrator,
  enableAdministrator,
  listAdministrators,
  resetAdministratorPassword,
  resetAdministratorTwoFactor,
  setAdministratorRole,
} from '@truestrike/protocol/administrator-endpoints.ts'
import { confirmProposal, getProposal, refuseProposal } from '@truestrike/protocol/approval-endpoints.ts'
import { getSystemConfig } from '@truestrike/protocol/config-endpoints.ts'
import { getRechargeOrder, getWithdrawOrder } from '@truestrike/protocol/order-details-endpoints.ts'
import { adjustBalance } from '@truestrike/protocol/people-acts-endpoints.ts'
import { getUser } from '@truestrike/protocol/people-endpoints.ts'
import {
  approveRechargeOrder,
  approveWithdrawOrder,
  payWithdrawOrder,
  returnWithdrawOrder,
  takeRechargeOrder,
  takeWithdrawOrder,
} from '@truestrike/protocol/review-endpoints.ts'
import { listOfferedRules } from '@truestrike/protocol/rule-endpoints.ts'
import { confirmVoid, listVoids, proposeVoid } from '@truestrike/protocol/void-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reissueAdminPassword } from '../src/admin/first-run.ts'
import { createPasswordHasher } from '../src/platform/password-hasher.ts'
import { systemRandom } from '../src/platform/secret-token.ts'
import { enterAt } from './admin-entrance.ts'
import { askDeposit, askWithdrawal, type FundsUser, newPayoutRef } from './funds-app.ts'
import { because, createPeopleApp, type PeopleApp } from './people-app.ts'
import type { CallInput, TestClient } from './test-client.ts'

const DAY_MS = 86_400_000
const PASSWORD = 'zebra lantern Tuesday'

let app: PeopleApp
let mira: FundsUser
/** Made by anna, who would be both. */
let twin: TestClient
beforeAll(async () => {
  app = await createPeopleApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  mira = await app.user('mira', '20000')
})
afterAll(async () => {
  expect(await app.auditFaults()).toEqual([])
  await app.close()
})

const listed = async (search: string): Promise<Administrator> =>
  ensure((await app.anna.ok(listAdministrators, { query: { search } })).administrators[0])
const on = ({ id, version }: Administrator) => ({ params: { id }, body: { version } })
const agreesFrom = async (name: string) => (await listed(name)).agreesFromMs

/** Signs in with a password that is shown once, and chooses another. */
async function entered(username: string, oneTimePassword: string): Promise<TestClient> {
  const client = await enterAt(app, { username, password: oneTimePassword })
  if (typeof client === 'string') throw new Error(`refused: ${client}`)
  const body = { currentPassword: oneTimePassword, newPassword: PASSWORD }
  await client.ok(adminChangePassword, { body })
  return client
}

const made = async (username: string): Promise<TestClient> => {
  const body = { username, role: 'owner' as const }
  return await entered(username, (await app.anna.ok(createAdministrator, { body })).oneTimePassword)
}

/** A day is over: he agrees now. */
const pass = (name: string) =>
  app.db.query('update administrators set agrees_from_ms = $2 where username = $1', [name, app.clock.nowMs()])

const adjustment = () => ({
  params: { uid: mira.uid },
  body: { ...because(), book: 'real' as const, amount: '-7' },
})
const confirming = ({ id, version }: { id: string; version: number }) => ({
  params: { id },
  body: { version },
})

/** What a refusal says. */
async function refusal(
  by: TestClient,
  endpoint: Parameters<TestClient['call']>[0],
  input: object,
): Promise<{ code: string; fromMs: unknown }> {
  const { envelope } = await by.call(endpoint, input as CallInput<unknown, unknown>)
  if (envelope.success) throw new Error('not refused')
  return { code: envelope.code, fromMs: envelope.details?.fromMs }
}
const tooNew = (fromMs = app.clock.nowMs() + DAY_MS) => ({ code: 'SECOND_ADMIN_TOO_NEW', fromMs })

test('[D17] on a site’s first day a second administrator counts at once: there is nobody else to act with', async () => {
  const early = await made('early')
  expect(await agreesFrom('early')).toBe(null)
  const proposal = ensure((await app.anna.ok(adjustBalance, adjustment())).proposal)
  expect((await early.ok(confirmProposal, confirming(proposal))).proposal.state).toBe('done')
  await app.db.query('update administrators set created_at_ms = created_at_ms - $1', [DAY_MS])
})

test('[D17] [K3] who was made by another one confirms and proposes nothing for a day, and is told from when', async () => {
  twin = await made('twin')
  const fromMs = app.clock.nowMs() + DAY_MS
  expect(await agreesFrom('twin')).toBe(fromMs)
  const before = await mira.balances()
  const proposal = ensure((await app.anna.ok(adjustBalance, adjustment())).proposal)
  expect(await refusal(twin, confirmProposal, confirming(proposal))).toEqual(tooNew(fromMs))
  const seen = await twin.ok(getProposal, { params: { id: proposal.id } })
  expect(seen.proposal).toMatchObject({ mayDecide: true, confirmFromMs: fromMs, state: 'proposed' })
  expect(await refusal(twin, adjustBalance, adjustment())).toEqual(tooNew(fromMs))
  expect(await mira.balances()).toEqual(before)
  // Nor by a hand in the database.
  await expect(
    app.db.query(
      `update proposals set state = 'done', version = version + 1, decided_ms = $2,
        decided_by = (select id from administrators where username = 'twin') where id = $1`,
      [BigInt(proposal.id), app.clock.nowMs()],
    ),
  ).rejects.toThrow('agrees from')
  await app.db.query(`update administrators set agrees_from_ms = $1 where username = 'twin'`, [
    app.clock.nowMs() + 1,
  ])
  expect(await refusal(twin, confirmProposal, confirming(proposal))).toEqual(tooNew(app.clock.nowMs() + 1))
  await pass('twin')
  expect((await twin.ok(confirmProposal, confirming(proposal))).proposal.state).toBe('done')
})

test('[D17] [K3] money that takes two and voids: by none whom somebody has just let in, and the pages say from when', async () => {
  const fromMs = app.clock.nowMs() + DAY_MS
  await app.db.query(`update administrators set agrees_from_ms = $1 where username = 'twin'`, [fromMs])
  const { id } = await askWithdrawal(mira.client, { amount: '5000.01' })
  const params = { id }
  await app.anna.ok(takeWithdrawOrder, { params, body: { version: 1 } })
  await app.anna.ok(approveWithdrawOrder, { params, body: { version: 2 } })
  const { withdrawal } = await twin.ok(takeWithdrawOrder, { params, body: { version: 3 } })
  expect(withdrawal).toMatchObject({ needsOther: false, twoFromMs: fromMs })
  const pay = (version: number) => ({ params, body: { version, payoutRef: newPayoutRef() } })
  expect(await refusal(twin, payWithdrawOrder, pay(4))).toEqual(tooNew())
  await expect(
    app.db.query(
      `update withdrawals set state = 'completed', paid_by = reviewer_id, payout_ref = 'x', ended_ms = $2, updated_ms = $2,
        version = version + 1 where id = $1`,
      [BigInt(id), app.clock.nowMs()],
    ),
  ).rejects.toThrow('agrees from')
  await app.bert.ok(takeWithdrawOrder, { params, body: { version: 4 } })
  await app.bert.ok(payWithdrawOrder, pay(5))
  const back = { params, body: { version: 6, remark: 'it came back' } }
  expect(await refusal(twin, returnWithdrawOrder, back)).toEqual(tooNew())
  const { withdrawal: paid } = await twin.ok(getWithdrawOrder, { params })
  expect(paid).toMatchObject({ needsOther: false, nobodyElse: false, twoFromMs: fromMs })

  const deposit = await askDeposit(mira.client, '40')
  const credit = (version: number) => ({ params: { id: deposit.id }, body: { version, credited: '45' } })
  const take = (by: TestClient, version: number) =>
    by.ok(takeRechargeOrder, { params: { id: deposit.id }, body: { version } })
  await take(twin, 1)
  expect(await refusal(twin, approveRechargeOrder, credit(2))).toEqual(tooNew())
  const { byTwo } = await twin.ok(getRechargeOrder, { params: { id: deposit.id } })
  expect(byTwo).toMatchObject({ available: false, availableFromMs: fromMs })
  await take(app.anna, 2)
  await app.anna.ok(approveRechargeOrder, credit(3))
  await take(twin, 4)
  expect(await refusal(twin, approveRechargeOrder, credit(5))).toEqual(tooNew())
  await take(app.bert, 5)
  await app.bert.ok(approveRechargeOrder, credit(6))

  const nowMs = app.clock.nowMs()
  const interval = {
    symbol: 'BTCUSDT',
    fromMs: nowMs - 2_000,
    toMs: nowMs - 1_000,
    reason: 'the source was wrong',
  }
  const { void: proposed } = await app.anna.ok(proposeVoid, { body: interval })
  expect(await refusal(twin, confirmVoid, confirming(proposed))).toEqual(tooNew())
  expect(await refusal(twin, proposeVoid, { body: interval })).toEqual(tooNew())
  const seen = await twin.ok(listVoids, { query: { which: 'open' } })
  expect(seen).toMatchObject({
    available: false,
    availableFromMs: fromMs,
    voids: [{ confirmFromMs: fromMs }],
  })

  // With nobody else than him the first one waits as well.
  const proposal = ensure((await app.bert.ok(adjustBalance, adjustment())).proposal)
  await app.db.query(
    `update administrators set disabled = true where username not in ('administrator', 'twin')`,
  )
  expect(await refusal(app.anna, adjustBalance, adjustment())).toEqual(tooNew())
  const { secondFor, secondFromMs } = (await app.anna.ok(getUser, { params: { uid: mira.uid } })).user
  expect([secondFor.adjustBalance, secondFromMs.adjustBalance]).toEqual([false, fromMs])
  const config = await app.anna.ok(getSystemConfig)
  expect(config).toMatchObject({ hasSecondAdmin: false, secondAdminFromMs: fromMs })
  const rules = await app.anna.ok(listOfferedRules, { query: {} })
  expect(rules).toMatchObject({ available: false, availableFromMs: fromMs })
  await app.db.query('update administrators set disabled = false')
  await app.anna.ok(refuseProposal, { params: { id: proposal.id }, body: { version: 1, remark: 'no' } })
  expect(await app.db.query(`select 1 from administrators where agrees_from_ms > $1`, [nowMs])).toHaveLength(
    1,
  )
})

test('[D17] [K3] nor who got another password, second factor or wider role from somebody, or was let in again', async () => {
  const twinOf = () => listed('twin')
  const { oneTimePassword } = await app.anna.ok(resetAdministratorPassword, on(await twinOf()))
  expect(await agreesFrom('twin')).toBe(app.clock.nowMs() + DAY_MS)
  twin = await entered('twin', oneTimePassword)
  await pass('twin')
  await app.anna.ok(resetAdministratorTwoFactor, on(await twinOf()))
  expect(await agreesFrom('twin')).toBe(app.clock.nowMs() + DAY_MS)
  await pass('twin')
  const roleOf = async (role: 'owner' | 'support') => {
    const { id, version } = await twinOf()
    await app.anna.ok(setAdministratorRole, { params: { id }, body: { version, role } })
    return await agreesFrom('twin')
  }
  expect(await roleOf('support')).toBe(null)
  expect(await roleOf('owner')).toBe(app.clock.nowMs() + DAY_MS)
  await pass('twin')
  await app.anna.ok(disableAdministrator, on(await twinOf()))
  expect(await agreesFrom('twin')).toBe(null)
  await app.anna.ok(enableAdministrator, on(await twinOf()))
  expect(await agreesFrom('twin')).toBe(app.clock.nowMs() + DAY_MS)
  // Nor the first one, let in anew by the command.
  const hasher = createPasswordHasher({ cost: { memoryKib: 64, passes: 1 } })
  const { dataDir } = app.config
  await reissueAdminPassword({ ...app, hasher, random: systemRandom, dataDir, publicUrl: 'http://localhost' })
  const [first] = await app.db.query<{ ms: bigint }>(
    `select agrees_from_ms as ms from administrators where username = 'administrator'`,
  )
  expect(first?.ms).toBe(BigInt(app.clock.nowMs() + DAY_MS))
})
