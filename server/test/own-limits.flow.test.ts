import { excludeMyself, getOwnLimits, setOwnLimits } from '@truestrike/protocol/limits-endpoints.ts'
import { listNotices, setNotificationSettings } from '@truestrike/protocol/notice-endpoints.ts'
import { placeContract } from '@truestrike/protocol/trade-endpoints.ts'
import { prove } from '@truestrike/protocol/wallet-endpoints.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createExclusionsService } from '../src/accounts/exclusions.service.ts'
import { TEST_PASSWORD } from './test-client.ts'
import { testDatabaseUrl } from './test-database.ts'
import { createTradingApp, orderOf, START_PRICE, type Trader, type TradingApp } from './trading-app.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let app: TradingApp
beforeAll(async () => {
  // Four minutes before the day ends.
  app = await createTradingApp({ startMs: Date.UTC(2026, 0, 5, 23, 58) })
})
beforeEach(() => app.run(1_000, START_PRICE))
afterAll(() => app.close())

const set = (
  { client }: Trader,
  maxStake: string | null,
  dailyLoss: string | null,
  book: 'demo' | 'real' = 'demo',
) => client.ok(setOwnLimits, { body: { book, maxStake, dailyLoss } })

/** What waits for a time waits so much shorter: a day of every job's work would take minutes here. */
const shorten = (table: string, column: string, ms: number) =>
  app.db.query(`update ${table} set ${column} = ${column} - $1`, [ms])

test('[T12] a tighter limit counts at once, in its own book', async () => {
  const ann = await app.trader('ann_limits')
  await ann.place({ stake: '50' })
  const limits = await set(ann, '20', null)
  expect(limits.demo).toEqual({
    ...{ maxStake: '20.00', nextMaxStake: null, dailyLoss: null, nextDailyLoss: null },
    lostToday: '50.00',
  })
  expect(limits.real).toMatchObject({ maxStake: null, lostToday: '0.00' })
  expect(limits.dayEndsMs).toBe(Date.UTC(2026, 0, 6))
  expect(await ann.refused({ stake: '20.000001' })).toBe('OWN_LIMIT_REACHED')
  expect(await ann.refused({ stake: '21', book: 'real' })).toBe('INSUFFICIENT_BALANCE')
  await ann.place({ stake: '20' })
})

test('[T12] a looser limit counts after 24 hours, and not a moment before; also when nobody looks', async () => {
  const bob = await app.trader('bob_limits')
  await set(bob, '20', '100')
  const asked = await set(bob, '40', null)
  const fromMs = app.clock.nowMs() + DAY_MS
  expect(asked.demo).toMatchObject({
    ...{ maxStake: '20.00', nextMaxStake: { limit: '40.00', fromMs } },
    ...{ dailyLoss: '100.00', nextDailyLoss: { limit: null, fromMs } },
  })
  for (const column of ['next_stake_from_ms', 'next_daily_from_ms']) {
    await shorten('own_limits', column, DAY_MS - 2_000)
  }
  expect(await bob.refused({ stake: '30' })).toBe('OWN_LIMIT_REACHED')
  // The job that applies what is due comes every half minute.
  await app.run(32_000, START_PRICE)
  await bob.place({ stake: '40' })
  expect(await bob.refused({ stake: '41' })).toBe('OWN_LIMIT_REACHED')
  const after = await bob.client.ok(getOwnLimits)
  expect(after.demo).toMatchObject({
    maxStake: '40.00',
    nextMaxStake: null,
    dailyLoss: null,
    nextDailyLoss: null,
  })
})

test('[T12] a limit that is not named stays: an older page undoes neither what was tightened nor what waits', async () => {
  const iris = await app.trader('iris_limits')
  const change = (limits: { maxStake?: string | null; dailyLoss?: string | null }) =>
    iris.client.ok(setOwnLimits, { body: { book: 'demo', ...limits } })
  await set(iris, '20', '100')
  // One tab tightens the stake and asks for a looser loss; the other, loaded before, changes what it was asked to.
  await change({ maxStake: '10' })
  const { demo } = await change({ dailyLoss: '200' })
  const waiting = { limit: '200.00', fromMs: app.clock.nowMs() + DAY_MS }
  expect(demo).toMatchObject({ maxStake: '10.00', nextMaxStake: null, nextDailyLoss: waiting })
  await app.run(1_000, START_PRICE)
  expect((await change({ maxStake: '5' })).demo).toMatchObject({
    ...{ maxStake: '5.00', nextMaxStake: null, dailyLoss: '100.00', nextDailyLoss: waiting },
  })
  expect((await change({})).demo).toMatchObject({ maxStake: '5.00', nextDailyLoss: waiting })
  expect((await change({ dailyLoss: '100' })).demo).toMatchObject({
    dailyLoss: '100.00',
    nextDailyLoss: null,
  })
})

