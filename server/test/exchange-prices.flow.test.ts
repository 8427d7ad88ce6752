import { ensure } from '@truestrike/core/assert.ts'
import { aggregateCandles, buildCandles, type Candle } from '@truestrike/core/candles.ts'
import type { LogEntry } from '@truestrike/core/log-entry.ts'
import { PERIODS, type Period } from '@truestrike/core/period.ts'
import { formatPrice } from '@truestrike/core/price.ts'
import { SOURCE_LAG_MS } from '@truestrike/core/proof/verify-blocks.ts'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { readCandlePage } from '../src/market/candle-pages.ts'
import { FeedChangeError, guardFeedChange } from '../src/market/feed-change-guard.ts'
import { fillDay, saveCandles } from '../src/market/keep-candles.ts'
import { LiveProduct } from '../src/market/live-product.ts'
import { readLogPage } from '../src/market/public-log.ts'
import { readEntries } from '../src/market/read-log.ts'
import { storeMissed } from '../src/market/store-missed.ts'
import { bundleSecondSource } from './bundled-second-source.ts'
import { type ExchangeRig, type ExchangeRigOptions, openExchangeRig } from './exchange-rig.ts'
import { type RecordedFrame, type RecordedTrade, readSession } from './exchange-server.ts'
import { createMarketRig, type EngineRig, type MarketRig } from './market-rig.ts'

const dataDir = process.env.MARKET_DATA_DIR ?? ''
const withData = dataDir === '' ? describe.skip : describe
const MINUTE_MS = 60_000

let session: RecordedFrame[]
let market: MarketRig
let exchange: ExchangeRig
let writer: EngineRig

beforeAll(() => {
  if (dataDir !== '') session = readSession(dataDir, 'BTCUSDT')
})
afterEach(async () => {
  await exchange.close()
  await market.close()
})

/** The engine of the market with the exchange's feed, at a slot's beginning. */
async function open(
  startMs: number,
  symbols: readonly string[],
  over: Partial<ExchangeRigOptions> = {},
): Promise<void> {
  market = await createMarketRig({ startMs })
  const products = symbols.map((symbol) => market.product(symbol))
  exchange = await openExchangeRig({ startMs, products, ...over })
  writer = await market.engine({ play: exchange.feed })
}

/** Frames that come within a slot, and its flush. */
async function slot(timeMs: number, texts: readonly string[], ws?: string): Promise<void> {
  exchange.clock.to(timeMs)
  const socket = exchange.server.sockets.find(({ path }) => path.startsWith(ws ?? '/stream'))
  exchange.server.send(texts, ensure(socket).ws)
  await exchange.server.delivered()
  await market.clock.set(timeMs + 100)
  await writer.engine.pump()
  expect(writer.errors).toEqual([])
}

const entriesOf = (symbol: string): Promise<LogEntry[]> =>
  readEntries(market.db, market.product(symbol).id, { fromSeq: 1, limit: 5_000 })

type Of<K extends LogEntry['kind']> = Extract<LogEntry, { kind: K }>
const only = <K extends LogEntry['kind']>(entries: readonly LogEntry[], kind: K): Of<K>[] =>
  entries.filter((entry): entry is Of<K> => entry.kind === kind)

