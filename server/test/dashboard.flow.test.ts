import { ensure } from '@truestrike/core/assert.ts'
import { type Dashboard, getDashboard, getRisk } from '@truestrike/protocol/dashboard-endpoints.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { createAdminClients } from './admin-clients.ts'
import { askDeposit, askWithdrawal, createFundsApp } from './funds-app.ts'
import { makeContract } from './made-contracts.ts'
import { watchStatements } from './security/watched-statements.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'
import { START_PRICE } from './trading-app.ts'
import { createVoidApp } from './void-app.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MIDNIGHT_MS = Date.UTC(2026, 0, 5)
const NOW_MS = Date.UTC(2026, 0, 5, 14, 26, 41)
/** What was read is answered for a second. */
const ANEW_MS = 1_000

let app: TestApp
afterEach(() => app.close())

const at = (hours: number, minutes = 0, seconds = 0): number =>
  MIDNIGHT_MS + hours * HOUR_MS + minutes * 60_000 + seconds * 1_000

const seenBy = (admin: TestClient, book: 'demo' | 'real' = 'real'): Promise<Dashboard> =>
  admin.ok(getDashboard, { query: { book } })

describe('[D15] the figures of a day', { timeout: 240_000 }, () => {
  test('results are those of completed contracts alone: none cancelled, none voided, none of another day or book', async () => {
    app = await createTestApp({ startMs: NOW_MS })
    const admin = await createAdminClients(app)()
    await makeContract(app.db, { acceptedMs: at(9), end: 'won' })
    await makeContract(app.db, { acceptedMs: at(9, 10), end: 'lost', usdt: 25, direction: 'down' })
    await makeContract(app.db, { acceptedMs: at(10), end: 'equal', usdt: 5 })
    const cancelled = { usdt: 1_000, settledAfterMs: 9_000 }
    await makeContract(app.db, { ...cancelled, acceptedMs: at(11), end: 'price-gap' })
    await makeContract(app.db, { ...cancelled, acceptedMs: at(11), end: 'void', direction: 'down' })
    // Of yesterday's orders, and settled today.
    await makeContract(app.db, { acceptedMs: at(-1, 59, 30), end: 'lost', usdt: 3 })
    await makeContract(app.db, { acceptedMs: at(-11), end: 'lost', usdt: 77 })
    await makeContract(app.db, { acceptedMs: at(9), end: 'lost', usdt: 9, book: 'demo' })
    await makeContract(app.db, { acceptedMs: NOW_MS - 10_000, usdt: 40 })
    await makeContract(app.db, { acceptedMs: NOW_MS - 65_000, usdt: 2, direction: 'down' })

    const seen = await seenBy(admin)
    expect(seen).toMatchObject({
      ...{ atMs: app.clock.nowMs(), book: 'real', open: { contracts: 2, stake: '42.00' } },
      house: { contracts: 4, stake: '43.00', result: '20.00', shareBps: 4_651 },
      orders: { today: 7, yesterdayByNow: 1 },
      settlement: { open: 2, late: 1, lastDelayMs: 400 },
      ...{ limit: '100000.00', warningBps: 8_000 },
    })
    // Two minutes of expiry: 40 up can cost 32, 2 down 1.60.
    expect(seen.worstCase).toBe('33.60')
    expect(await seenBy(admin, 'demo')).toMatchObject({
      open: { contracts: 0, stake: '0.00' },
      house: { contracts: 1, stake: '9.00', result: '9.00', shareBps: 10_000 },
      ...{ orders: { today: 1, yesterdayByNow: 0 }, worstCase: '0.00' },
    })
  })

  test('orders are held against yesterday at the very same time, and told by half hours of the last day', async () => {
    app = await createTestApp({ startMs: NOW_MS })
    const admin = await createAdminClients(app)()
    const end = 'won' as const
    const nowMs = app.clock.nowMs()
    for (const acceptedMs of [
      MIDNIGHT_MS - DAY_MS - 1,
      MIDNIGHT_MS - DAY_MS,
      nowMs - DAY_MS,
      nowMs - DAY_MS + 1,
      MIDNIGHT_MS - 1,
      MIDNIGHT_MS,
      at(14),
    ]) {
      await makeContract(app.db, { acceptedMs, end })
    }
    await makeContract(app.db, { acceptedMs: at(14, 20), end: 'price-gap', direction: 'down' })
    const { orders, ordersOverTime } = await seenBy(admin)
    // Each was an order, whatever became of it.
    expect(orders).toEqual({ today: 3, yesterdayByNow: 2 })
    expect(ordersOverTime).toHaveLength(48)
    expect(ordersOverTime[0]?.fromMs).toBe(at(-9, -30))
    expect(ordersOverTime.filter(({ up, down }) => up + down > 0)).toEqual([
      { fromMs: at(-1, 30), up: 1, down: 0 },
      { fromMs: MIDNIGHT_MS, up: 1, down: 0 },
      { fromMs: at(14), up: 1, down: 1 },
    ])

    // A moment later yesterday has one more.
    await app.clock.advance(ANEW_MS)
    expect((await seenBy(admin)).orders).toEqual({ today: 3, yesterdayByNow: 3 })
  })

  test('[D9] contracts that were really traded: a loss that is voided later brings the house nothing', async () => {
    const trading = await createVoidApp()
    app = trading
    const ann = await trading.funded('ann_trader')
    const fromMs = app.clock.nowMs()
    await ann.place({ stake: '20', book: 'real' })
    await ann.place({ stake: '30', book: 'real', direction: 'down' })
    await trading.run(1_000, START_PRICE)
    await trading.run(33_000, '49990.00')
    const settled = { open: { contracts: 0 }, settlement: { open: 0, late: 0 }, orders: { today: 2 } }
    expect(await seenBy(trading.anna)).toMatchObject({
      ...settled,
      house: { contracts: 2, stake: '50.00', result: '-4.00', shareBps: -800 },
    })
    await trading.agree({ fromMs, toMs: app.clock.nowMs() - 500 })
    await trading.run(3_000, '49990.00')
    expect(await seenBy(trading.anna)).toMatchObject({
      ...settled,
      house: { contracts: 1, stake: '30.00', result: '-24.00', shareBps: -8_000 },
    })
    expect(await trading.auditFaults()).toEqual([])
  })
})

