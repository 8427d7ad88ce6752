import { existsSync } from 'node:fs'
import { ensure } from '@truestrike/core/assert.ts'
import { aggregateCandles, buildCandles, type Candle } from '@truestrike/core/candles.ts'
import type { LogEntry, TickEntry } from '@truestrike/core/log-entry.ts'
import { formatMicros } from '@truestrike/core/money.ts'
import { formatPrice } from '@truestrike/core/price.ts'
import { afterEach, describe, expect, test } from 'vitest'
import type { Feed } from '../src/market/feed.ts'
import { readEntries } from '../src/market/read-log.ts'
import { readBars, readRecordedTicks } from '../src/market/recorded-ticks.ts'
import { listRecordings, type Recording } from '../src/market/recording-index.ts'
import { createReplayFeed } from '../src/market/replay-feed.ts'
import { planReplay } from '../src/market/replay-plan.ts'
import { createMarketRig, type EngineRig, type MarketRig } from './market-rig.ts'

const dataDir = process.env.MARKET_DATA_DIR ?? ''
/** Recorded data is not part of the repository: without it these tests are shown as skipped. */
const withData = describe.skipIf(!existsSync(dataDir))

let rig: MarketRig | null = null
let feed: Feed | null = null
afterEach(async () => {
  await feed?.stop()
  await rig?.close()
  feed = null
  rig = null
})

/** A replay from `startMs`; `play` moves service time on, `stepMs` at a time. */
async function replayFrom(
  startMs: number,
): Promise<{ rig: MarketRig; engine: EngineRig; play(untilMs: number, stepMs?: number): Promise<void> }> {
  const made = await createMarketRig({ startMs })
  rig = made
  const { db, clock, records } = made
  const replay = createReplayFeed({
    db,
    products: records,
    listRecordings: () => listRecordings(dataDir),
    seed: 'test',
    nowMs: clock.nowMs,
    onError: (error) => {
      throw error
    },
  })
  feed = replay
  await replay.start()
  const engine = await made.engine({ play: replay })
  return {
    rig: made,
    engine,
    async play(untilMs, stepMs = 1_000) {
      while (clock.nowMs() < untilMs) {
        await clock.advance(Math.min(stepMs, untilMs - clock.nowMs()))
        await engine.engine.pump()
      }
    },
  }
}

async function ticksOf(made: MarketRig, symbol: string): Promise<TickEntry[]> {
  const entries = await readEntries(made.db, made.product(symbol).id, { limit: 1_000_000 })
  return entries.filter((entry): entry is Extract<LogEntry, { kind: 'tick' }> => entry.kind === 'tick')
}

/** The candles of whole minutes from a time on, as the market serves them, are these bars. */
async function expectServed(made: MarketRig, symbol: string, bars: readonly Candle[]): Promise<void> {
  const { precision } = made.product(symbol)
  const { candles } = await made.service.listCandles({ symbol, period: '1m' })
  const [first, last] = [ensure(bars[0]).openTimeMs, ensure(bars.at(-1)).openTimeMs]
  const price = (units: bigint): string => formatPrice(units, precision)
  expect(candles.filter(([openMs]) => openMs >= first && openMs <= last)).toEqual(
    bars.map((bar) => [
      bar.openTimeMs,
      ...[bar.open, bar.high, bar.low, bar.close].map(price),
      formatMicros(bar.volumeMicros),
      't',
    ]),
  )
}

/** Bars that open from a time on and before another. */
async function recordedBars(
  made: MarketRig,
  symbol: string,
  folder: string,
  fromMs: number,
  untilMs: number,
): Promise<Candle[]> {
  const recording = ensure(
    (await listRecordings(dataDir)).find(({ path, pair }) => pair === symbol && path.includes(folder)),
  )
  const bars: Candle[] = []
  for await (const bar of readBars({ recording, product: made.product(symbol), seed: 'test' }, fromMs)) {
    if (bar.openTimeMs >= untilMs) break
    if (bar.openTimeMs >= fromMs) bars.push(bar)
  }
  return bars
}