withData('prices of an exchange in the log (MARKET_DATA_DIR)', { timeout: 60_000 }, () => {
  test('[M5] the busiest second of a session, 950 trades: one durable tick a slot, no trade left out, by a clock 1.27 s off', async () => {
    const traded = session.flatMap(({ timeMs, text, trade }) =>
      trade === null ? [] : [{ timeMs, text, trade }],
    )
    const busiest = busiestSecond(traded)
    const startMs = busiest - 500
    const frames = session.filter(({ timeMs }) => timeMs >= startMs && timeMs < startMs + 2_500)
    await open(startMs, ['BTCUSDT'])
    for (let atMs = startMs; atMs < startMs + 2_500; atMs += 100) {
      const within = frames.filter(({ timeMs }) => timeMs >= atMs && timeMs < atMs + 100)
      await slot(
        atMs,
        within.map(({ text }) => text),
      )
    }
    const entries = await entriesOf('BTCUSDT')
    const ticks = only(entries, 'tick')
    const trades = frames.flatMap(({ trade }) => trade ?? [])
    expect(entries[0]).toMatchObject({ kind: 'source', source: 'exchange' })
    expect(only(entries, 'rejected')).toEqual([])
    expect(Math.max(...countsBySecond(trades))).toBeGreaterThan(900)
    expect(ticks.length).toBeLessThanOrEqual(25)
    let next = ensure(trades[0]).id
    for (const tick of ticks) {
      expect(tick.firstTradeId).toBe(next)
      next = tick.lastTradeId + 1
      const last = ensure(trades.find(({ id }) => id === tick.lastTradeId))
      expect(formatPrice(tick.price, 2)).toBe(last.price.slice(0, -6))
      expect(tick.sourceTimeMs).toBe(last.timeMs)
      // The recorder's clock: the exchange's is ahead of it.
      expect(tick.timeMs - tick.sourceTimeMs).toBeLessThan(-1_000)
      expect(tick.timeMs - tick.sourceTimeMs).toBeGreaterThanOrEqual(SOURCE_LAG_MS.exchange.min)
    }
    expect(next - 1).toBe(ensure(trades.at(-1)).id)
  })

  test('[M5] a source that deviates from the second one is quarantined: logged as refused with that price, stale, and taken again when they agree; a product added under way is checked too', async () => {
    const worker = await bundleSecondSource()
    const startMs = Math.ceil(ensure(session[0]).timeMs / 100) * 100
    const frames = session.flatMap(({ text, trade }) => (trade === null ? [] : [{ text, trade }]))
    let second = { bid: '63000.10', ask: '63000.30' }
    await open(startMs, ['BTCUSDT'], {
      crossCheck: { workerFile: worker.file, readEveryMs: 20 },
      before: (server) => {
        server.pages['/second'] = () => ({ 'BTC/USDT': second, 'ETH/USDT': { bid: '9000', ask: '9001' } })
      },
    })
    let atMs = startMs
    const readings = (): number => exchange.server.calls.filter((path) => path.startsWith('/second')).length
    const anotherReading = async (): Promise<void> => {
      const had = readings()
      await vi.waitFor(() => expect(readings()).toBeGreaterThan(had), { timeout: 5_000, interval: 2 })
    }
    const goOn = async (isDone: (entry: LogEntry | undefined) => boolean): Promise<void> => {
      for (let slots = 0; slots < 400; slots += 1) {
        const { text } = ensure(frames.shift())
        await slot(atMs, [text])
        atMs += 100
        await anotherReading()
        const last = (await entriesOf('BTCUSDT')).findLast(
          ({ kind }) => kind === 'tick' || kind === 'rejected',
        )
        if (isDone(last)) return
      }
      throw new Error('it did not come to that')
    }
    await goOn((entry) => entry?.kind === 'rejected')
    expect(only(await entriesOf('BTCUSDT'), 'rejected')).toMatchObject([
      { rule: 'deviation', secondPrice: 6_300_020n },
    ])
    const page = await readLogPage(market.db, ensure(market.live.get('BTCUSDT')), { symbol: 'BTCUSDT' })
    expect(page.entries.find(({ kind }) => kind === 'rejected')).toMatchObject({
      ...{ rule: 'deviation', secondPrice: '63000.20' },
    })
    for (let slots = 0; slots < 35; slots += 1, atMs += 100) await slot(atMs, [ensure(frames.shift()).text])
    const live = ensure(market.live.get('BTCUSDT'))
    expect(live.status(atMs, exchange.feed, 0)).toBe('stale')
    expect([...(exchange.feed.quarantined?.() ?? [])]).toEqual(['BTCUSDT'])
    second = { bid: '61830', ask: '61850' }
    await goOn((entry) => entry?.kind === 'tick')
    expect(live.status(atMs, exchange.feed, 0)).toBe('open')
    expect([...(exchange.feed.quarantined?.() ?? [])]).toEqual([])
    expect(exchange.warnings.filter(({ fields }) => 'second' in fields)).toHaveLength(2)
    expect(exchange.server.calls.filter((path) => path.includes('ETH'))).toEqual([])
    await exchange.feed.add?.(market.product('ETHUSDT'))
    await exchange.connected(2)
    const eth = readSession(dataDir, 'ETHUSDT').filter(({ trade }) => trade !== null)
    await vi.waitFor(async () => {
      atMs += 2_000
      exchange.clock.to(atMs)
      await exchange.play([ensure(eth.shift()).text])
      await anotherReading()
      expect([...(exchange.feed.quarantined?.() ?? [])]).toEqual(['ETHUSDT'])
    }, 10_000)
    expect(exchange.server.calls.findLast((path) => path.startsWith('/second'))).toContain('ETH/USDT')
    const unlisted = exchange.warnings.filter(({ fields }) => 'pair' in fields)
    expect(unlisted.map(({ fields }) => fields)).toEqual([{ exchange: 'okx', pair: 'NONE/USDT' }])
    await worker.remove()
  })

  test('[M5] trades that were missed come into the candles of their minutes, and into nothing else', async () => {
    const frames = session.flatMap(({ timeMs, text, trade }) =>
      trade === null ? [] : [{ timeMs, text, trade }],
    )
    const startMs = Math.ceil(ensure(frames[0]).timeMs / 100) * 100
    const gap = { from: 400, to: 2_000 }
    await open(startMs, ['BTCUSDT'])
    exchange.server.history = frames.map(({ trade }) => trade)
    // By the exchange's own times, so that minutes are the same with and without the log.
    await slot(
      ensure(frames[0]).trade.timeMs,
      frames.slice(0, gap.from).map(({ text }) => text),
    )
    const afterMs = ensure(frames[gap.to]).trade.timeMs
    await slot(
      afterMs,
      frames.slice(gap.to, gap.to + 50).map(({ text }) => text),
    )
    const before = await entriesOf('BTCUSDT')
    await exchange.clock.pass(2_000)
    const [missed] = exchange.poll().missed
    const live = ensure(market.live.get('BTCUSDT'))
    await saveCandles(market.db, [live], true)
    await storeMissed(market.db, ensure(missed))
    expect(await entriesOf('BTCUSDT')).toEqual(before)
    const all = [
      ...only(before, 'tick').filter(({ timeMs }) => timeMs < afterMs),
      ...ensure(missed).trades,
      ...only(before, 'tick').filter(({ timeMs }) => timeMs >= afterMs),
    ]
    const prices = ({ openTimeMs, open, high, low, close, volumeMicros }: Candle): unknown => ({
      ...{ openTimeMs, open, high, low, close, volumeMicros },
    })
    for (const period of ['1m', '5m', '1d'] as const) {
      const { candles } = await readCandlePage(market.db, {
        ...{ productId: live.record.id, period, beforeMs: afterMs + 3_600_000, limit: 100 },
        building: live.candles.building(period),
      })
      expect(candles.map(prices)).toEqual(buildCandles(all, period).map(prices))
      expect(new Set(candles.map(({ origin }) => origin))).toEqual(new Set(['g']))
      if (period === '1m') expect(candles.length).toBeGreaterThan(1)
    }
    // The figures of the day count them from the next start on.
    const started = new LiveProduct(live.record)
    await fillDay(market.db, started, market.clock.nowMs())
    const volume = all.reduce((sum, trade) => sum + trade.volumeMicros, 0n)
    expect(started.day.figures(market.clock.nowMs())?.volumeMicros).toBe(volume)
  })
})

