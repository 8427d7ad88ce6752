import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from './integrity/seeded-random.ts'
import { createSimulatedSite, type SimulatedSite } from './integrity/simulated-site.ts'

let site: SimulatedSite
beforeAll(async () => {
  site = await createSimulatedSite(createRandom(1))
})
afterAll(() => site?.close())

test('[O4] stopped while the database fails, a process still lets its products go, and another one has them at once', async () => {
  const first = await site.start()
  const walk = async (): Promise<void> => {
    for (const { feed } of site.running()) feed.push('BTCUSDT', '50000.00')
    await site.clock.advance(1_000)
  }
  await walk()
  first.db.failAt(1, 'before')
  await first.stop()
  expect(await site.db.query('select owner from product_leases where expires_db_ms > 0')).toEqual([])
  const second = await site.start()
  await walk()
  expect(second.app.market.products.get('BTCUSDT')?.status(site.clock.nowMs(), second.feed, 0)).toBe('open')
})
