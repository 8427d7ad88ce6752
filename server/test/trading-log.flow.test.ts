import { ensure } from '@truestrike/core/assert.ts'
import { createLogExcerpt } from '@truestrike/core/log-excerpt.ts'
import { outcomeOf } from '@truestrike/core/outcome.ts'
import { listProducts } from '@truestrike/protocol/market-endpoints.ts'
import { listContracts, listRules } from '@truestrike/protocol/trade-endpoints.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { readEntries } from '../src/market/read-log.ts'
import { toFrozenContract } from '../src/trading/contract-row.ts'
import { listContractsById } from '../src/trading/contracts.store.ts'
import { resumeTrading } from '../src/trading/trading-settings.store.ts'
import { createSecondTrading } from './second-trading.ts'
import { createTradingApp, orderOf, START_PRICE, type TradingApp } from './trading-app.ts'

let app: TradingApp
afterEach(() => app.close())

describe('contracts follow the public log', { timeout: 120_000 }, () => {
  test('[T6] no tick to open with: cancelled after the time allowed, the stake returned, and said so', async () => {
    app = await createTradingApp()
    const ann = await app.trader('ann_trader')
    const { id } = await ann.place()
    await app.clock.advance(5_000)
    expect(await ann.contract(id)).toMatchObject({ state: 'opening' })
    await app.clock.advance(2_000)
    expect(await ann.contract(id)).toMatchObject({
      state: 'cancelled',
      cancelReason: 'no-opening-price',
      openingPrice: null,
      profit: '0.00',
    })
    await app.run(1_000, START_PRICE)
    expect(await app.auditFaults()).toEqual([])
  })

  test('[T6] a hole in the prices over the closing cancels; a hole that ends before does not', async () => {
    app = await createTradingApp()
    const ann = await app.trader('ann_trader')
    const early = await ann.place()
    await app.run(10_000, '50001.00')
    // Silent from 10 s to 24 s: outside of what the first contract's closing looks at.
    await app.clock.advance(14_000)
    await app.run(2_000, '50002.00')
    const late = await ann.place()
    await app.run(6_000, '50002.00')
    expect(await ann.contract(early.id)).toMatchObject({ state: 'completed', result: 'won' })
    await app.clock.advance(25_500)
    expect(await ann.contract(late.id)).toMatchObject({
      state: 'cancelled',
      cancelReason: 'price-gap',
      profit: '0.00',
    })
    expect(await app.auditFaults()).toEqual([])
  })

  test('[P-2] [T5] the frozen rule decides, and a contract is told with its times: a new version changes the quote, never an accepted contract', async () => {
    app = await createTradingApp()
    const ann = await app.trader('ann_trader')
    const accepted = await ann.place()
    const second = await createSecondTrading(app)
    const { rules } = await ann.client.ok(listRules, { query: { symbol: 'BTCUSDT' } })
    const rule = ensure(rules[0])
    const { windowMs, openingDelayMs, openTimeoutMs, maxGapMs } = rule
    const frozen = { ruleVersion: 1, payoutBps: 8000, windowMs, openingDelayMs, openTimeoutMs, maxGapMs }
    expect(accepted).toMatchObject({ ...frozen, ruleHash: rule.hash })
    const product = ensure(
      (await app.db.query<{ id: number }>(`select id from products where symbol = 'BTCUSDT'`))[0],
    )
    const changed = await second.rules.updateRule(app.db, product.id, {
      symbol: 'BTCUSDT',
      durationSeconds: 30,
      payoutBps: 5000,
      stakeMinMicros: 1_000_000n,
      stakeMaxMicros: 2_000_000n,
      windowMs: 0,
      openingDelayMs: 0,
      openTimeoutMs: 1,
      staleMs: 3_000,
      maxGapMs: 100,
    })
    expect(changed).toMatchObject({ ok: true })
    expect(await ann.refused()).toBe('QUOTE_CHANGED')
    expect(await ann.place({ ruleVersion: 2, stake: '2' })).toMatchObject({
      ...{ payoutBps: 5000, windowMs: 0, openTimeoutMs: 1, maxGapMs: 100 },
    })
    await app.run(1_000, START_PRICE)
    await app.run(31_000, '50001.00')
    expect(await ann.contract(accepted.id)).toMatchObject({ ...frozen, result: 'won', profit: '8.00' })
    const query = { book: 'demo', state: 'completed' } as const
    const { contracts } = await ann.client.ok(listContracts, { query })
    expect(contracts.at(-1)).toMatchObject({ ...frozen, id: accepted.id })
    await expect(app.db.query('update game_rules set payout_bps = 1')).rejects.toMatchObject({
      code: '55000',
    })
    await expect(app.db.query('update contracts set payout_bps = 1')).rejects.toMatchObject({ code: '55000' })
    await expect(app.db.query(`update contracts set closing_price = 1`)).rejects.toMatchObject({
      code: '55000',
    })
    await expect(app.db.query('delete from contracts')).rejects.toMatchObject({ code: '55000' })
    await expect(app.db.query('update transfers set amount_micros = 1')).rejects.toMatchObject({
      code: '55000',
    })
  })

  test('[T6] a change of source after acceptance cancels what was open', async () => {
    app = await createTradingApp()
    const ann = await app.trader('ann_trader')
    const { id } = await ann.place()
    await app.run(2_000, START_PRICE)
    expect(await ann.contract(id)).toMatchObject({ state: 'running' })
    Object.assign(app.feed, { source: 'replay' })
    await app.run(2_000, '50005.00')
    Object.assign(app.feed, { source: 'simulated' })
    await app.run(28_000, '50005.00')
    expect(await ann.contract(id)).toMatchObject({
      state: 'cancelled',
      cancelReason: 'source-changed',
      profit: '0.00',
    })
    expect(await app.auditFaults()).toEqual([])
  })

  test('[T8] [O4] what expired while nothing could settle is settled by the next start, once, by what the log says', async () => {
    app = await createTradingApp()
    const ann = await app.trader('ann_trader')
    const up = await ann.place()
    const down = await ann.place({ direction: 'down' })
    await app.db.query('alter function settle_contracts rename to settle_contracts_away')
    await app.run(1_000, START_PRICE)
    await app.run(31_000, '50010.00')
    const waiting = await ann.place()
    expect(await ann.contract(up.id)).toMatchObject({ state: 'settling', openingPrice: START_PRICE })
    await app.db.query('alter function settle_contracts_away rename to settle_contracts')
    const second = await createSecondTrading(app)
    await second.start()
    expect(await ann.contract(up.id)).toMatchObject({
      state: 'completed',
      result: 'won',
      closingPrice: '50010.00',
    })
    expect(await ann.contract(down.id)).toMatchObject({ state: 'completed', result: 'lost' })
    expect(await ann.contract(waiting.id)).toMatchObject({ state: 'opening' })
    expect(await second.settle.settleDue(1, Number.MAX_SAFE_INTEGER)).toBe(0)
    // Both go on with the one still open: it is settled once.
    await app.run(31_000, '50010.00')
    expect(await ann.contract(waiting.id)).toMatchObject({ state: 'completed', result: 'equal' })
    await second.stop()
    expect(await app.auditFaults()).toEqual([])
  })

  test('[F8] money that does not add up stops new orders, harms no other contract, and is never settled over', async () => {
    app = await createTradingApp()
    const [ann, bob] = [await app.trader('ann_trader'), await app.trader('bob_trader')]
    const wronged = await ann.place()
    const sound = await bob.place()
    await app.db.query('update user_balances set in_position_micros = 1 where user_id = $1 and book = $2', [
      ann.userId,
      'demo',
    ])
    await app.run(32_000, START_PRICE)
    expect(await bob.contract(sound.id)).toMatchObject({ state: 'completed' })
    expect(await ann.contract(wronged.id)).toMatchObject({ state: 'settling', profit: null })
    expect(await bob.refused()).toBe('TRADING_HALTED')
    const second = await createSecondTrading(app)
    await expect(second.placing.place(bob.userId, orderOf())).rejects.toMatchObject({
      code: 'TRADING_HALTED',
    })
    // What was accepted before is told all the same: the order's id resolves it.
    expect((await bob.place({ clientOrderId: sound.clientOrderId })).id).toBe(sound.id)
    expect(await bob.refused({ clientOrderId: sound.clientOrderId, stake: '11' })).toBe(
      'IDEMPOTENCY_MISMATCH',
    )
    expect(JSON.stringify(app.logged)).toContain('trading halted')

    // Put right and resumed by the operator: every process takes orders again, without a restart.
    await app.db.query('update user_balances set in_position_micros = $3 where user_id = $1 and book = $2', [
      ann.userId,
      'demo',
      10_000_000n,
    ])
    expect(await resumeTrading(app.db)).toContain('cannot be settled')
    await bob.place()
    await second.placing.place(bob.userId, orderOf())
    await second.stop()
    await app.run(2_000, START_PRICE)
    expect(await ann.contract(wronged.id)).toMatchObject({ state: 'completed' })
    expect(await app.auditFaults()).toEqual([])
  })

  test('[T5] [T8] live results equal a recomputation from the log alone, with moving prices', async () => {
    app = await createTradingApp()
    const ann = await app.trader('ann_trader')
    const ids: string[] = []
    for (let step = 0; step < 68; step += 1) {
      if (step < 20) ids.push((await ann.place({ direction: step % 2 === 0 ? 'up' : 'down' })).id)
      const price = 50_000 + Math.round(Math.sin(step / 3) * 900) / 100
      await app.run(700, price.toFixed(2))
    }
    const rows = await listContractsById(app.db, ids.map(BigInt))
    expect(rows).toHaveLength(20)
    expect(new Set(rows.map((row) => row.result))).toEqual(new Set(['won', 'lost']))
    const entries = await readEntries(app.db, ensure(rows[0]).productId, { limit: 10_000 })
    const excerpt = createLogExcerpt(entries)
    for (const row of rows) {
      const outcome = outcomeOf(toFrozenContract(row), excerpt)
      expect(outcome).toMatchObject({
        state: row.state,
        result: row.result,
        profitMicros: row.profitMicros,
        opening: { price: row.openingPrice, seq: Number(row.openingSeq) },
        closing: { price: row.closingPrice },
      })
    }
  })

  test('[T4] the clock goes back: acceptance never lies before the log, and contracts still settle', async () => {
    app = await createTradingApp()
    const ann = await app.trader('ann_trader')
    await app.clock.set(app.clock.nowMs() - 800)
    const head = ensure(
      (await app.db.query<{ ms: bigint }>('select max(last_time_ms) as ms from log_heads'))[0],
    )
    const placed = await ann.place()
    expect(placed.acceptedAtMs).toBeGreaterThanOrEqual(Number(head.ms))
    expect(placed.expiresAtMs).toBe(placed.acceptedAtMs + 30_000)
    await app.run(34_000, START_PRICE)
    expect(await ann.contract(placed.id)).toMatchObject({ state: 'completed', result: 'equal' })
  })

  test('[T2] [T4] a clock set far back makes prices stale until it is past the log: no stake waits for hours', async () => {
    app = await createTradingApp()
    const ann = await app.trader('ann_trader')
    await app.clock.set(app.clock.nowMs() - 3_600_000)
    const { products } = await ann.client.ok(listProducts)
    expect(products.find(({ symbol }) => symbol === 'BTCUSDT')?.ticker.status).toBe('stale')
    expect(await ann.refused()).toBe('PRICE_STALE')
    await app.clock.advance(3_600_000)
    await app.run(1_000, START_PRICE)
    await ann.place()
  })
})
