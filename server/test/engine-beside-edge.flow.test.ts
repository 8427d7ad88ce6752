import { parsePrice } from '@truestrike/core/price.ts'
import { unwrap } from '@truestrike/core/result.ts'
import { setAlert } from '@truestrike/protocol/alert-endpoints.ts'
import { listCandles, listProducts, type Product } from '@truestrike/protocol/market-endpoints.ts'
import { listNotices } from '@truestrike/protocol/notice-endpoints.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '../src/config.ts'
import { createEngine, type Engine } from '../src/engine.ts'
import { silentLog } from '../src/platform/log.ts'
import { createMetrics } from '../src/platform/metrics.ts'
import { systemRandom } from '../src/platform/secret-token.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import { createTrader, orderOf, START_PRICE } from './trading-app.ts'

/** The two parts of a process as the product runs them: one serves calls, one makes prices and outcomes. */
let edge: TestApp
let engine: Engine
let endHistory = (): void => {}

const ELSEWHERE = { DATABASE_URL: 'postgres://shared-with-the-edge', NATS_URL: 'nats://shared-with-the-edge' }
const STEP_MS = 250
const HIGH = '51234.56'

beforeAll(async () => {
  edge = await createTestApp({ env: { ROLE: 'edge', ...ELSEWHERE }, start: true, listen: true })
  const historyHeld = new Promise<void>((resolve) => {
    endHistory = resolve
  })
  const { db, bus, clock, signer, feed } = edge
  engine = await createEngine({
    config: readConfig({ ROLE: 'engine', ...ELSEWHERE, DATA_DIR: edge.config.dataDir }),
    db,
    bus,
    clock,
    signer,
    log: silentLog,
    metrics: createMetrics(false),
    random: systemRandom,
    createFeed: (products) => ({
      ...feed.attach(products),
      async *history(productId, joinMs) {
        await historyHeld
        if (products.find(({ id }) => id === productId)?.symbol !== 'BTCUSDT') return
        const [low, high] = [unwrap(parsePrice('49000.00', 2)), unwrap(parsePrice(HIGH, 2))]
        const openTimeMs = Math.floor(joinMs / 60_000) * 60_000 - 600_000
        yield {
          period: '1m',
          candles: [{ openTimeMs, open: low, high, low, close: high, volumeMicros: 1_000_000n }],
        }
      },
    }),
  })
  await engine.start()
  await run(1_000, START_PRICE)
})
afterAll(async () => {
  await engine.stop()
  await edge.close()
})

async function run(ms: number, price: string): Promise<void> {
  for (let passed = 0; passed < ms; passed += STEP_MS) {
    edge.feed.push('BTCUSDT', price)
    await edge.clock.advance(STEP_MS)
  }
}

async function product(symbol: string): Promise<Product | undefined> {
  return (await edge.client().ok(listProducts)).products.find((each) => each.symbol === symbol)
}

test('[O5] [T4] [T8] an order that the edge accepted is opened and settled by the engine, and its user is told', async () => {
  const ann = await createTrader(edge, 'ann_trader')
  const contract = await ann.place(orderOf())
  await run(1_000, START_PRICE)
  expect(await ann.contract(contract.id)).toMatchObject({ state: 'running', openingPrice: START_PRICE })
  await run(30_000, '50100.00')
  expect(await ann.contract(contract.id)).toMatchObject({ state: 'completed', result: 'won' })
  const { notices } = await ann.client.ok(listNotices, { query: {} })
  expect(notices.map(({ kind }) => kind)).toContain('contract-settled')
})

test('[O5] [N6] a price alert set at the edge is told by the engine', async () => {
  const ben = await createTrader(edge, 'ben_trader')
  await ben.client.ok(setAlert, { body: { symbol: 'BTCUSDT', direction: 'up', price: '50500' } })
  await run(2_000, '50600.00')
  const { notices } = await ben.client.ok(listNotices, { query: {} })
  expect(notices.map(({ kind }) => kind)).toContain('price-alert')
})

test('[O5] [M5] what the engine has no prices for is shown as closed by the edge', async () => {
  expect((await product('ETHUSDT'))?.ticker.status).not.toBe('closed')
  edge.feed.setHasNoData('ETHUSDT', true)
  await run(1_500, START_PRICE)
  expect((await product('ETHUSDT'))?.ticker.status).toBe('closed')
  edge.feed.setHasNoData('ETHUSDT', false)
  await run(1_500, START_PRICE)
  expect((await product('ETHUSDT'))?.ticker.status).not.toBe('closed')
})

test('[O5] [M2] while the engine makes the history, the edge says that older candles may come; then its figures have them', async () => {
  const page = () => edge.client().ok(listCandles, { query: { symbol: 'BTCUSDT', period: '1m', limit: 500 } })
  expect((await page()).hasMore).toBe(true)
  endHistory()
  await vi.waitFor(async () => expect((await page()).hasMore).toBe(false))
  await vi.waitFor(async () => expect((await product('BTCUSDT'))?.ticker.high24h).toBe(HIGH))
})
