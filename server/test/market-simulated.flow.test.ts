import { ensure } from '@truestrike/core/assert.ts'
import { afterEach, expect, test } from 'vitest'
import type { Feed, RawTick } from '../src/market/feed.ts'
import { referenceUnitsOf } from '../src/market/seed-products.ts'
import { createSimulatedFeed } from '../src/market/simulated-feed.ts'
import { DAY_MS, DayPath, SLOT_MS, startState } from '../src/market/simulated-path.ts'
import { profileOf } from '../src/market/simulated-profile.ts'
import {
  commitmentOf,
  daySeed,
  FeedSeedError,
  keystreamOf,
  loadMasterSeed,
} from '../src/market/simulated-seed.ts'
import { createMarketRig, type MarketRig } from './market-rig.ts'

const MASTER = loadMasterSeed({ feedSeed: 'story', dataDir: null })
const START_MS = Date.UTC(2026, 0, 6, 23, 59, 30)

let rig: MarketRig
afterEach(() => rig.close())

async function startFeed(atMs: number, master = MASTER): Promise<Feed> {
  const feed = createSimulatedFeed({
    db: rig.db,
    master,
    masterFrom: '/data/feed-master',
    products: rig.records.slice(0, 6).map(({ id, symbol, category, precision }) => ({
      id,
      symbol,
      category,
      referenceUnits: referenceUnitsOf(symbol, precision),
      isOpen: () => true,
    })),
    nowMs: () => atMs,
    onError: (error) => {
      throw error
    },
  })
  await feed.start()
  return feed
}

const only = (ticks: readonly RawTick[], productId: number): RawTick[] =>
  ticks.filter((tick) => tick.productId === productId)

test('[M5] a seed gives the same ticks in one run, after restarts, over midnight, and slot by slot', async () => {
  rig = await createMarketRig({ startMs: START_MS })
  const endMs = START_MS + 60_000
  const whole = (await startFeed(START_MS)).poll(endMs).ticks
  const pieces: RawTick[] = []
  for (let atMs = START_MS; atMs < endMs; atMs += 12_300) {
    const feed = await startFeed(atMs)
    for (let stepMs = atMs; stepMs < Math.min(atMs + 12_300, endMs); stepMs += 100) {
      pieces.push(...feed.poll(Math.min(stepMs + 100, endMs)).ticks)
    }
    await feed.stop()
  }
  for (const { id } of rig.records.slice(0, 6)) {
    expect(only(pieces, id)).toEqual(only(whole, id))
    expect(only(whole, id).length).toBeGreaterThan(120)
  }
})

test('[M5] anyone with the seed of a day and its starting state gets the prices of the day', async () => {
  rig = await createMarketRig({ startMs: START_MS })
  const { id, symbol, precision } = rig.product('SOLUSDT')
  const ticks = only((await startFeed(START_MS)).poll(START_MS + 20_000).ticks, id)
  const day = Math.floor(START_MS / DAY_MS)
  const seed = daySeed(MASTER, symbol, day)
  const path = new DayPath(
    profileOf(symbol, 'crypto'),
    startState(referenceUnitsOf(symbol, precision)),
    keystreamOf(seed),
  )
  const recomputed: [number, bigint, bigint][] = []
  path.walk((START_MS + 20_000 - day * DAY_MS) / SLOT_MS, ({ slot, offsetMs, priceUnits, volumeMicros }) => {
    const timeMs = day * DAY_MS + slot * SLOT_MS + offsetMs
    if (timeMs >= START_MS) recomputed.push([timeMs, BigInt(priceUnits), BigInt(volumeMicros)])
  })
  expect(ticks.map((tick) => [tick.dueMs, tick.price, tick.volumeMicros])).toEqual(recomputed)
  const [row] = await rig.db.query<{ commitment: Uint8Array; seed: Uint8Array | null }>(
    'select commitment, seed from sim_days where product_id = $1 and day = $2',
    [id, day],
  )
  expect(Buffer.from(ensure(row).commitment)).toEqual(Buffer.from(commitmentOf(seed)))
  expect(ensure(row).seed).toBeNull()
})

test('[M5] days without a service are left out; another seed than before is refused, by name', async () => {
  rig = await createMarketRig({ startMs: START_MS })
  const first = (await startFeed(START_MS)).poll(START_MS + 1_000).ticks
  const later = await startFeed(START_MS + 10 * DAY_MS)
  const { id } = rig.product('BTCUSDT')
  const before = ensure(only(first, id)[0]).price
  const after = ensure(only(later.poll(START_MS + 10 * DAY_MS + 1_000).ticks, id)[0]).price
  // One day's worth of moves at the most, not a jump back to the reference.
  expect(Number(after - before) / Number(before)).toBeLessThan(0.25)
  const other = loadMasterSeed({ feedSeed: 'another', dataDir: null })
  for (const days of [10, 11]) {
    const refused = startFeed(START_MS + days * DAY_MS, other)
    await expect(refused).rejects.toBeInstanceOf(FeedSeedError)
    await expect(refused).rejects.toThrow(/^\/data\/feed-master: expected the seed/)
  }
})

test('[M5] two processes that begin at once with masters of their own: one of them is refused', async () => {
  rig = await createMarketRig({ startMs: START_MS })
  const other = loadMasterSeed({ feedSeed: 'another', dataDir: null })
  const starts = await Promise.allSettled([startFeed(START_MS), startFeed(START_MS, other)])
  const refused = starts.flatMap((start) => (start.status === 'rejected' ? [start.reason] : []))
  expect(refused).toEqual([expect.any(FeedSeedError)])
})
