import { ensure } from '@truestrike/core/assert.ts'
import { listCandles, listProducts, listTicks } from '@truestrike/protocol/market-endpoints.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from './test-app.ts'

let app: TestApp
afterEach(() => app.close())

describe('prices from the feed to the public', () => {
  test('[M1] [M5] the seeded feed prices 15 crypto and 6 forex products, each saying its source', async () => {
    app = await createTestApp({ start: true, feed: 'configured' })
    await app.clock.advance(3_000)
    const { products, source } = await app.client().ok(listProducts)
    expect(source).toBe('simulated')
    expect(
      products.map((product) => product.category).filter((category) => category === 'crypto'),
    ).toHaveLength(15)
    expect(products.filter((product) => product.category === 'forex')).toHaveLength(6)
    for (const product of products) {
      expect(product.source).toBe('simulated')
      expect(product.ticker.status).toBe('open')
      expect(product.ticker.price).toMatch(/^\d+\.\d+$/)
      expect(ensure(product.ticker.price).split('.')[1]).toHaveLength(product.precision)
    }
  })

  test('[M4] a tick goes to the log, the ticker, the candle and both sockets', async () => {
    app = await createTestApp({ start: true, listen: true })
    const list = await app.socket('/ws')
    list.send({ op: 'subscribe', channel: 'tickers' })
    await list.next('tickers')
    const trade = await app.socket('/trade')
    trade.send({ op: 'subscribe', channel: 'ticks', symbol: 'BTCUSDT' })
    await trade.next('subscribed')
    app.feed.push('BTCUSDT', { price: '50000.00', volumeMicros: 7_000_000n })
    await app.clock.advance(200)
    const frame = await trade.next('ticks')
    expect(frame.items[0]?.slice(0, 7)).toEqual([
      'BTCUSDT',
      1,
      2,
      0,
      app.clock.nowMs() - 200,
      '50000.00',
      '7.00',
    ])
    const { candles, throughSeq } = await app
      .client()
      .ok(listCandles, { query: { symbol: 'BTCUSDT', period: '1m', limit: 1 } })
    expect(candles[0]?.slice(1)).toEqual(['50000.00', '50000.00', '50000.00', '50000.00', '7.00', 't'])
    expect(throughSeq).toBe(2)
    const { entries, hash } = await app.client().ok(listTicks, { query: { symbol: 'BTCUSDT' } })
    expect(entries.map((entry) => [entry.seq, entry.kind])).toEqual([
      [1, 'source'],
      [2, 'tick'],
      [3, 'watermark'],
    ])
    expect(hash).toHaveLength(43)
    // Lists are sent what moved a little later.
    await app.clock.advance(250)
    expect((await list.next('ticks')).items).toEqual(frame.items)
  })
})