describe('[D15] [D16] looking', { timeout: 240_000 }, () => {
  test('ten administrators within a second cost one reading, and nothing is written', async () => {
    app = await createTestApp({ startMs: NOW_MS })
    const signIn = createAdminClients(app)
    const admins = [await signIn()]
    for (let count = 1; count < 10; count += 1) admins.push(await signIn(`admin_${count}`))
    const watched = watchStatements(app.db)
    await Promise.all(
      admins.flatMap((admin) => [seenBy(admin), admin.ok(getRisk, { query: { book: 'real' } })]),
    )
    watched.stop()
    const own = watched.statements.filter((text) => !text.includes('admin_sessions'))
    // Who asks is looked up for each of them; what they see once.
    expect(own.filter((text, at) => own.indexOf(text) !== at)).toEqual([])
    expect(own.filter((text) => text.includes('from contracts'))).toHaveLength(5)
    expect(own.filter((text) => !/^\s*(select|with)\b/i.test(text))).toEqual([])
  })
})

describe('[D15] [D13] what waits for an administrator', { timeout: 240_000 }, () => {
  test('the five that wait for longest, with how many there are; only what he may see himself', async () => {
    const funds = await createFundsApp()
    app = funds
    const owner = await funds.admin()
    const clerk = await funds.admin('clerk')
    const ann = await funds.user('ann_user', '500')
    const bob = await funds.user('bob_user')
    for (const [client, amount] of [
      ...['100', '101', '102', '103'].map((amount) => [ann.client, amount] as const),
      ...['104', '105'].map((amount) => [bob.client, amount] as const),
    ]) {
      await askDeposit(client, amount)
      await app.clock.advance(1_000)
    }
    await askWithdrawal(ann.client, { amount: '120' })
    await app.db.query(
      `insert into identity_checks (user_id, document, real_name, submitted_at_ms) values ($1, 'passport', 'sealed', $2)`,
      [ann.userId, BigInt(app.clock.nowMs())],
    )
    await app.clock.advance(2_000)

    const { pending } = await seenBy(owner)
    const names = { uid: ann.uid, username: 'ann_user' }
    expect(pending.rechargeOrders?.count).toBe(6)
    expect(pending.rechargeOrders?.oldest.map(({ amount }) => amount)).toEqual([
      ...['100.00', '101.00', '102.00', '103.00', '104.00'],
    ])
    expect(pending.rechargeOrders?.oldest[0]).toMatchObject({ ...names, waitingMs: 8_000, takenBy: null })
    expect(pending.rechargeOrders).toMatchObject({
      processing: 0,
      oldest: [{ receipt: false }, {}, {}, {}, {}],
    })
    expect(pending.withdrawOrders).toMatchObject({
      count: 1,
      oldest: [{ ...names, amount: '120.00', waitingMs: 2_000, receipt: null }],
    })
    expect(pending.identityChecks).toMatchObject({ count: 1, oldest: [{ ...names, waitingMs: 2_000 }] })

    const mayOnly = (permissions: string) =>
      app.db.query(`update administrators set permissions = $1::text[] where username = 'clerk'`, [
        permissions,
      ])
    await mayOnly('{dashboard,withdraw-orders}')
    const clerks = (await seenBy(clerk)).pending
    expect(clerks).toMatchObject({ rechargeOrders: null, identityChecks: null })
    expect(clerks.withdrawOrders?.oldest).toHaveLength(1)
    await mayOnly('{risk,recharge-orders,withdraw-orders,voids}')
    expect(await clerk.refused(getDashboard, { query: { book: 'real' } })).toBe('PERMISSION_DENIED')
    for (const query of [{ book: 'both' }, { book: '' }, {}]) {
      expect(await owner.refused(getDashboard, { query: query as { book: 'real' } })).toBe(
        'INVALID_PARAMETERS',
      )
    }
    expect(await ann.client.refused(getDashboard, { query: { book: 'real' } })).toBe('ADMIN_SESSION_INVALID')
  })
})

