import { ensure } from '@truestrike/core/assert.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { createRandom } from './integrity/seeded-random.ts'
import { shareOf } from './test-database.ts'
import { orderOf } from './trading-app.ts'
import { createVoidApp, type VoidApp } from './void-app.ts'

let app: VoidApp | null = null
afterEach(async () => {
  await app?.close()
  app = null
})

const STEPS = 110
const STEP_MS = 500

interface Told {
  id: string
  ended: string
  profit: bigint
}

/** How contracts end that are accepted over a minute; with `voids`, two administrators void intervals at any moment. */
async function ended(seed: number, { voids }: { voids: number }) {
  const site = await createVoidApp()
  app = site
  const random = createRandom(seed)
  const trader = await site.funded('ann_trader')
  const chosen = createRandom(seed + 100)
  const moments = Array.from({ length: voids }, () => 40 + chosen(STEPS - 50))
  const wonThen = new Set<string>()
  const startMs = site.clock.nowMs()
  let cents = 5_000_000
  for (let step = 0; step < STEPS; step += 1) {
    if (step < 40 && step % 3 === 0)
      await trader.place({
        ...orderOf({ clientOrderId: `contract-${step}` }),
        ...{ direction: random(2) === 0 ? 'up' : 'down', stake: `${1 + random(9)}` },
        ...{ book: random(2) === 0 ? 'demo' : 'real', durationSeconds: 30 },
      })
    if (moments.includes(step)) {
      const rows = await site.db.query<{ id: string }>(
        `select client_order_id as id from contracts where result = 'won'`,
      )
      for (const { id } of rows) wonThen.add(id)
      const nowMs = site.clock.nowMs()
      const fromMs = startMs + chosen(nowMs - startMs - 1_000)
      await site.agree({ fromMs, toMs: Math.min(fromMs + chosen(6_000), nowMs - 1) })
    }
    cents += random(201) - 100
    await site.run(STEP_MS, (cents / 100).toFixed(2))
  }
  const told = await site.db.query<Told>(
    `select client_order_id as id, coalesce(result, cancel_reason) as ended, profit_micros as profit
    from contracts order by client_order_id`,
  )
  expect(await site.auditFaults()).toEqual([])
  await site.close()
  app = null
  return { told, wonThen }
}

describe('[T16] no choice of interval makes a winner lose', { timeout: 300_000 }, () => {
  test.each(shareOf([1, 2]))(
    'whatever two administrators void, stakes come back and nothing else changes, seed %i',
    async (seed) => {
      const plain = await ended(seed, { voids: 0 })
      const { told, wonThen } = await ended(seed, { voids: 5 })
      expect(plain.told).toHaveLength(14)
      expect(told.map(({ id }) => id)).toEqual(plain.told.map(({ id }) => id))
      const changed = plain.told.flatMap((before, at) => {
        const after = ensure(told[at])
        if (after.ended === before.ended && after.profit === before.profit) return []
        expect(after).toEqual({ id: before.id, ended: 'void', profit: 0n })
        return [before]
      })
      // Both kinds of it came up: losers given back, and winners left alone that had won before.
      expect(changed.map(({ ended: how }) => how)).toContain('lost')
      expect(changed.filter(({ id }) => wonThen.has(id))).toEqual([])
      expect(wonThen.size).toBeGreaterThan(0)
    },
  )
})
