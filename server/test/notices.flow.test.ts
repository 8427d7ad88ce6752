import { ensure } from '@truestrike/core/assert.ts'
import {
  clearNotices,
  deleteNotice,
  getNotificationSettings,
  listNotices,
  type NotificationSettings,
  readAllNotices,
  readNotice,
  setNotificationSettings,
} from '@truestrike/protocol/notice-endpoints.ts'
import {
  beginTwoFactor,
  changePassword,
  confirmTwoFactor,
  removeTwoFactor,
  renewRecoveryCodes,
} from '@truestrike/protocol/security-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACCOUNT_CLAIMED } from '../src/accounts/address-claim.ts'
import { insertNotices, noticesQuery } from '../src/notifications/notices.store.ts'
import { postEvent } from '../src/platform/outbox.ts'
import { askDeposit } from './funds-app.ts'
import { TEST_PASSWORD } from './test-client.ts'
import { testDatabaseUrl } from './test-database.ts'
import { createTradingApp, START_PRICE, type Trader, type TradingApp } from './trading-app.ts'
import { appCode } from './two-factor-app.ts'

let app: TradingApp
let anna: Trader
let berta: Trader
beforeAll(async () => {
  app = await createTradingApp({ listen: true })
  anna = await app.trader('anna')
  berta = await app.trader('berta')
})
afterAll(() => app.close())

const ON: NotificationSettings = {
  ...{ email: true, priceAlerts: true, trade: true, system: true },
  ...{ marketing: false, newsletter: false, digest: false },
}
const choose = (user: Trader, changes: Partial<NotificationSettings>) =>
  user.client.ok(setNotificationSettings, { body: { ...ON, ...changes } })
const listed = async ({ client }: Trader, query = {}) => (await client.ok(listNotices, { query })).notices
const stored = (userId: bigint) =>
  app.db.query<{ kind: string }>('select kind from notices where user_id = $1 order by id', [userId])

test('[N6] what is not chosen is on, but marketing and newsletter; a choice is kept for its user alone', async () => {
  expect(await anna.client.ok(getNotificationSettings)).toEqual(ON)
  const chosen = { ...ON, email: false, newsletter: true }
  expect(await anna.client.ok(setNotificationSettings, { body: chosen })).toEqual(chosen)
  expect(await anna.client.ok(getNotificationSettings)).toEqual(chosen)
  expect(await berta.client.ok(getNotificationSettings)).toEqual(ON)
  // Who says nothing of the daily mail leaves it as it is.
  await anna.client.ok(setNotificationSettings, { body: { ...chosen, digest: true } })
  const { digest: _unsaid, ...rest } = chosen
  expect(await anna.client.ok(setNotificationSettings, { body: rest })).toEqual({ ...chosen, digest: true })
  for (const body of [{ ...ON, trade: 'no' }, { trade: null }, { ...ON, sound: true }]) {
    expect(await anna.client.refused(setNotificationSettings, { body: body as never })).toBe(
      'INVALID_PARAMETERS',
    )
  }
  await choose(anna, {})
})

test('[N6] of two who change one setting each, neither undoes the other; what is not named stays', async () => {
  const emma = await app.trader('emma')
  await Promise.all([
    emma.client.ok(setNotificationSettings, { body: { trade: false } }),
    emma.client.ok(setNotificationSettings, { body: { marketing: true } }),
    emma.client.ok(setNotificationSettings, { body: { digest: true } }),
  ])
  const chosen = { ...ON, trade: false, marketing: true, digest: true }
  expect(await emma.client.ok(getNotificationSettings)).toEqual(chosen)
  const body = { trade: true, priceAlerts: false }
  const next = { ...chosen, ...body }
  expect(await emma.client.ok(setNotificationSettings, { body })).toEqual(next)
  expect(await emma.client.ok(setNotificationSettings, { body: {} })).toEqual(next)
})

test('[N6] what is switched off is not written; the others of the same call are', async () => {
  await choose(anna, { priceAlerts: false })
  const [first, second] = [await app.trader('carla'), await app.trader('dora')]
  await choose(first, { system: false })
  const notice = { priority: 'low', data: {} } as const
  const ids = await insertNotices(
    app.db,
    [
      { ...notice, userId: first.userId, type: 'system', kind: 'one' },
      { ...notice, userId: second.userId, type: 'system', kind: 'two' },
      { ...notice, userId: anna.userId, type: 'trade', kind: 'price-alert' },
      { ...notice, userId: first.userId, type: 'trade', kind: 'three' },
      { ...notice, userId: anna.userId, type: 'trade', kind: 'four' },
    ],
    1,
  )
  expect(await stored(first.userId)).toEqual([{ kind: 'three' }])
  expect(await stored(second.userId)).toEqual([{ kind: 'two' }])
  expect(await stored(anna.userId)).toEqual([{ kind: 'four' }])
  const [row] = await app.db.query<{ kinds: string }>(
    `select string_agg(kind, ' ' order by at) as kinds
    from unnest($1::bigint[]) with ordinality as u (id, at) join notices using (id)`,
    [ids],
  )
  expect(row).toEqual({ kinds: 'two three four' })
  await askDeposit(first.client, '20')
  expect(await stored(first.userId)).toHaveLength(1)
})