test('[T12] the loss of a day counts open stakes, wins are counted against it, and the day ends at midnight UTC', async () => {
  const carl = await app.trader('carl_limits')
  await set(carl, null, '30')
  await carl.place({ stake: '20' })
  expect((await carl.client.ok(getOwnLimits)).demo.lostToday).toBe('20.00')
  expect(await carl.refused({ stake: '10.01' })).toBe('OWN_LIMIT_REACHED')
  await app.run(2_000, START_PRICE)
  await app.run(30_000, '49990.00')
  expect(await carl.refused({ stake: '10.01' })).toBe('OWN_LIMIT_REACHED')
  const { dayEndsMs } = await carl.client.ok(getOwnLimits)
  await app.run(dayEndsMs - app.clock.nowMs(), START_PRICE)
  expect((await carl.client.ok(getOwnLimits)).demo.lostToday).toBe('0.00')
  await carl.place({ stake: '30' })
})

test('[T12] orders at the same moment pass no limit together', async () => {
  const dora = await app.trader('dora_limits')
  await set(dora, null, '50')
  const orders = Array.from({ length: 12 }, () =>
    dora.client.call(placeContract, { body: orderOf({ stake: '10' }) }),
  )
  const codes = (await Promise.all(orders)).map(({ envelope }) =>
    envelope.success ? 'taken' : envelope.code,
  )
  expect(codes.filter((code) => code === 'taken')).toHaveLength(5)
  expect(new Set(codes)).toEqual(new Set(['taken', 'OWN_LIMIT_REACHED']))
})

test('[T12] no order that is accepted after a limit was tightened is beyond it', async () => {
  const emil = await app.trader('emil_limits')
  for (let round = 0; round < 5; round++) {
    const place = () => emil.client.call(placeContract, { body: orderOf({ stake: '10' }) })
    const before = place()
    const tightened = set(emil, '5', null)
    const beside = Array.from({ length: 4 }, place)
    await tightened
    const from = app.clock.nowMs()
    const after = await Promise.all(Array.from({ length: 4 }, place))
    expect(after.map(({ envelope }) => (envelope.success ? 'taken' : envelope.code))).toEqual(
      Array.from({ length: 4 }, () => 'OWN_LIMIT_REACHED'),
    )
    await Promise.all([before, ...beside])
    expect(app.clock.nowMs()).toBe(from)
    await app.db.query('delete from own_limits where user_id = $1', [emil.userId])
  }
})

test.runIf(testDatabaseUrl !== undefined)(
  '[T12] tightening waits for orders that are being accepted: they hold the balances',
  async () => {
    const hans = await app.trader('hans_limits')
    let tightened: Promise<unknown> = Promise.resolve()
    await app.db.tx(async (sql) => {
      await sql.query(`select ledger_lock_balances(array[$1::bigint], array['demo'])`, [hans.userId])
      tightened = set(hans, '5', null)
      const waiting = () =>
        app.db.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      await expect.poll(async () => (await waiting()).length, { timeout: 5_000 }).toBe(1)
    })
    await tightened
    expect(await hans.refused({ stake: '6' })).toBe('OWN_LIMIT_REACHED')
  },
)

test('[T12] a cool-off stops orders of both books at once, can be made longer and not shorter, and ends by itself', async () => {
  const frida = await app.trader('frida_limits')
  const open = await frida.place({ stake: '10' })
  const exclude = (days: 1 | 7 | 30) => frida.client.ok(excludeMyself, { body: { days } })
  const untilMs = app.clock.nowMs() + 7 * DAY_MS
  expect((await exclude(7)).excludedUntilMs).toBe(untilMs)
  for (const book of ['demo', 'real'] as const) expect(await frida.refused({ book })).toBe('SELF_EXCLUDED')
  expect((await exclude(1)).excludedUntilMs).toBe(untilMs)
  // What is open runs on.
  await app.run(32_000, START_PRICE)
  expect(await frida.contract(open.id)).toMatchObject({ state: 'completed' })
  await shorten('users', 'self_excluded_until_ms', untilMs - app.clock.nowMs() - 2_000)
  expect(await frida.refused()).toBe('SELF_EXCLUDED')
  await app.run(2_000, START_PRICE)
  expect((await frida.client.ok(getOwnLimits)).excludedUntilMs).toBeNull()
  await frida.place()
})

