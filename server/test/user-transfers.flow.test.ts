import { getWallet, listBills } from '@truestrike/protocol/bill-endpoints.ts'
import {
  createTransfer,
  listAddresses,
  removeAddress,
  renameAddress,
  saveAddress,
  setDefaultAddress,
} from '@truestrike/protocol/funds-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createFundsApp,
  ETH_ADDRESS,
  type FundsApp,
  type FundsUser,
  newRequestId,
  TRON_ADDRESS,
} from './funds-app.ts'
import { withRunningClock } from './running-clock.ts'
import { TEST_PASSWORD } from './test-client.ts'

let app: FundsApp
let anna: FundsUser
let bert: FundsUser
beforeAll(async () => {
  app = await createFundsApp()
  anna = await app.user('anna', '500')
  bert = await app.user('Bert')
})
afterAll(async () => {
  expect(await app.auditFaults()).toEqual([])
  await app.close()
})

const USDT = 1_000_000n
const transferOf = (changes: object = {}) => ({
  ...{ requestId: newRequestId(), uid: bert.uid, username: 'Bert', amount: '20', password: TEST_PASSWORD },
  ...changes,
})
const send = async ({ client }: FundsUser, changes: object = {}) => {
  const { envelope } = await client.call(createTransfer, { body: transferOf(changes) })
  return envelope.success ? 'done' : envelope.code
}

test('[F6] money goes to the user with the number and the name, with bills and notices of both', async () => {
  expect(await send(anna, { username: ' bERT ' })).toBe('done')
  expect(await anna.balances()).toEqual([480n * USDT, 0n, 0n])
  expect(await bert.balances()).toEqual([20n * USDT, 0n, 0n])
  const billOf = async ({ client }: FundsUser) =>
    (await client.ok(listBills, { query: { book: 'real', type: 'transfer' } })).bills[0]
  expect(await billOf(anna)).toMatchObject({ amount: '-20.00', status: 'completed', remark: bert.uid })
  expect(await billOf(bert)).toMatchObject({ amount: '20.00', status: 'completed', remark: anna.uid })
  const told = await app.db.query(`select user_id, kind from notices where kind like 'transfer%' order by id`)
  expect(told).toEqual([
    { user_id: anna.userId, kind: 'transfer-sent' },
    { user_id: bert.userId, kind: 'transfer-received' },
  ])
  const wallet = await bert.client.ok(getWallet, { query: { book: 'real' } })
  expect(wallet).toMatchObject({ total: '20.00', available: '20.00', change: '0.00', changeBps: 0 })
  const own = await anna.client.ok(getWallet, { query: { book: 'real' } })
  expect(own).toMatchObject({ total: '480.00', frozen: '0.00', change: '0.00' })
})

test('[F6] a number nobody has and a wrong name are refused alike, ten times in an hour', async () => {
  const curt = await app.user('curt', '100')
  const unknown = await curt.client.call(createTransfer, { body: transferOf({ uid: '9999999999' }) })
  const mismatch = await curt.client.call(createTransfer, { body: transferOf({ username: 'berta' }) })
  expect([unknown.status, { ...unknown.envelope, requestId: '' }]).toEqual([
    mismatch.status,
    { ...mismatch.envelope, requestId: '' },
  ])
  expect(unknown.envelope).toMatchObject({ code: 'RECIPIENT_UNKNOWN' })
  const codes = await Promise.all(Array.from({ length: 12 }, () => send(curt, { username: 'nobody' })))
  expect(codes.filter((code) => code === 'RECIPIENT_UNKNOWN')).toHaveLength(8)
  expect(new Set(codes)).toEqual(new Set(['RECIPIENT_UNKNOWN', 'RECIPIENT_TRIES_USED']))
  // The right one is not taken either, until the first of the misses is an hour old.
  expect(await send(curt)).toBe('RECIPIENT_TRIES_USED')
  await app.db.query('update transfer_misses set at_ms = at_ms - 3600000 where user_id = $1', [curt.userId])
  expect(await send(curt)).toBe('done')
})

test('[F6] right ones at the same moment are all taken, also beside nine misses', async () => {
  const gina = await app.user('gina', '100')
  const many = (count: number, changes: object) =>
    Promise.all(Array.from({ length: count }, () => send(gina, { amount: '1', ...changes })))
  await many(9, { username: 'nobody' })
  // As many passwords at once are slowed down until the first of them turn out right.
  const right = await withRunningClock(app.clock, many(12, {}))
  expect(new Set(right)).toEqual(new Set(['done']))
  expect(await gina.balances()).toEqual([88n * USDT, 0n, 0n])
  expect((await many(3, { username: 'nobody' })).sort()).toEqual([
    'RECIPIENT_TRIES_USED',
    'RECIPIENT_TRIES_USED',
    'RECIPIENT_UNKNOWN',
  ])
})