describe('[D15] users online', { timeout: 240_000 }, () => {
  test('who called in the last five minutes, or has a page that listens; once, however many sessions', async () => {
    app = await createTestApp({ listen: true })
    const signIn = createAdminClients(app)
    const online = async () => (await seenBy(await signIn())).usersOnline
    const [ann, bob] = [app.client(), app.client()]
    await ann.join('ann_user')
    await bob.join('bob_user')
    const again = app.client()
    await again.login('ann_user')
    expect(await online()).toBe(2)

    const socket = await app.socket('/ws', { client: bob })
    socket.send({ op: 'auth', token: ensure(bob.token) })
    await socket.next('authenticated')
    // Service time; the administrator’s own session would end after a quarter of an hour.
    for (let minutes = 0; minutes < 6; minutes += 1) await app.clock.advance(60_000)
    expect(await online()).toBe(1)
    socket.terminate()
    await socket.closed
    for (let minutes = 0; minutes < 6; minutes += 1) await app.clock.advance(60_000)
    expect(await online()).toBe(0)
  })
})

describe('[D15] feeds', { timeout: 240_000 }, () => {
  test('how old the newest price is, what is stale, and the gaps of the day, by source and category', async () => {
    const trading = await createVoidApp()
    app = trading
    const crypto = async () =>
      ensure((await seenBy(trading.anna)).feeds.find(({ category }) => category === 'crypto'))
    const before = await crypto()
    // Only BTCUSDT has prices here.
    expect(before.stale).toBe(before.products - before.closed - 1)
    await app.clock.advance(8_000)
    const during = await crypto()
    expect(during).toMatchObject({ stale: before.stale + 1, gapsToday: before.gapsToday + 1 })
    expect(ensure(during.newestTickAgeMs)).toBeGreaterThanOrEqual(8_000)
    await trading.run(2_000, START_PRICE)
    const after = await crypto()
    expect(after).toMatchObject({ stale: before.stale, gapsToday: before.gapsToday + 1 })
    expect(ensure(after.newestTickAgeMs)).toBeLessThan(1_000)
    expect(ensure(after.lastGapEndedMs)).toBeGreaterThan(app.clock.nowMs() - 3_000)
  })
})
