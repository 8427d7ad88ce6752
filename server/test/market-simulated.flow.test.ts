import { ensure } from '@truestrike/core/assert.ts'
import { commitmentOf } from '@truestrike/core/simulated-day.ts'
import { carryOver, DayPath, SLOT_MS, SLOTS_PER_DAY, startState } from '@truestrike/core/simulated-path.ts'
import { DAY_MS } from '@truestrike/core/utc-day.ts'
import { afterEach, expect, test } from 'vitest'
import type { Feed, RawTick } from '../src/market/feed.ts'
import { referenceUnitsOf } from '../src/market/seed-products.ts'
import { listSimDaysOf } from '../src/market/sim-days.store.ts'
import { createSimulatedFeed } from '../src/market/simulated-feed.ts'
import { profileOf } from '../src/market/simulated-profile.ts'
import { daySeed, FeedSeedError, keystreamOf, loadMasterSeed } from '../src/market/simulated-seed.ts'
import { tellSeeds } from '../src/market/tell-seeds.ts'
import { createFailingDb, createMarketRig, type MarketRig } from './market-rig.ts'

const MASTER = loadMasterSeed({ feedSeed: 'story', dataDir: null })
const START_MS = Date.UTC(2026, 0, 6, 23, 59, 30)

let rig: MarketRig
afterEach(() => rig.close())

async function startFeed(
  atMs: number,
  { master = MASTER, nowMs = () => atMs, db = rig.db } = {},
): Promise<Feed> {
  const feed = createSimulatedFeed({
    db,
    master,
    masterSeed: 'configured',
    masterFrom: '/data/feed-master',
    signer: rig.signer,
    products: rig.records.slice(0, 6).map(({ id, symbol, category, precision }) => ({
      id,
      symbol,
      category,
      precision,
      referenceUnits: referenceUnitsOf({ symbol, precision, firstUnits: null }),
      isOpen: () => true,
    })),
    nowMs,
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
  const start = startState(referenceUnitsOf({ symbol, precision, firstUnits: null }))
  const path = new DayPath(profileOf(symbol, 'crypto'), start, keystreamOf(seed))
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
  const content = { symbol, day, precision, start, profile: profileOf(symbol, 'crypto') }
  expect(Buffer.from(ensure(row).commitment)).toEqual(Buffer.from(commitmentOf(content, seed)))
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
    const refused = startFeed(START_MS + days * DAY_MS, { master: other })
    await expect(refused).rejects.toBeInstanceOf(FeedSeedError)
    await expect(refused).rejects.toThrow(/^\/data\/feed-master: expected the seed/)
  }
})

test('[M5] two processes that begin at once with masters of their own: one of them is refused', async () => {
  rig = await createMarketRig({ startMs: START_MS })
  const other = loadMasterSeed({ feedSeed: 'another', dataDir: null })
  const starts = await Promise.allSettled([startFeed(START_MS), startFeed(START_MS, { master: other })])
  const refused = starts.flatMap((start) => (start.status === 'rejected' ? [start.reason] : []))
  expect(refused).toEqual([expect.any(FeedSeedError)])
})

test('[P2] the next day is committed to once, at the state the present one ends with, also where its row is known first', async () => {
  rig = await createMarketRig({ startMs: START_MS })
  const { id } = rig.product('SOLUSDT')
  const day = Math.floor(START_MS / DAY_MS)
  const feed = await startFeed(START_MS)
  await feed.prepare?.()
  await feed.prepare?.()
  const stored = await listSimDaysOf(rig.db, day + 1)
  expect(stored).toHaveLength(6)
  const tomorrow = ensure(stored.find(({ productId }) => productId === id))
  const today = ensure((await listSimDaysOf(rig.db, day)).find(({ productId }) => productId === id))
  const path = new DayPath(today.profile, today.start, keystreamOf(daySeed(MASTER, 'SOLUSDT', day)))
  path.walk(SLOTS_PER_DAY)
  expect(tomorrow.start).toEqual(carryOver(path.state()))
  // What was committed to is kept, even by a program that would have chosen otherwise.
  const own = { ...tomorrow, start: { ...tomorrow.start, volatility: 8_000 } }
  const commitment = commitmentOf(own, daySeed(MASTER, 'SOLUSDT', day + 1))
  await rig.db.query(
    'update sim_days set start_volatility = 8000, commitment = $1 where product_id = $2 and day = $3',
    [commitment, id, day + 1],
  )
  const again = await startFeed(START_MS)
  await again.prepare?.()
  const ticks = only(again.poll(START_MS + 60_000).ticks, id).filter(
    ({ dueMs }) => dueMs >= (day + 1) * DAY_MS,
  )
  const promised = new DayPath(own.profile, own.start, keystreamOf(daySeed(MASTER, 'SOLUSDT', day + 1)))
  const prices: bigint[] = []
  promised.walk(300, ({ priceUnits }) => prices.push(BigInt(priceUnits)))
  expect(ticks.map(({ price }) => price)).toEqual(prices)
})

test('[P2] a day that begins while the database is away is stored when it is back, and says when', async () => {
  rig = await createMarketRig({ startMs: START_MS })
  const db = createFailingDb(rig.db)
  let nowMs = START_MS
  const feed = await startFeed(START_MS, { nowMs: () => nowMs, db })
  db.failing = 'before'
  await expect(feed.prepare?.()).rejects.toThrow('away')
  nowMs = START_MS + 45_000
  expect(feed.poll(nowMs).ticks.length).toBeGreaterThan(500)
  await expect(feed.prepare?.()).rejects.toThrow('away')
  db.failing = 'no'
  await feed.prepare?.()
  const day = Math.floor(nowMs / DAY_MS)
  for (const which of [day, day + 1]) {
    const stored = await listSimDaysOf(rig.db, which)
    expect(stored.map(({ committedMs }) => committedMs)).toEqual(Array(6).fill(nowMs))
  }
  // The same as a process that starts now.
  const other = await startFeed(nowMs)
  expect(other.poll(nowMs + 5_000).ticks).toEqual(feed.poll(nowMs + 5_000).ticks)
})

test('[P2] a seed is stored when clock and log are both past its day, and only the one that was committed to', async () => {
  rig = await createMarketRig({ startMs: START_MS })
  const day = Math.floor(START_MS / DAY_MS)
  const endMs = (day + 1) * DAY_MS
  await (await startFeed(START_MS)).prepare?.()
  const tell = async (nowMs: number, seed = 'story'): Promise<number> => {
    const clock = { ...rig.clock, nowMs: () => nowMs }
    await tellSeeds({ db: rig.db, clock, config: { dataDir: '/nowhere', market: { seed } } })
    const rows = await rig.db.query('select 1 from sim_days where seed is not null')
    return rows.length
  }
  const moveLog = (toMs: number) => rig.db.query('update log_heads set watermark_ms = $1', [toMs])
  expect(await tell(endMs)).toBe(0)
  await moveLog(endMs - 2)
  expect(await tell(endMs)).toBe(0)
  await moveLog(endMs + 10 * DAY_MS)
  expect(await tell(endMs - 1)).toBe(0)
  expect(await tell(endMs, 'another')).toBe(0)
  expect(await tell(endMs)).toBe(6)
  const { id, symbol } = rig.product('SOLUSDT')
  const [row] = await rig.db.query<{ seed: Uint8Array }>(
    'select seed from sim_days where product_id = $1 and seed is not null',
    [id],
  )
  expect(Buffer.from(ensure(row).seed)).toEqual(Buffer.from(daySeed(MASTER, symbol, day)))
})
