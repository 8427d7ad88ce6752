import { ERRORS, ORDER_REFUSALS, type OrderRefusal } from '@truestrike/protocol/errors.ts'
import type { PlaceOrder } from '@truestrike/protocol/trade-endpoints.ts'
import { placeContract } from '@truestrike/protocol/trade-endpoints.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { payIn } from './real-funds.ts'
import { createTradingApp, orderOf, START_PRICE, type TradingApp } from './trading-app.ts'

let app: TradingApp
afterEach(() => app.close())

/** Something wrong with an order, and what puts it right. */
type Wrong = [code: OrderRefusal, mend: () => Promise<unknown> | undefined]

describe('refusing orders', { timeout: 120_000 }, () => {
  test('[T2] each refusal has its own code, and they come in the order of the rules', async () => {
    app = await createTradingApp()
    const ann = await app.trader('ann_trader')
    const set = (column: string) => app.db.query(`update trading_settings set ${column}`)
    const user = (column: string) => app.db.query(`update users set ${column} where id = $1`, [ann.userId])
    const first = await ann.place()
    await user(`status = 'frozen', self_excluded_until_ms = 9000000000000`)
    await set('demo_enabled = false, halted = true, exposure_limit_micros = 1')
    await app.db.query('update products set enabled = false')
    app.feed.setHasNoData('BTCUSDT', true)
    await app.clock.advance(10_000)
    await app.db.query('update active_rules set enabled = false')
    await app.db.query(`insert into own_limits values ($1, 'demo', 1, null)`, [ann.userId])
    const order: PlaceOrder = orderOf({ clientOrderId: first.clientOrderId, stake: '0.5', ruleVersion: 2 })
    const change = (changes: Partial<PlaceOrder>) => () => void Object.assign(order, changes)
    const limit = (column: string) => app.db.query(`update own_limits set ${column}`)

    const wrongs: Wrong[] = [
      ['IDEMPOTENCY_MISMATCH', change({ clientOrderId: 'another-order' })],
      ['USER_FROZEN', () => user(`status = 'active'`)],
      ['SELF_EXCLUDED', () => user('self_excluded_until_ms = null')],
      ['BOOK_DISABLED', () => set('demo_enabled = true')],
      ['TRADING_HALTED', () => set('halted = false')],
      ['PRODUCT_DISABLED', () => app.db.query('update products set enabled = true')],
      ['MARKET_CLOSED', async () => app.feed.setHasNoData('BTCUSDT', false)],
      ['PRICE_STALE', () => app.run(1_000, START_PRICE)],
      ['RULE_DISABLED', () => app.db.query('update active_rules set enabled = true')],
      ['QUOTE_CHANGED', change({ ruleVersion: 1 })],
      ['STAKE_TOO_SMALL', change({ stake: '5000.000001' })],
      ['STAKE_TOO_LARGE', change({ stake: '5000' })],
      ['OWN_LIMIT_REACHED', () => limit('stake_max_micros = null')],
      ['EXPOSURE_LIMIT', () => set('exposure_limit_micros = 100000000000')],
      ['INSUFFICIENT_BALANCE', change({ stake: '4990' })],
    ]
    await app.db.query(
      `select ledger_post(1, array['demo'], array['available'], array[$1::bigint], array['house'],
      array[null]::bigint[], array[5001000000], array['test'], array['test'])`,
      [ann.userId],
    )
    const seen: string[] = []
    for (const [code, mend] of wrongs) {
      const { status, envelope } = await ann.client.call(placeContract, { body: order })
      seen.push(envelope.success ? 'accepted' : envelope.code)
      expect(status).toBe(ERRORS[code])
      await mend()
    }
    expect(seen).toEqual(wrongs.map(([code]) => code))
    const inTestMode = ORDER_REFUSALS.filter((code) => !/COUNTRY|IDENTITY/.test(code))
    expect(seen).toEqual(inTestMode)
    expect((await ann.client.ok(placeContract, { body: order })).contract.stake).toBe('4990.00')
    expect(await ann.refused({ symbol: 'NOSUCHUSDT' })).toBe('PRODUCT_NOT_FOUND')
    expect(await ann.refused({ durationSeconds: 31 })).toBe('RULE_DISABLED')
    expect(await app.auditFaults()).toEqual([])
  })

  test('[T2] any part of the life outside trading hours is refused', async () => {
    app = await createTradingApp({ startMs: Date.UTC(2026, 0, 9, 21, 59, 20) })
    const ann = await app.trader('ann_trader')
    const euro = { symbol: 'EURUSDT' }
    app.feed.push('EURUSDT', '1.08000')
    await app.clock.advance(200)
    await ann.place(euro)
    await app.clock.advance(9_000)
    app.feed.push('EURUSDT', '1.08000')
    await app.clock.advance(200)
    // 30 s would end after 17:00 in New York.
    expect(await ann.refused(euro)).toBe('MARKET_CLOSED')
    await app.clock.advance(30_000)
    expect(await ann.refused(euro)).toBe('MARKET_CLOSED')
    await app.run(1_000, START_PRICE)
    await ann.place()
  })

  test('[T2] the closing moment itself may be the expiry, and a price may be as old as the rule allows; a millisecond more is refused', async () => {
    const closeMs = Date.UTC(2026, 0, 9, 22)
    app = await createTradingApp({ startMs: closeMs - 32_000 })
    const ann = await app.trader('ann_trader')
    app.feed.push('EURUSDT', '1.08000')
    await app.clock.advance(closeMs - 30_000 - app.clock.nowMs())
    expect((await ann.place({ symbol: 'EURUSDT' })).expiresAtMs).toBe(closeMs)
    await app.clock.advance(1)
    expect(await ann.refused({ symbol: 'EURUSDT' })).toBe('MARKET_CLOSED')

    app.feed.push('BTCUSDT', START_PRICE)
    const tickMs = app.clock.nowMs()
    await app.clock.advance(3_000)
    expect((await ann.place()).acceptedAtMs).toBe(tickMs + 3_000)
    await app.clock.advance(1)
    expect(await ann.refused()).toBe('PRICE_STALE')
  })

  test('[T2] a clock more than half a second away from the database makes every price stale', async () => {
    app = await createTradingApp()
    const ann = await app.trader('ann_trader')
    app.clock.setOffsetMs(-501)
    expect(await ann.refused()).toBe('PRICE_STALE')
    app.clock.setOffsetMs(500)
    await ann.place()
  })

  test('[T12] the daily loss a user allows himself counts open stakes as lost', async () => {
    app = await createTradingApp()
    const ann = await app.trader('ann_trader')
    await app.db.query(`insert into own_limits values ($1, 'demo', null, 30000000)`, [ann.userId])
    await ann.place({ stake: '20' })
    expect(await ann.refused({ stake: '10.01' })).toBe('OWN_LIMIT_REACHED')
    await ann.place({ stake: '10' })
    expect(await ann.refused({ stake: '1' })).toBe('OWN_LIMIT_REACHED')
    await app.run(32_000, START_PRICE)
    await ann.place({ stake: '30' })
  })

  test('[D16] exposure: Σ profit of a side − Σ stakes of the other, per user in demo, shared in the real book', async () => {
    app = await createTradingApp()
    const [ann, bob] = [await app.trader('ann_trader'), await app.trader('bob_trader')]
    await app.db.query('update trading_settings set exposure_limit_micros = 16000000')
    for (const trader of [ann, bob]) {
      await payIn(app.db, trader, 1_000_000_000n)
    }
    const minute = { durationSeconds: 3600 } as const
    for (const book of ['demo', 'real'] as const) {
      await ann.place({ ...minute, book, stake: '18' })
      expect(await ann.refused({ ...minute, book, stake: '1' })).toBe('EXPOSURE_LIMIT')
    }
    await bob.place({ ...minute, book: 'demo', stake: '18' })
    expect(await bob.refused({ ...minute, book: 'real', stake: '1' })).toBe('EXPOSURE_LIMIT')
    await bob.place({ ...minute, book: 'real', stake: '10', direction: 'down' })
    await bob.place({ ...minute, book: 'real', stake: '10' })
    // Two that fit one by one but not together: the batch takes one of them, and says so of the other.
    const both = await Promise.all(
      [ann, bob].map(({ client }) =>
        client.call(placeContract, { body: orderOf({ ...minute, book: 'real', stake: '1' }) }),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, ERRORS.EXPOSURE_LIMIT])
    await app.run(1_000, START_PRICE)
    expect(await app.auditFaults()).toEqual([])
  })

  test('[D16] a cancelled contract of the real book neither covers the other side any more nor takes room on its own', async () => {
    app = await createTradingApp()
    const [ann, bob] = [await app.trader('ann_trader'), await app.trader('bob_trader')]
    await app.db.query('update trading_settings set exposure_limit_micros = 100000000')
    for (const trader of [ann, bob]) {
      await payIn(app.db, trader, 1_000_000_000n)
    }
    const order = { book: 'real', durationSeconds: 3600 } as const
    await ann.place({ ...order, direction: 'down', stake: '100' })
    // No price comes: the contract is cancelled, in the same minute of expiry as what follows.
    await app.clock.advance(8_000)
    await app.run(1_000, START_PRICE)
    const [row] = await app.db.query('select state from contracts')
    expect(row).toEqual({ state: 'cancelled' })
    const buckets = await app.db.query(
      'select up_profit_micros + up_stake_micros + down_profit_micros + down_stake_micros as taken from exposure_buckets',
    )
    expect(buckets).toEqual([{ taken: 0n }])
    expect(await bob.refused({ ...order, stake: '200' })).toBe('EXPOSURE_LIMIT')
    await bob.place({ ...order, stake: '110' })
    await ann.place({ ...order, direction: 'down', stake: '200' })
    expect(await app.auditFaults()).toEqual([])
  })

  test('[T15] live: countries, identity, exchange source; the database itself refuses anything else', async () => {
    app = await createTradingApp()
    const ann = await app.trader('ann_trader')
    await ann.place({ book: 'demo' })
    await app.db.query(
      `update trading_settings set funds_mode = 'live', allowed_countries = '{DE}', identity_required = true`,
    )
    const user = (column: string) => app.db.query(`update users set ${column} where id = $1`, [ann.userId])
    expect(await ann.refused({ book: 'real' })).toBe('COUNTRY_NOT_ALLOWED')
    await user(`country = 'de'`)
    expect(await ann.refused({ book: 'real' })).toBe('IDENTITY_REQUIRED')
    await user(`identity_status = 'verified'`)
    expect(await ann.refused({ book: 'real' })).toBe('PRODUCT_DISABLED')
    const copy = (changes: string) =>
      app.db.query(`insert into contracts (user_id, client_order_id, body_sha256, batch_id, book, live, product_id, symbol, "precision",
        product_version, calendar_version, source, direction, stake_micros, win_profit_micros, rule_id, rule_version, rule_hash,
        duration_seconds, payout_bps, window_ms, opening_delay_ms, open_timeout_ms, max_gap_ms, open_after_seq,
        accepted_at_ms, expires_at_ms)
      select user_id, client_order_id || 'x', body_sha256, batch_id, ${changes}, product_id, symbol, "precision", product_version,
        calendar_version, source, direction, stake_micros, win_profit_micros, rule_id, rule_version, rule_hash,
        duration_seconds, payout_bps, window_ms, opening_delay_ms, open_timeout_ms, max_gap_ms, open_after_seq,
        accepted_at_ms, expires_at_ms from contracts`)
    await expect(copy(`'real', true`)).rejects.toMatchObject({ code: '23514' })
    await expect(copy(`'real', false`)).rejects.toMatchObject({ code: '23514' })
    for (const wayBack of [
      `update trading_settings set funds_mode = 'test'`,
      'delete from trading_settings',
      'truncate trading_settings',
    ]) {
      await expect(app.db.query(wayBack), wayBack).rejects.toMatchObject({ code: '55000' })
    }
    expect(await app.db.query('select funds_mode from trading_settings')).toEqual([{ funds_mode: 'live' }])
  })
})
