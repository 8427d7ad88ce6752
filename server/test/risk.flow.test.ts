import { ensure } from '@truestrike/core/assert.ts'
import { parseMicros } from '@truestrike/core/money.ts'
import { unwrap } from '@truestrike/core/result.ts'
import { getDashboard, getRisk, type Risk } from '@truestrike/protocol/dashboard-endpoints.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { createAdminClients } from './admin-clients.ts'
import { makeContract } from './made-contracts.ts'
import { payIn } from './real-funds.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'
import { createTradingApp } from './trading-app.ts'

type Book = Risk['book']

/** What was read is answered for a second. */
const ANEW_MS = 1_000
const HOUR = { durationSeconds: 3_600 } as const
const HOUR_PAYOUT_BPS = 8_700n

let app: TestApp
afterEach(() => app.close())

async function riskOf(admin: TestClient, book: Book = 'real'): Promise<Risk> {
  await app.clock.advance(ANEW_MS)
  return await admin.ok(getRisk, { query: { book } })
}
const productOf = ({ products }: Risk, symbol = 'BTCUSDT') =>
  ensure(products.find((product) => product.symbol === symbol))
const micros = (text: string): bigint => unwrap(parseMicros(text))
const usdt = (value: bigint): string => `${value / 1_000_000n}.${String(value % 1_000_000n).padStart(6, '0')}`

/** The smallest stake whose profit is more than that. */
const stakeAbove = (profitMicros: bigint): string =>
  usdt(((profitMicros + 1n) * 10_000n + HOUR_PAYOUT_BPS - 1n) / HOUR_PAYOUT_BPS)
/** The largest stake whose profit is at most that. */
const stakeWithin = (profitMicros: bigint): string =>
  usdt(((profitMicros + 1n) * 10_000n - 1n) / HOUR_PAYOUT_BPS)

describe('[D16] the limit that is shown is the one that guards orders', { timeout: 240_000 }, () => {
  test.each(['real', 'demo'] as const)(
    '%s book: what is left fits to the last micro, and not one more',
    async (book) => {
      const trading = await createTradingApp()
      app = trading
      const admin = await createAdminClients(app)()
      await trading.run(1_000, '50000.00')
      const ann = await trading.trader('ann_trader')
      const bob = await trading.trader('bob_trader')
      for (const trader of [ann, bob]) await payIn(app.db, trader, 1_000_000_000n)
      await app.db.query('update trading_settings set exposure_limit_micros = 40000000')
      await ann.place({ ...HOUR, book, stake: '30' })
      await ann.place({ ...HOUR, book, stake: '20', direction: 'down' })
      await ann.place({ ...HOUR, book, stake: '11.5' })
      // Of another minute and, in the demo book, of another user: neither is added.
      await bob.place({ durationSeconds: 300, book, stake: '10', direction: 'down' })
      if (book === 'demo') await bob.place({ ...HOUR, book, stake: '12' })

      const first = productOf(await riskOf(admin, book))
      // 41.5 up at 87 %, less the stake of the other side.
      expect(first.fullest).toMatchObject({ direction: 'up', exposure: '16.105', shareBps: 4_026 })
      expect([first.isWarned, first.stop]).toEqual([false, null])
      const room = 40_000_000n - micros(ensure(first.fullest).exposure)
      await trading.run(1_000, '50000.00')
      expect(await ann.refused({ ...HOUR, book, stake: stakeAbove(room) })).toBe('EXPOSURE_LIMIT')
      await ann.place({ ...HOUR, book, stake: stakeWithin(room) })

      const full = productOf(await riskOf(admin, book))
      expect(full.fullest).toMatchObject({ direction: 'up', exposure: '40.00', shareBps: 10_000 })
      expect(full.isWarned).toBe(true)
      // In the demo book each has a limit of his own: it stops nobody else.
      expect(full.stop).toBe(book === 'real' ? 'limit-reached' : null)
      await trading.run(1_000, '50000.00')
      expect(await ann.refused({ ...HOUR, book, stake: '1' })).toBe('EXPOSURE_LIMIT')
      await ann.place({ ...HOUR, book, stake: '1', direction: 'down' })
      expect(await trading.auditFaults()).toEqual([])
    },
  )
})