test('[N6] [T8] a contract settles whether or not its user wants to be told, and his neighbour of the batch is', async () => {
  const [quiet, loud] = [await app.trader('quiet'), await app.trader('loud')]
  await quiet.client.ok(setNotificationSettings, { body: { ...ON, trade: false } })
  const socket = await app.socket('/ws', { client: loud.client })
  socket.send({ op: 'subscribe', channel: 'user' })
  await socket.next('balances')
  const mute = await quiet.place()
  const told = await loud.place({ stake: '12.5' })
  await app.run(1_000, START_PRICE)
  await app.run(31_000, '50010.00')
  expect((await quiet.contract(mute.id)).result).toBe('won')
  expect(await stored(quiet.userId)).toEqual([])
  const { notices } = await loud.client.ok(listNotices, { query: {} })
  expect(notices).toEqual([
    {
      ...{ id: notices[0]?.id, kind: 'contract-settled', type: 'trade', priority: 'medium', read: false },
      timeMs: Number((await loud.contract(told.id)).settledAtMs),
      data: {
        ...{ contractId: told.id, book: 'demo', symbol: 'BTCUSDT', direction: 'up', result: 'won' },
        ...{ amount: '12.50', profit: '10.00', price: '50010.00' },
        ...{ openingPrice: START_PRICE, durationSeconds: 30 },
      },
    },
  ])
  expect((await socket.next('notices')).items).toEqual(notices)
})

test('[N2] [N4] a step of a request is told within a second; who was away finds it when he is back', async () => {
  const socket = await app.socket('/ws', { client: berta.client })
  socket.send({ op: 'subscribe', channel: 'user' })
  await socket.next('balances')
  const { id } = await askDeposit(berta.client, '33')
  await app.clock.advance(1_000)
  const { items } = await socket.next('notices')
  expect(items).toMatchObject([{ kind: 'deposit-pending', type: 'system', priority: 'low', read: false }])
  expect(items[0]?.data).toEqual({ ref: `deposit:${id}`, amount: '33.00' })
  expect(await listed(berta)).toEqual(items)
})

test('[N2] [N3] what was deleted or read before it could be told is not told anew', async () => {
  const jana = await app.trader('jana')
  const socket = await app.socket('/ws', { client: jana.client })
  socket.send({ op: 'subscribe', channel: 'user' })
  await socket.next('balances')
  await askDeposit(jana.client, '31')
  const [first] = await listed(jana)
  await jana.client.ok(deleteNotice, { params: { id: ensure(first).id } })
  await askDeposit(jana.client, '32')
  const [second] = await listed(jana)
  await jana.client.ok(clearNotices, { body: { throughId: ensure(second).id } })
  await askDeposit(jana.client, '33')
  const [third] = await listed(jana)
  await jana.client.ok(readAllNotices, { body: { throughId: ensure(third).id } })
  await app.clock.advance(1_000)
  expect((await socket.next('notices')).items).toEqual([{ ...third, read: true }])
})

test('[N2] [U3] a changed password is told as a notice too, within a second; a change that was refused is not', async () => {
  const hedwig = await app.trader('hedwig')
  const change = (currentPassword: string) => ({
    body: { currentPassword, newPassword: 'another-one-1', confirmPassword: 'another-one-1' },
  })
  await hedwig.client.refused(changePassword, change('not it'))
  await app.clock.advance(1_000)
  expect(await listed(hedwig)).toEqual([])
  await hedwig.client.ok(changePassword, change(TEST_PASSWORD))
  await app.clock.advance(1_000)
  expect(await listed(hedwig)).toMatchObject([
    { kind: 'password-changed', type: 'system', priority: 'medium', read: false, data: {} },
  ])
})

test('[U3] [A13] turning two-factor sign-in on and off, and new recovery codes, are told by a notice too', async () => {
  const ilse = await app.trader('ilse')
  const { secret } = await ilse.client.ok(beginTwoFactor, { body: { password: TEST_PASSWORD } })
  const code = (steps: number) => appCode(secret, app.clock.nowMs() + steps * 30_000)
  await ilse.client.ok(confirmTwoFactor, { body: { code: code(0) } })
  await ilse.client.ok(renewRecoveryCodes, { body: { password: TEST_PASSWORD, code: code(1) } })
  await app.clock.advance(31_000)
  await ilse.client.ok(removeTwoFactor, { body: { password: TEST_PASSWORD, code: code(1) } })
  await app.clock.advance(1_000)
  const kinds = (await listed(ilse)).map(({ kind, type }) => [kind, type])
  expect(kinds).toEqual([
    ['two-factor-off', 'system'],
    ['recovery-codes', 'system'],
    ['two-factor-on', 'system'],
  ])
})