/** Monday, 2026-01-05: currencies are traded. */
const MONDAY_MS = Date.UTC(2026, 0, 5, 12)

test('[M5] currencies are the mid of two quotes, exact to the last digit, and both quotes are public with the tick', async () => {
  await open(MONDAY_MS, ['EURUSDT', 'JPYUSDT'])
  await exchange.connected(1)
  const socket = ensure(exchange.server.sockets.find(({ path }) => path === '/v2'))
  expect(JSON.parse(ensure(socket.said[0]))).toMatchObject({
    method: 'subscribe',
    params: { channel: 'ticker', symbol: ['USDT/USD', 'EUR/USD', 'USD/JPY'], event_trigger: 'bbo' },
  })
  const quote = (pair: string, bid: string, ask: string, second: number): string =>
    `{"channel":"ticker","type":"update","data":[{"symbol":"${pair}","bid":${bid},"bid_qty":1.5,"ask":${ask},"ask_qty":2,"last":${bid},"timestamp":"2026-01-05T12:00:0${second}.000000Z"}]}`
  await slot(MONDAY_MS, [quote('EUR/USD', '1.08430', '1.08440', 0), '{"channel":"heartbeat"}'], '/v2')
  expect(only(await entriesOf('EURUSDT'), 'tick')).toEqual([])
  await slot(
    MONDAY_MS + 1_000,
    [quote('USD/JPY', '149.520', '149.540', 1), quote('USDT/USD', '0.99980', '0.99990', 1)],
    '/v2',
  )
  // 1.08435 ÷ 0.99985, and 1 ÷ (149.53 × 0.99985).
  const [euro] = only(await entriesOf('EURUSDT'), 'tick')
  expect(euro).toMatchObject({ price: 1_084_513n, sourceTimeMs: MONDAY_MS + 1_000, volumeMicros: 0n })
  const [yen] = only(await entriesOf('JPYUSDT'), 'tick')
  expect(yen).toMatchObject({ price: 668_862n })
  const legs = {
    base: { pair: 'EUR/USD', bid: '1.08430', ask: '1.08440', timeMs: MONDAY_MS },
    quote: { pair: 'USDT/USD', bid: '0.99980', ask: '0.99990', timeMs: MONDAY_MS + 1_000 },
  }
  expect(ensure(euro).legs).toEqual(legs)
  const page = await readLogPage(market.db, ensure(market.live.get('EURUSDT')), { symbol: 'EURUSDT' })
  expect(page.entries.find(({ kind }) => kind === 'tick')).toMatchObject({ price: '1.084513', legs })
  // A quote that is told no more makes no price, however the other one moves.
  await slot(MONDAY_MS + 62_000, [quote('USDT/USD', '0.99970', '0.99990', 2)], '/v2')
  expect(only(await entriesOf('EURUSDT'), 'tick')).toHaveLength(1)
})

