import { ensure } from '@truestrike/core/assert.ts'
import { defaultRules } from '@truestrike/core/default-rules.ts'
import { createLogExcerpt } from '@truestrike/core/log-excerpt.ts'
import { expect, test } from 'vitest'
import { headsOf } from '../../src/market/log.store.ts'
import { createTradingApp, START_PRICE } from '../trading-app.ts'
import { accept } from './price-attack.ts'
import { createRandom } from './seeded-random.ts'

const ORDERS = 60

test('[T4] the attacks on prices are accepted as the database accepts: moment, place in the log, stale prices', async () => {
  const app = await createTradingApp()
  try {
    const random = createRandom(4)
    const ann = await app.trader('ann_trader')
    const [product] = await app.db.query<{ id: number }>(`select id from products where symbol = 'BTCUSDT'`)
    const { id } = ensure(product)
    const rule = ensure(defaultRules('crypto', 'simulated')[0])
    let stale = 0
    for (let order = 0; order < ORDERS; order += 1) {
      app.feed.push('BTCUSDT', START_PRICE)
      await app.clock.advance(1 + random(4_500))
      // A clock that was set back stands behind the log's head.
      if (order % 7 === 3) await app.clock.set(app.clock.nowMs() - 450)
      const head = ensure((await headsOf(app.db, [id])).get(id))
      const { lastSeq, lastTimeMs, lastTickTimeMs } = head
      const atMs = app.clock.nowMs()
      const shown = { lastSeq, lastTimeMs, lastTickTimeMs, lastTickPrice: 0n, visibleMs: 0, endMs: 0, head }
      const world = { rule, outlierBps: 1, ticks: [], flushes: [shown], fromMs: 0, toMs: 0 }
      const expected = accept({ ...world, excerpt: createLogExcerpt([]) }, atMs)
      if (expected === null) {
        stale += 1
        expect(await ann.refused()).toBe('PRICE_STALE')
      } else expect(await ann.place()).toMatchObject(expected)
    }
    expect(stale).toBeGreaterThan(5)
    expect(stale).toBeLessThan(ORDERS / 2)
  } finally {
    await app.close()
  }
})
