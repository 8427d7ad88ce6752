import { ensure } from '@truestrike/core/assert.ts'
import { buildCandles } from '@truestrike/core/candles.ts'
import { formatMicros } from '@truestrike/core/money.ts'
import { PERIODS } from '@truestrike/core/period.ts'
import { formatPrice } from '@truestrike/core/price.ts'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { candleProgressOf, upsertCandles } from '../src/market/candle.store.ts'
import type { Feed } from '../src/market/feed.ts'
import { restoreCandles, saveCandles } from '../src/market/keep-candles.ts'
import { LiveProduct } from '../src/market/live-product.ts'
import { createHistoryMaker } from '../src/market/make-history.ts'
import { createMarketService } from '../src/market/market.service.ts'
import { readEntries } from '../src/market/read-log.ts'
import { createMarketRig, type MarketRig } from './market-rig.ts'
import { createScriptedFeed } from './scripted-feed.ts'

let rig: MarketRig | null = null
afterEach(async () => {
  await rig?.close()
  rig = null
})

test('[M2] [M6] candles of every period come from the ticks, and agree with a rebuild from the log', async () => {
  rig = await createMarketRig()
  const engine = await rig.engine()
  for (let step = 0; step < 90; step += 1) {
    await rig.clock.advance(step % 7 === 0 ? 4_000_000 : 900)
    await engine.tick('ETHUSDT', `${3_000 + ((step * 37) % 8)}.5${step % 10}`, BigInt(step) * 1_000n)
  }
  const product = rig.product('ETHUSDT')
  const log = await readEntries(rig.db, product.id, { limit: 100_000 })
  const ticks = log.filter((entry) => entry.kind === 'tick')
  expect(ticks).toHaveLength(90)
  for (const period of PERIODS) {
    const { candles } = await rig.service.listCandles({ symbol: 'ETHUSDT', period, limit: 1_000 })
    const price = (units: bigint): string => formatPrice(units, product.precision)
    const rebuilt = buildCandles(ticks, period).map((candle) => [
      candle.openTimeMs,
      price(candle.open),
      price(candle.high),
      price(candle.low),
      price(candle.close),
      formatMicros(candle.volumeMicros),
      't',
    ])
    expect(candles).toEqual(rebuilt)
  }
})

test('[M6] candles survive a crash at any moment: what was not stored is read from the log again', async () => {
  rig = await createMarketRig()
  const { db, clock } = rig
  const record = rig.product('BTCUSDT')
  let live = new LiveProduct(record)
  const engine = await rig.engine()
  const crash = fc.record({
    waitMs: fc.integer({ min: 100, max: 200_000 }),
    units: fc.integer({ min: 4_900_000, max: 5_100_000 }),
    after: fc.constantFrom('nothing', 'save', 'seal', 'crash'),
  })
  const steps =
    fc.sample(fc.array(crash, { minLength: 60, maxLength: 60 }), { seed: 42, numRuns: 1 })[0] ?? []
  for (const { waitMs, units, after } of steps) {
    await clock.advance(waitMs)
    await engine.tick('BTCUSDT', formatPrice(BigInt(units), 2))
    for (const flush of engine.published.splice(0)) {
      for (const entry of flush.entries)
        if (entry.kind === 'tick' && flush.lane.product.id === record.id) live.candles.apply(entry)
    }
    if (after === 'save') await saveCandles(db, [live], true)
    if (after === 'seal') await rig.seal(engine)
    if (after === 'crash') {
      live = new LiveProduct(record)
      await restoreCandles(db, [live], clock.nowMs())
    }
  }
  live = new LiveProduct(record)
  await restoreCandles(db, [live], clock.nowMs())
  await saveCandles(db, [live], true)
  const log = await readEntries(db, record.id, { limit: 100_000 })
  const ticks = log.filter((entry) => entry.kind === 'tick')
  for (const [index, period] of PERIODS.entries()) {
    const rows = await db.query<{
      open_time_ms: bigint
      open: bigint
      high: bigint
      low: bigint
      close: bigint
    }>(
      'select open_time_ms, open, high, low, close from candles where product_id = $1 and period = $2 order by 1',
      [record.id, index],
    )
    const rebuilt = buildCandles(ticks, period).map(({ openTimeMs, open, high, low, close }) => [
      openTimeMs,
      open,
      high,
      low,
      close,
    ])
    expect(rows.map((row) => [Number(row.open_time_ms), row.open, row.high, row.low, row.close])).toEqual(
      rebuilt,
    )
  }
})