test('[M5] [P1] quotes that come six seconds late, or from a clock that has stepped ahead, are refused, not told as fresh: the product goes stale, and is open again with one in time', async () => {
  await open(MONDAY_MS, ['EURUSDT'])
  await exchange.connected(1)
  const live = ensure(market.live.get('EURUSDT'))
  const quoted = (atMs: number, lateMs: number): Promise<void> => {
    const timestamp = new Date(atMs - lateMs).toISOString()
    const text = (symbol: string, bid: string, ask: string): string =>
      `{"channel":"ticker","type":"update","data":[{"symbol":"${symbol}","bid":${bid},"ask":${ask},"timestamp":"${timestamp}"}]}`
    return slot(atMs, [text('USDT/USD', '0.99980', '0.99990'), text('EUR/USD', '1.08430', '1.08440')], '/v2')
  }
  await quoted(MONDAY_MS, 100)
  for (let atMs = MONDAY_MS + 7_000; atMs <= MONDAY_MS + 15_000; atMs += 2_000) await quoted(atMs, 6_000)
  const entries = await entriesOf('EURUSDT')
  expect(only(entries, 'tick')).toHaveLength(1)
  expect(new Set(only(entries, 'rejected').map(({ rule }) => rule))).toEqual(new Set(['order']))
  expect(live.status(MONDAY_MS + 15_000, exchange.feed, 0)).toBe('stale')
  await quoted(MONDAY_MS + 17_000, 0)
  expect(live.status(MONDAY_MS + 17_000, exchange.feed, 0)).toBe('open')
  // Ten minutes ahead, and back again: the quotes after it are none of before it.
  for (let atMs = MONDAY_MS + 18_000; atMs <= MONDAY_MS + 28_000; atMs += 2_000) await quoted(atMs, -600_000)
  expect(only(await entriesOf('EURUSDT'), 'tick')).toHaveLength(2)
  expect(live.status(MONDAY_MS + 28_000, exchange.feed, 0)).toBe('stale')
  await quoted(MONDAY_MS + 30_000, 0)
  expect(live.status(MONDAY_MS + 30_000, exchange.feed, 0)).toBe('open')
  expect(only(await entriesOf('EURUSDT'), 'tick')).toHaveLength(3)
  // What verifiers hold ticks to.
  for (const { timeMs, sourceTimeMs } of only(await entriesOf('EURUSDT'), 'tick'))
    expect(timeMs - sourceTimeMs).toBeLessThanOrEqual(SOURCE_LAG_MS.exchange.max)
})

