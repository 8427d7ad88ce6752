import { afterEach, expect, test } from 'vitest'
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