test('[M2] older candles come page by page, and a period where history meets ticks is one candle', async () => {
  rig = await createMarketRig()
  const { clock, db, service } = rig
  const engine = await rig.engine()
  const { id } = rig.product('BTCUSDT')
  const minute = Math.floor(clock.nowMs() / 60_000) * 60_000
  const history = Array.from({ length: 10 }, (_, index) => ({
    openTimeMs: minute - (9 - index) * 60_000,
    open: 100n + BigInt(index),
    high: 120n,
    low: 90n,
    close: 101n + BigInt(index),
    volumeMicros: 5n,
  }))
  await upsertCandles(
    db,
    history.map((candle) => ({ productId: id, period: '1m' as const, candle })),
    'g',
  )
  await engine.tick('BTCUSDT', '1.30', 2n)
  const page = (before?: number) => service.listCandles({ symbol: 'BTCUSDT', period: '1m', limit: 4, before })
  const newest = await page()
  expect(newest.candles.at(-1)).toEqual([minute, '1.09', '1.30', '0.90', '1.30', '0.000007', 'g'])
  const pages = [newest]
  while (pages.at(-1)?.hasMore) pages.push(await page(pages.at(-1)?.candles[0]?.[0]))
  const all = pages.reverse().flatMap((one) => one.candles)
  expect(all.map((candle) => candle[0])).toEqual(history.map((candle) => candle.openTimeMs))
  expect(pages).toHaveLength(3)
})

test('[M4] a page says up to which tick its newest candle counts, also when minutes end and are stored while it is read', async () => {
  rig = await createMarketRig()
  const { clock, db, live, archives } = rig
  const engine = await rig.engine()
  const { id, precision } = rig.product('BTCUSDT')
  await engine.tick('BTCUSDT', '50000.00', 1_000_000n)
  await clock.advance(20_000)
  let price = 50_000
  let meanwhile: 'before' | 'after' | null = null
  /** Two minutes end, and all is stored. */
  const grow = async (): Promise<void> => {
    for (let step = 0; step < 4; step += 1) {
      await clock.advance(30_000)
      price += 1
      await engine.tick('BTCUSDT', `${price}.00`, 2_000_000n)
    }
    await saveCandles(db, [...live.values()], true)
  }
  const between: typeof db = {
    ...db,
    query: async (text, params) => {
      const when = text.includes('from candles') ? meanwhile : null
      if (when !== null) meanwhile = null
      if (when === 'before') await grow()
      const rows = await db.query<never>(text, params)
      if (when === 'after') await grow()
      return rows
    },
  }
  const service = createMarketService({
    ...{ db: between, clock, archives },
    feed: createScriptedFeed(clock.nowMs).attach(rig.records),
    products: live,
    makingHistory: new Set(),
  })
  for (const when of ['before', 'after', null] as const) {
    for (const limit of [2, 1_000]) {
      meanwhile = when
      const { candles, hasMore, throughSeq } = await service.listCandles({
        symbol: 'BTCUSDT',
        period: '1m',
        limit,
      })
      const ticks = (await readEntries(db, id, { limit: 100_000 })).filter((entry) => entry.kind === 'tick')
      expect(ticks.some(({ seq }) => seq === throughSeq)).toBe(true)
      expect(ticks.some(({ seq }) => seq > throughSeq)).toBe(when !== null)
      const counted = buildCandles(
        ticks.filter(({ seq }) => seq <= throughSeq),
        '1m',
      )
      expect(candles.map(([openTimeMs, , , , close, volume]) => [openTimeMs, close, volume])).toEqual(
        counted
          .slice(-limit)
          .map(({ openTimeMs, close, volumeMicros }) => [
            openTimeMs,
            formatPrice(close, precision),
            formatMicros(volumeMicros),
          ]),
      )
      expect(hasMore).toBe(counted.length > limit)
    }
  }
  const none = await service.listCandles({ symbol: 'ETHUSDT', period: '1m' })
  expect(none).toEqual({ candles: [], hasMore: false, throughSeq: 0 })
})

