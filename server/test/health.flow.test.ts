import { ensure } from '@truestrike/core/assert.ts'
import { afterEach, expect, test } from 'vitest'
import { headsOf } from '../src/market/log.store.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import { testDatabaseUrl } from './test-database.ts'

let app: TestApp
afterEach(() => app.close())

test('[O3] healthz tells that the process answers; readyz follows database, bus, clock and feed', async () => {
  app = await createTestApp()
  const alive = await app.client().raw('GET', '/healthz')
  expect([alive.statusCode, alive.json()]).toEqual([200, { status: 'alive' }])

  // Not started: no price has ever come.
  const before = await app.client().raw('GET', '/readyz')
  expect([before.statusCode, before.json()]).toEqual([
    503,
    { status: 'unavailable', checks: { database: 'ok', bus: 'ok', clock: 'ok', keys: 'ok', feed: 'failed' } },
  ])
  await app.app.start()
  await app.clock.advance(1_000)
  const ready = async () => {
    const answer = await app.client().raw('GET', '/readyz')
    return [answer.statusCode, answer.json()]
  }
  // An answer counts for a moment.
  await expect
    .poll(ready)
    .toEqual([
      200,
      { status: 'ready', checks: { database: 'ok', bus: 'ok', clock: 'ok', keys: 'ok', feed: 'ok' } },
    ])

  // Further from the database's clock than the rules allow no order is taken, whichever of the two is ahead.
  for (const offsetMs of [501, -501]) {
    app.clock.setOffsetMs(offsetMs)
    await expect.poll(ready).toEqual([
      503,
      {
        status: 'unavailable',
        checks: { database: 'ok', bus: 'ok', clock: 'failed', keys: 'ok', feed: 'ok' },
      },
    ])
    app.clock.setOffsetMs(500)
    await expect.poll(ready).toMatchObject([200, { checks: { clock: 'ok' } }])
  }
})

test('[O3] [M5] an exchange that gives no price for 30 s is a feed that fails, though the log moves on; so is one that never gave any', async () => {
  app = await createTestApp({
    env: { MARKET_FEED: 'exchange', EXCHANGE_CROSS_CHECK: 'off' },
    start: true,
    // A Saturday: what is closed is not waited for.
    startMs: Date.UTC(2026, 0, 3, 12),
  })
  const feed = async (): Promise<string> =>
    (await app.client().raw('GET', '/readyz')).json<{ checks: { feed: string } }>().checks.feed
  const pass = async (seconds: number): Promise<void> => {
    for (let passed = 0; passed < seconds; passed += 1) await app.clock.advance(1_000)
  }
  await pass(29)
  await expect.poll(feed).toBe('ok')
  await pass(3)
  await expect.poll(feed).toBe('failed')
  app.feed.push('BTCUSDT', '50000.00')
  await pass(1)
  await expect.poll(feed).toBe('ok')
  await pass(31)
  const { watermarkMs } = ensure((await headsOf(app.db, [1])).get(1))
  expect(app.clock.nowMs() - watermarkMs).toBeLessThan(2_000)
  await expect.poll(feed).toBe('failed')
  // Nobody misses what the exchange does not list.
  for (const { record } of app.app.market.products.values()) app.feed.setHasNoData(record.symbol, true)
  await expect.poll(feed).toBe('ok')
})

// The embedded database belongs to one process: who starts there takes everything over.
test.skipIf(testDatabaseUrl === undefined)(
  '[O3] an engine that stands by is ready while another one writes',
  async () => {
    app = await createTestApp({ start: true })
    const standby = await createTestApp({
      beside: app,
      // One bus for both, as between processes.
      bus: { ...app.bus, close: async () => {} },
      start: true,
    })
    app.feed.push('BTCUSDT', '50000.00')
    await app.clock.advance(1_000)
    expect(standby.app.market.engine.lanes.some(({ head }) => head !== null)).toBe(false)
    expect((await standby.client().raw('GET', '/readyz')).json()).toMatchObject({ checks: { feed: 'ok' } })
    await standby.close()
  },
)