test('[A2] [F4] an account that the owner of its address took over keeps no withdrawal addresses of before', async () => {
  const jost = await app.trader('jost')
  const atMs = app.clock.nowMs()
  await app.db.query(
    `insert into withdrawal_addresses (user_id, network, address, label, is_default, created_ms)
     values ($1, 'eth', '0x0', 'mine', true, $3::bigint), ($2, 'eth', '0x0', 'mine', true, 0), ($1, 'eth', '0x1', 'his', false, $3::bigint + 1)`,
    [jost.userId, berta.userId, atMs],
  )
  await app.db.tx((sql) => postEvent(sql, ACCOUNT_CLAIMED, { userId: jost.userId.toString(), atMs }, atMs))
  await app.clock.advance(1_000)
  const kept = await app.db.query('select user_id, address from withdrawal_addresses order by address')
  // What its owner saved since is his.
  expect(kept).toEqual([
    { user_id: berta.userId, address: '0x0' },
    { user_id: jost.userId, address: '0x1' },
  ])
  const audited = await app.db.query(
    `select at_ms, actor_kind, before, after from audit_log where action = 'withdrawal-address.remove'`,
  )
  expect(audited).toEqual([
    {
      ...{
        at_ms: BigInt(app.clock.nowMs()),
        actor_kind: 'system',
        after: { claimedBy: `user:${jost.userId}` },
      },
      before: { network: 'eth', address: '0x0', label: 'mine', isDefault: true },
    },
  ])
})

test('[N3] [K3] read, deleted: one by one, of one’s own alone, and again without harm', async () => {
  const erna = await app.trader('erna')
  for (const amount of ['11', '12', '13']) await askDeposit(erna.client, amount)
  const [newest, middle, oldest] = (await listed(erna)).map(({ id }) => id)
  for (const client of [erna.client, berta.client, erna.client]) {
    await client.ok(readNotice, { params: { id: ensure(middle) }, body: {} })
    const params = { id: ensure(client === berta.client ? newest : oldest) }
    await client.ok(deleteNotice, { params })
  }
  expect((await listed(erna)).map(({ id, read }) => ({ id, read }))).toEqual([
    { id: newest, read: false },
    { id: middle, read: true },
  ])
  for (const id of ['999999999', '9999999999999999999']) {
    await erna.client.ok(readNotice, { params: { id }, body: {} })
    await erna.client.ok(deleteNotice, { params: { id } })
    await erna.client.ok(listNotices, { query: { before: id } })
  }
})

test('[N1] all read, all cleared: up to what the user has seen, and never what comes later', async () => {
  const fanny = await app.trader('fanny')
  for (const amount of ['11', '12', '13']) await askDeposit(fanny.client, amount)
  const [newest, middle] = (await listed(fanny)).map(({ id }) => ensure(id))
  await fanny.client.ok(readAllNotices, { body: { throughId: ensure(middle) } })
  expect((await listed(fanny)).map(({ read }) => read)).toEqual([false, true, true])
  await fanny.client.ok(clearNotices, { body: { throughId: ensure(middle) } })
  expect((await listed(fanny)).map(({ id }) => id)).toEqual([newest])
  // A number beyond all of them reaches no further than the newest there is.
  await fanny.client.ok(readAllNotices, { body: { throughId: '9223372036854775807' } })
  await fanny.client.ok(clearNotices, { body: { throughId: '9223372036854775807' } })
  expect(await listed(fanny)).toEqual([])
  await askDeposit(fanny.client, '14')
  expect((await listed(fanny)).map(({ read, data }) => [read, data.amount])).toEqual([[false, '14.00']])
})

const MANY = 25_000

test('[N1] [C3] pages are newest first, without a hole; one is found without looking through all of them', async () => {
  const gerda = await app.trader('gerda')
  await app.db.query(
    `insert into notices (user_id, type, kind, priority, data, created_ms)
    select case when n % 50 = 0 then $1::bigint else $2 end, 'system', 'test', 'low', '{}', n from generate_series(1, $3::int) n`,
    [gerda.userId, berta.userId, MANY],
  )
  const seen: number[] = []
  let before: string | undefined
  for (;;) {
    const page = await gerda.client.ok(listNotices, {
      query: { limit: 33, ...(before === undefined ? {} : { before }) },
    })
    seen.push(...page.notices.map(({ timeMs }) => timeMs))
    before = page.notices.at(-1)?.id
    if (!page.more) break
  }
  expect(seen).toEqual(Array.from({ length: MANY / 50 }, (_, at) => MANY - at * 50))
  if (testDatabaseUrl === undefined) return
  await app.db.query('analyze notices')
  const { text, params } = noticesQuery(gerda.userId, null, 50)
  const plan = await app.db.query<{ 'QUERY PLAN': string }>(`explain ${text}`, params)
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('notices_of_user')
})
