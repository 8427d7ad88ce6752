import { listProducts } from '@truestrike/protocol/market-endpoints.ts'
import { getContract, placeContract } from '@truestrike/protocol/trade-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'
import { createTradingApp, orderOf, START_PRICE, type TradingApp } from './trading-app.ts'

/** Two processes of one installation: the clock of the one that writes the log can be off, the other one's is right. */
let engine: TradingApp
let edge: TestApp
let ann: TestClient
let ben: TestClient

beforeAll(async () => {
  engine = await createTradingApp()
  edge = await createTestApp({
    beside: { ...engine, clock: { ...engine.clock, offsetMs: () => 0 } },
    // One bus for both, as between processes.
    bus: { ...engine.bus, close: async () => {} },
    env: { ROLE: 'edge', DATABASE_URL: 'postgres://the-one-beside', NATS_URL: 'nats://the-one-beside' },
    start: true,
  })
  ann = await traderAtEdge('ann_trader')
  ben = await traderAtEdge('ben_trader')
})
afterAll(async () => {
  await edge?.close()
  await engine?.close()
})

async function traderAtEdge(name: string): Promise<TestClient> {
  const client = edge.client()
  await client.join(name)
  return client
}

const place = (client: TestClient) => client.ok(placeContract, { body: orderOf() })
const refused = (client: TestClient, symbol = 'BTCUSDT') =>
  client.refused(placeContract, { body: orderOf({ symbol }) })

async function statusOf(symbol: string): Promise<string | undefined> {
  const { products } = await edge.client().ok(listProducts)
  return products.find((product) => product.symbol === symbol)?.ticker.status
}

test('[T2] [M6] an engine whose clock is off makes its products stale for other processes too, and settles what is open', async () => {
  await engine.run(500, START_PRICE)
  const { contract } = await place(ann)
  for (const offsetMs of [501, -501]) {
    engine.clock.setOffsetMs(offsetMs)
    await engine.run(500, START_PRICE)
    expect(await statusOf('BTCUSDT')).toBe('stale')
    expect(await refused(ann)).toBe('PRICE_STALE')
    engine.clock.setOffsetMs(500)
    await engine.run(500, START_PRICE)
    expect(await statusOf('BTCUSDT')).toBe('open')
    await place(ann)
  }
  engine.clock.setOffsetMs(501)
  await engine.run(31_000, START_PRICE)
  expect((await ann.ok(getContract, { params: { id: contract.id } })).contract).toMatchObject({
    state: 'completed',
  })
  engine.clock.setOffsetMs(0)
  await engine.run(500, START_PRICE)
})

test('[T2] orders on the products of two engines that come at once are each judged by their own', async () => {
  for (const symbol of ['BTCUSDT', 'ETHUSDT']) engine.feed.push(symbol, START_PRICE)
  await engine.clock.advance(500)
  const ether = edge.app.market.products.get('ETHUSDT')
  if (ether === undefined) throw new Error('no such product')
  ether.isWriterClockOff = true
  const [good, bad] = await Promise.all([place(ann), refused(ben, 'ETHUSDT')])
  expect([good.contract.symbol, bad]).toEqual(['BTCUSDT', 'PRICE_STALE'])
})