test('[M1] [M2] the figures of 24 hours follow the minutes, and forget them as they age', async () => {
  rig = await createMarketRig()
  const { clock, service } = rig
  const engine = await rig.engine()
  await engine.tick('BTCUSDT', '50000.00', 1_000_000n)
  await clock.advance(3_600_000)
  await engine.tick('BTCUSDT', '52000.00', 2_000_000n)
  await clock.advance(3_600_000)
  await engine.tick('BTCUSDT', '51000.00', 4_000_000n)
  await clock.advance(1_000)
  const ticker = () => service.tickerOf(service.productOf('BTCUSDT'))
  const whole = {
    price: '51000.00',
    open24h: '50000.00',
    high24h: '52000.00',
    low24h: '50000.00',
    volume24h: '7.00',
  }
  expect(ticker()).toMatchObject(whole)
  expect(service.listProducts()[0]?.spark).toEqual(['50000.00', '52000.00', '51000.00'])
  expect(service.tickerOf(service.productOf('ETHUSDT'))).toMatchObject({
    price: null,
    open24h: null,
    volume24h: null,
  })
  await clock.advance(23 * 3_600_000)
  expect(ticker()).toMatchObject({
    open24h: '51000.00',
    high24h: '51000.00',
    low24h: '51000.00',
    volume24h: '4.00',
  })
})

test('[M5] a product says that its price is stale, its market closed, or that it is disabled', async () => {
  rig = await createMarketRig()
  const { clock, service, live } = rig
  const engine = await rig.engine()
  const statusOf = (symbol: string) => service.statusOf(service.productOf(symbol))
  await engine.tick('BTCUSDT', '50000.00')
  await engine.tick('EURUSDT', '1.10000')
  expect([statusOf('BTCUSDT'), statusOf('EURUSDT'), statusOf('ETHUSDT')]).toEqual(['open', 'open', 'stale'])
  await clock.advance(3_100)
  expect([statusOf('BTCUSDT'), statusOf('EURUSDT')]).toEqual(['stale', 'open'])
  await clock.advance(7_000)
  expect(statusOf('EURUSDT')).toBe('stale')
  // The clock starts on a Monday at noon UTC; Friday at 22:01 New York has closed.
  await clock.advance(4 * 86_400_000 + 10 * 3_600_000)
  await engine.tick('EURUSDT', '1.10000')
  await engine.tick('BTCUSDT', '50000.00')
  expect([statusOf('BTCUSDT'), statusOf('EURUSDT')]).toEqual(['open', 'closed'])
  clock.setOffsetMs(600)
  expect(statusOf('BTCUSDT')).toBe('stale')
  ensure(live.get('BTCUSDT')).record.enabled = false
  expect(statusOf('BTCUSDT')).toBe('disabled')
})

test('[M2] history that a fault broke off is made anew by itself, and complete in the end', async () => {
  rig = await createMarketRig()
  const { db, clock } = rig
  const live = new LiveProduct(rig.product('BTCUSDT'))
  const candle = { open: 1n, high: 2n, low: 1n, close: 2n, volumeMicros: 0n }
  const feed: Feed = {
    ...createScriptedFeed(clock.nowMs).attach(rig.records),
    async *history() {
      yield { period: '1d', candles: [{ ...candle, openTimeMs: 86_400_000 }] }
    },
  }
  const errors: unknown[] = []
  let faults = 1
  const broken: typeof db = {
    ...db,
    query: (text, params) => {
      if (text.startsWith('insert into candles') && faults-- > 0) throw new Error('disk full')
      return db.query(text, params)
    },
  }
  const makingHistory = new Set<number>()
  const onError = (error: unknown): void => void errors.push(error)
  const history = createHistoryMaker({
    db: broken,
    clock,
    feed,
    makingHistory,
    onProgress: () => undefined,
    onError,
  })
  await history.prepare([live])
  history.run()
  await vi.waitFor(() => expect(errors).toHaveLength(1))
  expect([...makingHistory]).toEqual([live.record.id])
  await clock.advance(30_000)
  await vi.waitFor(() => expect(makingHistory.size).toBe(0))
  expect((await candleProgressOf(db)).get(live.record.id)?.historyDone).toBe(true)
  expect(errors).toHaveLength(1)
  await history.stop()
})
