import { PERIODS } from '@truestrike/core/period.ts'
import type { TickItem } from '@truestrike/protocol/frames.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { createCandleCatchUp, restoreCandles, saveCandles } from '../src/market/keep-candles.ts'
import { LiveProduct } from '../src/market/live-product.ts'
import { restoreProducts } from '../src/market/restore-products.ts'
import { createFailingDb, createMarketRig, type MarketRig } from './market-rig.ts'

let rig: MarketRig | null = null
afterEach(async () => {
  await rig?.close()
  rig = null
})

test('[M6] candles that a former owner stores late, or while they are being read, spoil nothing', async () => {
  rig = await createMarketRig()
  const { db, clock } = rig
  const record = rig.product('BTCUSDT')
  const engine = await rig.engine()
  const [former, owner] = [new LiveProduct(record), new LiveProduct(record)]
  const follow = async (price: string, followers: LiveProduct[]): Promise<void> => {
    await clock.advance(70_000)
    await engine.tick('BTCUSDT', price)
    for (const { entries } of engine.published.splice(0)) {
      for (const entry of entries)
        if (entry.kind === 'tick') for (const { candles } of followers) candles.apply(entry)
    }
  }
  const stored = () =>
    db.query('select * from candles where product_id = $1 order by period, open_time_ms', [record.id])
  await follow('50000.00', [former, owner])
  await follow('50010.00', [owner])
  await saveCandles(db, [owner], true)
  const before = await stored()
  await saveCandles(db, [former], true)
  expect(await stored()).toEqual(before)

  // A process that comes up meanwhile: the owner stores between any two of its statements.
  await follow('50020.00', [owner])
  const between: typeof db = {
    ...db,
    query: async (text, params) => {
      const rows = await db.query<never>(text, params)
      await saveCandles(db, [owner], true)
      return rows
    },
  }
  const late = new LiveProduct(record)
  await restoreCandles(between, [late], clock.nowMs())
  for (const period of PERIODS) expect(late.candles.current(period)).toEqual(owner.candles.current(period))
})

test('[M4] [M6] ticks that are stored, or told, while a process reads what it shows are in its candles', async () => {
  rig = await createMarketRig()
  const { db, clock } = rig
  const record = rig.product('BTCUSDT')
  const engine = await rig.engine()
  const owner = new LiveProduct(record)
  let price = 50_000
  /** Stores a tick; answers what will be told of it. */
  const stores = async (): Promise<TickItem[]> => {
    price += 1
    await engine.tick('BTCUSDT', `${price}.00`, 1_000_000n)
    const flushes = engine.published.splice(0)
    for (const flush of flushes) owner.takeFlush(flush)
    return flushes.flatMap(({ items }) => items)
  }
  await stores()
  for (const wasTold of [false, true]) {
    const started = new LiveProduct(record)
    let told: TickItem[] = []
    let reads = 0
    const between: typeof db = {
      ...db,
      query: async (text, params) => {
        const rows = await db.query<never>(text, params)
        // Not for ever: one that reads until the log no longer grows must come to its end.
        reads += 1
        if (reads > 10) return rows
        if (wasTold) started.takeItems(told.splice(0))
        told = [...told, ...(await stores())]
        return rows
      },
    }
    const restored = { live: [started], others: [started], entriesBack: 1_000, nowMs: clock.nowMs() }
    await restoreProducts(between, restored)
    expect(reads).toBeGreaterThan(3)
    started.takeItems(told)
    expect(started.takeItems(await stores())).toBe(true)
    for (const period of PERIODS)
      expect(started.candles.current(period)).toEqual(owner.candles.current(period))
  }
})

test('[M4] [S2] candles that lack ticks are read again until the database answers', async () => {
  rig = await createMarketRig()
  const { clock } = rig
  const record = rig.product('BTCUSDT')
  const engine = await rig.engine()
  const [owner, follower] = [new LiveProduct(record), new LiveProduct(record)]
  const db = createFailingDb(rig.db)
  const errors: unknown[] = []
  const catchUp = createCandleCatchUp({ db, clock, onError: (error) => void errors.push(error) })
  const tells = async (isHeard: boolean): Promise<void> => {
    await engine.tick('BTCUSDT', '50000.00', 1_000_000n)
    for (const flush of engine.published.splice(0)) {
      owner.takeFlush(flush)
      if (isHeard) catchUp(follower, follower.takeItems(flush.items))
    }
  }
  await tells(true)
  await tells(false)
  db.failing = 'before'
  await tells(true)
  await vi.waitFor(() => expect(errors).toHaveLength(1))
  db.failing = 'no'
  await tells(true)
  await vi.waitFor(() => {
    for (const period of PERIODS)
      expect(follower.candles.current(period)).toEqual(owner.candles.current(period))
  })
  expect(errors).toHaveLength(1)
})