test('[M5] a refused pair, and one without quotes for a minute, get another connection, and again one when that gives nothing; heartbeats are no quotes', async () => {
  await open(MONDAY_MS, ['EURUSDT'])
  await exchange.connected(1)
  const kraken = (): number => exchange.server.sockets.filter(({ path }) => path === '/v2').length
  const beat = async (): Promise<void> => {
    exchange.server.send(['{"channel":"heartbeat"}'])
    await exchange.server.delivered()
  }
  const others = async (count: number): Promise<void> => {
    await vi.waitFor(() => expect(kraken()).toBe(count), { timeout: 5_000, interval: 5 })
    await exchange.server.delivered()
  }
  await others(1)
  exchange.server.send([
    '{"method":"subscribe","success":false,"error":"Currency pair not supported EUR/USD"}',
  ])
  await exchange.server.delivered()
  await exchange.clock.pass(2_000, beat)
  await others(2)
  const quote = (symbol: string): string =>
    `{"channel":"ticker","type":"snapshot","data":[{"symbol":"${symbol}","bid":1.1,"ask":1.1}]}`
  const next = ensure(exchange.server.sockets.findLast(({ path }) => path === '/v2'))
  exchange.server.send([quote('USDT/USD'), quote('EUR/USD')], next.ws)
  await others(1)
  await exchange.clock.pass(55_000, beat)
  expect(kraken()).toBe(1)
  await exchange.clock.pass(8_000, beat)
  await others(2)
  const had = exchange.server.connections
  await exchange.clock.pass(64_000, beat)
  await vi.waitFor(() => expect(exchange.server.connections).toBe(had + 1), { timeout: 5_000, interval: 5 })
  await others(2)
})

test('[M5] a database with another feed’s prices is not taken on by an exchange: the refusal names the setting and the way on', async () => {
  await open(MONDAY_MS, ['BTCUSDT'])
  await guardFeedChange(market.db, 'exchange')
  const simulated = await market.engine({ owner: 'another' })
  await simulated.tick('BTCUSDT', '60000.00')
  await expect(guardFeedChange(market.db, 'exchange')).rejects.toThrow(FeedChangeError)
  await expect(guardFeedChange(market.db, 'exchange')).rejects.toThrow(/MARKET_FEED.*BTCUSDT.*new database/)
  await guardFeedChange(market.db, 'simulated')
})

test('[M5] candles of before the first tick are the exchange’s own, up to the minute of the tick', async () => {
  await open(MONDAY_MS, ['BTCUSDT'])
  const joinMs = MONDAY_MS + 17 * MINUTE_MS + 30_000
  const minutes: Candle[] = []
  for (let openTimeMs = joinMs - 30_000 - 4_000 * MINUTE_MS; openTimeMs <= joinMs; openTimeMs += MINUTE_MS) {
    const open = BigInt(60_000_00 + (openTimeMs % 977))
    minutes.push({
      openTimeMs,
      open,
      high: open + 50n,
      low: open - 50n,
      close: open + 7n,
      volumeMicros: 1_000_000n,
    })
  }
  exchange.server.pages['/api/v3/klines'] = (query) =>
    aggregateCandles(minutes, query.get('interval') as Period)
      .filter(({ openTimeMs }) => openTimeMs <= Number(query.get('endTime')))
      .slice(-Number(query.get('limit')))
      .map(({ openTimeMs, ...prices }) => [
        openTimeMs,
        ...[prices.open, prices.high, prices.low, prices.close].map((price) => formatPrice(price, 2)),
        '0.10000000',
      ])
  const history = exchange.feed.history(market.product('BTCUSDT').id, joinMs)
  const told = new Map<Period, readonly Candle[]>()
  for await (const { period, candles } of history) told.set(period, candles)
  expect([...told.keys()]).toEqual([...PERIODS])
  const before = minutes.filter(({ openTimeMs }) => openTimeMs < joinMs - 30_000)
  for (const [period, candles] of told) {
    const expected = aggregateCandles(before, period).slice(-candles.length)
    const prices = ({ openTimeMs, open, high, low, close }: Candle): unknown => [
      openTimeMs,
      open,
      high,
      low,
      close,
    ]
    expect(candles.map(prices), period).toEqual(expected.map(prices))
  }
  expect(told.get('1m')).toHaveLength(2_880)
})

function countsBySecond(trades: readonly RecordedTrade[]): number[] {
  const counts = new Map<number, number>()
  for (const { timeMs } of trades) {
    const second = Math.floor(timeMs / 1_000)
    counts.set(second, (counts.get(second) ?? 0) + 1)
  }
  return [...counts.values()]
}

/** When it begins, by the recorder's clock, at a slot's beginning. */
function busiestSecond(frames: readonly { timeMs: number; trade: RecordedTrade }[]): number {
  const counts = countsBySecond(frames.map(({ trade }) => trade))
  const most = Math.max(...counts)
  const seconds = new Map<number, number>()
  for (const { trade, timeMs } of frames) {
    const second = Math.floor(trade.timeMs / 1_000)
    seconds.set(second, (seconds.get(second) ?? 0) + 1)
    if (seconds.get(second) === most) return Math.floor(timeMs / 100) * 100 - 1_000
  }
  return 0
}