describe('[D16] what open contracts can cost', { timeout: 240_000 }, () => {
  test('stakes and payouts by direction, the worst case minute by minute, and when they end', async () => {
    app = await createTestApp({ startMs: Date.UTC(2026, 0, 5, 12, 0, 30) })
    const admin = await createAdminClients(app)()
    const acceptedMs = app.clock.nowMs()
    const open = { acceptedMs, payoutBps: 8_000 }
    await makeContract(app.db, { ...open, usdt: 100, durationSeconds: 30 })
    await makeContract(app.db, { ...open, usdt: 30, durationSeconds: 30, direction: 'down' })
    await makeContract(app.db, { ...open, usdt: 50, durationSeconds: 300, direction: 'down' })
    await makeContract(app.db, { ...open, usdt: 7, durationSeconds: 900, userId: 2n })
    await makeContract(app.db, { ...open, usdt: 8, durationSeconds: 3_600, userId: 3n })
    await makeContract(app.db, { ...open, usdt: 9, durationSeconds: 86_400 })
    // Nothing of these is at risk: over, cancelled, or of the other book.
    const over = { acceptedMs: acceptedMs - 120_000, usdt: 500 }
    for (const end of ['won', 'lost', 'equal', 'price-gap', 'void'] as const) {
      await makeContract(app.db, { ...over, end })
    }
    await makeContract(app.db, { ...open, usdt: 600, book: 'demo' })
    await makeContract(app.db, { ...open, usdt: 10, symbol: 'ETHUSDT', direction: 'down' })

    const risk = await riskOf(admin)
    const side = (contracts: number, stake: string, payout: string) => ({ contracts, stake, payout })
    expect(productOf(risk)).toMatchObject({
      up: side(4, '124.00', '223.20'),
      down: side(2, '80.00', '144.00'),
      // 100 × 80 % − 30, then 40, 5.60, 6.40 and 7.20: a loss in one minute is not covered by stakes of another.
      ...{ worstCase: '109.20', worstWay: 'mixed' },
    })
    expect(
      productOf(risk).spans.map(({ within, worstCase, worstWay }) => [within, worstCase, worstWay]),
    ).toEqual([
      ['1m', '50.00', 'up'],
      ['5m', '40.00', 'down'],
      ['15m', '5.60', 'up'],
      ['1h', '6.40', 'up'],
      ['later', '7.20', 'up'],
    ])
    expect(productOf(risk).spans[0]).toMatchObject({
      up: side(1, '100.00', '180.00'),
      down: side(1, '30.00', '54.00'),
    })
    expect(productOf(risk, 'ETHUSDT')).toMatchObject({ worstCase: '8.00', worstWay: 'down' })
    expect(productOf(risk, 'SOLUSDT')).toMatchObject({
      ...{ up: side(0, '0.00', '0.00'), worstCase: '0.00', worstWay: null, fullest: null },
    })
    expect(risk.total).toMatchObject({ down: side(3, '90.00', '162.00'), worstCase: '117.20' })
    expect((await riskOf(admin, 'demo')).total).toMatchObject({ worstCase: '480.00', worstWay: 'up' })

    const dashboard = await admin.ok(getDashboard, { query: { book: 'real' } })
    expect(dashboard).toMatchObject({ open: { contracts: 7, stake: '214.00' }, worstCase: '117.20' })
    expect(dashboard.exposure.map(({ symbol, worstCase }) => [symbol, worstCase])).toEqual(
      risk.products.map(({ symbol, worstCase }) => [symbol, worstCase]),
    )
  })

  test('[D13] why no contracts are taken; who may not look, and who asks wrongly', async () => {
    const trading = await createTradingApp()
    app = trading
    const admin = await createAdminClients(app)()
    const set = (change: string) => app.db.query(`update trading_settings set ${change}`)
    const stops = async (book: Book) => (await riskOf(admin, book)).products.map(({ stop }) => stop)
    expect(new Set(await stops('real'))).toEqual(new Set([null]))
    await app.db.query(`update products set enabled = false where symbol = 'ETHUSDT'`)
    const { products } = await riskOf(admin)
    expect(products.filter(({ stop }) => stop !== null)).toMatchObject([
      { symbol: 'ETHUSDT', stop: 'product-disabled' },
    ])
    await set('halted = true')
    expect(new Set(await stops('real'))).toEqual(new Set(['halted']))
    await set('real_enabled = false')
    expect(new Set(await stops('real'))).toEqual(new Set(['book-disabled']))
    expect(new Set(await stops('demo'))).toEqual(new Set(['halted']))
    // From here on real: the house has no funds to win.
    await set(`halted = false, real_enabled = true, funds_mode = 'live', exposure_warning_bps = 1`)
    const live = await riskOf(admin)
    expect(live.house).toEqual({ funds: '0.00', room: '0.00' })
    expect(productOf(live).stop).toBe('limit-reached')
    expect((await riskOf(admin, 'demo')).house).toBe(null)

    for (const query of [{ book: 'all' }, {}]) {
      expect(await admin.refused(getRisk, { query: query as { book: 'real' } })).toBe('INVALID_PARAMETERS')
    }
    await app.db.query(`update administrators set permissions = '{dashboard,voids}'`)
    expect(await admin.refused(getRisk, { query: { book: 'real' } })).toBe('PERMISSION_DENIED')
    await admin.ok(getDashboard, { query: { book: 'real' } })
    const ann = await trading.trader('ann_trader')
    expect(await ann.client.refused(getRisk, { query: { book: 'real' } })).toBe('ADMIN_SESSION_INVALID')
  })
})