// Looking through the whole folder takes seconds on a busy machine.
withData('replay of recorded data (MARKET_DATA_DIR)', { timeout: 120_000 }, () => {
  test('[M5] [M6] candles built from the replayed ticks are the recorded bars, in every symbol', async () => {
    const startMs = Date.UTC(2021, 3, 13, 13, 0, 0)
    const { rig: made, play } = await replayFrom(startMs)
    await play(startMs + 6 * 60_000 + 200, 5_000)
    for (const symbol of ['BTCUSDT', 'DOGEUSDT', 'TRXUSDT']) {
      const bars = await recordedBars(made, symbol, '2021-04a', startMs, startMs + 6 * 60_000)
      expect(bars).toHaveLength(6)
      const ticks = await ticksOf(made, symbol)
      expect(ticks.length).toBeGreaterThanOrEqual(360)
      expect(buildCandles(ticks, '1m').slice(0, 6)).toEqual(bars)
      await expectServed(made, symbol, bars)
      expect(buildCandles(ticks, '5m')[0]).toEqual(aggregateCandles(bars.slice(0, 5), '5m')[0])
      for (const tick of ticks) expect(tick.source).toBe('replay')
    }
  })

  for (const [fromMs, minutes] of [
    [Date.UTC(2021, 3, 18, 3, 30), 17],
    [Date.UTC(2021, 3, 23, 2, 20), 5],
  ] as const) {
    const name = new Date(fromMs).toISOString()
    test(`[M5] [M6] minutes as wide as those from ${name} are replayed whole: the candles are the bars, no tick is rejected`, async () => {
      const { rig: made, play } = await replayFrom(fromMs)
      const untilMs = fromMs + minutes * 60_000
      await play(untilMs + 200, 30_000)
      const played = made.records.filter(({ id }) => !ensure(feed).hasNoData(id))
      expect(played.length).toBeGreaterThan(8)
      for (const { id, symbol, category } of played) {
        const entries = await readEntries(made.db, id, { limit: 1_000_000 })
        expect(entries.filter(({ kind }) => kind === 'rejected')).toEqual([])
        if (category !== 'crypto') continue
        const bars = await recordedBars(made, symbol, '2021-04a', fromMs, untilMs)
        expect(bars).toHaveLength(minutes)
        const ticks = entries.filter((entry): entry is TickEntry => entry.kind === 'tick')
        expect(buildCandles(ticks, '1m').slice(0, minutes)).toEqual(bars)
        await expectServed(made, symbol, bars)
      }
    })
  }

  test('[M5] a recorded outage makes the products stale until the data goes on', async () => {
    const startMs = Date.UTC(2021, 3, 20, 1, 59, 30)
    const outageMs = Date.UTC(2021, 3, 20, 2, 0, 0)
    const { rig: made, play } = await replayFrom(startMs)
    const statusOf = (symbol: string) => made.service.statusOf(made.service.productOf(symbol))
    await play(outageMs)
    await play(outageMs + 200)
    expect(statusOf('BTCUSDT')).toBe('open')
    await play(outageMs + 4_000)
    expect(statusOf('BTCUSDT')).toBe('stale')
    const before = await ticksOf(made, 'BTCUSDT')
    await play(outageMs + 150 * 60_000 - 1_000, 600_000)
    expect(statusOf('BTCUSDT')).toBe('stale')
    expect(await ticksOf(made, 'BTCUSDT')).toHaveLength(before.length)
    // 04:30: the exchange is back.
    await play(outageMs + 150 * 60_000 + 3_000)
    expect(statusOf('BTCUSDT')).toBe('open')
    expect((await ticksOf(made, 'BTCUSDT')).length).toBeGreaterThan(before.length)
  })

  test('[M5] forex plays beside crypto, moved by whole weeks of New York time and labelled; no data is closed', async () => {
    const startMs = Date.UTC(2021, 3, 20, 12, 0, 0)
    const { rig: made, play } = await replayFrom(startMs)
    await play(startMs + 5_000)
    const replay = ensure(feed)
    expect(replay.recordedShiftMs(made.product('BTCUSDT').id)).toBe(0)
    const shiftMs = ensure(replay.recordedShiftMs(made.product('EURUSDT').id))
    expect((shiftMs + 3_600_000) % (7 * 86_400_000)).toBe(0)
    const [euro] = await ticksOf(made, 'EURUSDT')
    expect(ensure(euro).timeMs - ensure(euro).sourceTimeMs).toBe(shiftMs)
    const [yen] = await ticksOf(made, 'JPYUSDT')
    // About 105 yen a dollar, told as the price of a yen.
    const { precision } = made.product('JPYUSDT')
    expect(formatPrice(ensure(yen).price, precision)).toMatch(/^0\.009/)
    expect(replay.hasNoData(made.product('TONUSDT').id)).toBe(true)
  })

  test('[M5] recorded trades play in the order of their ids, at the exchange’s own time', async () => {
    const startMs = Date.UTC(2024, 7, 8, 23, 55, 0)
    const { rig: made, play } = await replayFrom(startMs)
    await play(startMs + 20_000)
    const ticks = await ticksOf(made, 'BTCUSDT')
    expect(ticks.length).toBeGreaterThan(50)
    const ids = ticks.flatMap(({ firstTradeId, lastTradeId }) => [firstTradeId, lastTradeId])
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
    const recording = ensure(
      (await listRecordings(dataDir)).find(({ path }) => path.includes('BTCUSDT_2024')),
    )
    const volume = await volumeBetween(made, recording, startMs, startMs + 20_000)
    expect(ticks.reduce((sum, tick) => sum + tick.volumeMicros, 0n)).toBe(volume)
  })

  test('[M5] the default start has most products, and a folder without data is refused', async () => {
    const recordings = await listRecordings(dataDir)
    const plan = planReplay(recordings, null)
    expect(plan.endMs - plan.startMs).toBeGreaterThan(3 * 86_400_000)
    expect(() => planReplay([], null)).toThrow(/MARKET_DATA_DIR/)
    expect(() =>
      planReplay(
        recordings.filter(({ kind }) => kind === 'frames'),
        Date.UTC(2010, 0, 1),
      ),
    ).toThrow(/REPLAY_START/)
  })
})

async function volumeBetween(
  made: MarketRig,
  recording: Recording,
  fromMs: number,
  toMs: number,
): Promise<bigint> {
  let volume = 0n
  const source = { recording, product: made.product('BTCUSDT'), seed: 'test' }
  for await (const tick of readRecordedTicks(source, fromMs)) {
    if (tick.recordedMs >= toMs) break
    volume += tick.volumeMicros
  }
  return volume
}