test('[T12] [K2] [P7] an open session begins a cool-off alone; more takes a fresh proof, and the owner is told whatever is off', async () => {
  const ines = await app.trader('ines_limits')
  const off = { email: false, priceAlerts: false, trade: false, system: false }
  await ines.client.ok(setNotificationSettings, { body: off })
  const exclude = (days: 1 | 30 | 180 | 1_825) => ines.client.call(excludeMyself, { body: { days } })
  const until = (days: number) => app.clock.nowMs() + days * DAY_MS
  const excludedUntil = async () => (await ines.client.ok(getOwnLimits)).excludedUntilMs
  const audited = async () =>
    await app.db.query<{ after: object; ip: string | null }>(
      `select after, ip from audit_log where actor_kind = 'user' and actor_id = $1 and action = 'user.exclude' order by id`,
      [ines.userId],
    )
  const told = async () => {
    await app.run(1_000, START_PRICE)
    const { notices } = await ines.client.ok(listNotices, { query: {} })
    return notices.map(({ kind, data }) => [kind, data.untilMs]).reverse()
  }
  for (const days of [180, 1_825] as const) {
    expect((await exclude(days)).envelope).toMatchObject({ success: false, code: 'PROOF_REQUIRED' })
  }
  expect([await excludedUntil(), await audited(), await told()]).toEqual([null, [], []])

  const coolOff = until(30)
  await exclude(30)
  expect(await told()).toEqual([['self-excluded', coolOff]])
  await ines.client.ok(prove, { body: { password: TEST_PASSWORD } })
  const first = until(180)
  expect((await exclude(180)).envelope.success).toBe(true)
  // The proof is used up, and what lasts longer already is nothing new.
  expect((await exclude(1_825)).envelope).toMatchObject({ code: 'PROOF_REQUIRED' })
  await exclude(1)
  expect(await excludedUntil()).toBe(first)
  expect(await told()).toEqual([
    ['self-excluded', coolOff],
    ['self-excluded', first],
  ])
  expect(await audited()).toEqual([
    { after: { days: 30, untilMs: coolOff }, ip: '127.0.0.1' },
    { after: { days: 180, untilMs: first }, ip: '127.0.0.1' },
  ])
})

test('[T12] days of a break are real ones, however fast the service clock runs', async () => {
  const kim = await app.trader('kim_limits')
  const nowMs = app.clock.nowMs()
  const clock = { ...app.clock, nowMs: () => nowMs, speed: 60 }
  const ownOrigin = () => 'http://localhost'
  const exclusions = createExclusionsService({
    clock,
    mails: null,
    ownOrigin,
    proofs: { spend: async () => {} },
  })
  const user = { kind: 'user', userId: kim.userId, uid: '1', sessionId: 1n, signedInBy: 'password' } as const
  const request = { ip: '127.0.0.1', userAgent: '', cookies: {}, locale: 'en-US' } as never
  await app.db.tx((sql) => exclusions.extend(sql, user as never, 7, request))
  expect((await kim.client.ok(getOwnLimits)).excludedUntilMs).toBe(nowMs + 7 * 60 * DAY_MS)
})

test('[T12] what is no limit is refused by its field', async () => {
  const gustav = await app.trader('gustav_limits')
  for (const [maxStake, dailyLoss, field] of [
    ['-1', null, 'maxStake'],
    ['1e3', null, 'maxStake'],
    [null, '-0.01', 'dailyLoss'],
    [null, '0.0000001', 'dailyLoss'],
  ] as const) {
    const { status, envelope } = await gustav.client.call(setOwnLimits, {
      body: { book: 'demo', maxStake, dailyLoss },
    })
    expect([status, envelope.success ? null : envelope.details?.fields]).toMatchObject([400, [{ field }]])
  }
  expect((await gustav.client.ok(getOwnLimits)).demo).toMatchObject({ maxStake: null, dailyLoss: null })
})