test('[F6] [F8] not to oneself, not more than there is, once per request id, and only confirmed', async () => {
  const [before] = await anna.balances()
  expect(await send(anna, { uid: anna.uid, username: 'anna' })).toBe('TRANSFER_TO_SELF')
  expect(await send(anna, { amount: '480.000001' })).toBe('INSUFFICIENT_BALANCE')
  expect(await send(anna, { amount: '0.5' })).toBe('AMOUNT_OUT_OF_RANGE')
  expect(await send(anna, { amount: '-1' })).toBe('AMOUNT_INVALID')
  expect(await send(anna, { password: 'wrong' })).toBe('INVALID_PARAMETERS')
  expect((await anna.balances())[0]).toBe(before)
  const body = transferOf()
  const answers = await Promise.all(Array.from({ length: 3 }, () => anna.client.ok(createTransfer, { body })))
  expect(new Set(answers.map(({ transfer }) => transfer.id)).size).toBe(1)
  expect((await anna.balances())[0]).toBe(before - 20n * USDT)
  await app.db.query('update users set two_factor_removed_at_ms = $2 where id = $1', [
    anna.userId,
    app.clock.nowMs(),
  ])
  expect(await send(anna)).toBe('WITHDRAWALS_LOCKED')
  await app.db.query('update users set two_factor_removed_at_ms = null where id = $1', [anna.userId])
})

test('[F6] two who send to each other at the same moment both succeed', async () => {
  const [dora, emil] = [await app.user('dora', '100'), await app.user('emil', '100')]
  const to = ({ uid, name }: FundsUser) => ({ uid, username: name, amount: '1' })
  const codes = await Promise.all(
    Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? send(dora, to(emil)) : send(emil, to(dora)))),
  )
  expect(new Set(codes)).toEqual(new Set(['done']))
  expect([await dora.balances(), await emil.balances()]).toEqual([
    [100n * USDT, 0n, 0n],
    [100n * USDT, 0n, 0n],
  ])
})

test('[F3] addresses are saved in their one spelling, once, with one default', async () => {
  const save = (network: 'eth' | 'tron', address: string, label: string, isDefault = false) =>
    bert.client.call(saveAddress, { body: { network, address, label, isDefault } })
  await save('tron', TRON_ADDRESS, 'Main wallet')
  await save('eth', ETH_ADDRESS.toLowerCase(), 'Cold storage')
  const { addresses } = await bert.client.ok(listAddresses)
  expect(addresses).toMatchObject([
    { network: 'tron', address: TRON_ADDRESS, label: 'Main wallet', isDefault: true },
    { network: 'eth', address: ETH_ADDRESS, label: 'Cold storage', isDefault: false },
  ])
  expect((await save('eth', ETH_ADDRESS, 'again')).envelope).toMatchObject({ code: 'ADDRESS_SAVED' })
  expect((await save('eth', TRON_ADDRESS, 'wrong')).envelope).toMatchObject({
    code: 'WITHDRAWAL_ADDRESS_INVALID',
  })
  const burn = `0x${'0'.repeat(36)}dEaD`
  expect((await save('eth', burn, 'nobody’s')).envelope).toMatchObject({ code: 'WITHDRAWAL_ADDRESS_INVALID' })
  const cold = addresses[1]?.id ?? ''
  const chosen = await bert.client.ok(setDefaultAddress, { params: { id: cold } })
  expect(chosen.addresses.map(({ label, isDefault }) => [label, isDefault])).toEqual([
    ['Cold storage', true],
    ['Main wallet', false],
  ])
  const renamed = await bert.client.ok(renameAddress, { params: { id: cold }, body: { label: ' Vault ' } })
  expect(renamed.addresses[0]).toMatchObject({
    id: cold,
    label: 'Vault',
    address: ETH_ADDRESS,
    isDefault: true,
  })
  expect(
    await bert.client.refused(renameAddress, { params: { id: cold }, body: { label: 'x'.repeat(41) } }),
  ).toBe('INVALID_PARAMETERS')
  const left = await bert.client.ok(removeAddress, { params: { id: cold } })
  expect(left.addresses).toMatchObject([{ label: 'Main wallet', isDefault: true }])
  const entries = await app.db.query(
    `select action, before->>'label' as before, after->>'label' as after from audit_log
    where subject like 'withdrawal-address:%' and actor_id = $1 order by id`,
    [bert.userId],
  )
  expect(entries).toEqual([
    { action: 'withdrawal-address.save', before: null, after: 'Main wallet' },
    { action: 'withdrawal-address.save', before: null, after: 'Cold storage' },
    { action: 'withdrawal-address.default', before: 'Cold storage', after: 'Cold storage' },
    { action: 'withdrawal-address.rename', before: 'Cold storage', after: 'Vault' },
    { action: 'withdrawal-address.remove', before: 'Vault', after: null },
  ])
  const told = await app.db.query(
    `select kind, data->>'address' as address from notices where kind like 'address-%' and user_id = $1 order by id`,
    [bert.userId],
  )
  expect(told).toEqual([
    { kind: 'address-saved', address: TRON_ADDRESS },
    { kind: 'address-saved', address: ETH_ADDRESS },
    { kind: 'address-default', address: ETH_ADDRESS },
    { kind: 'address-removed', address: ETH_ADDRESS },
    { kind: 'address-default', address: TRON_ADDRESS },
  ])
})
