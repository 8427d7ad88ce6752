import { ensure } from '@truestrike/core/assert.ts'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { RawTick } from '../src/market/feed.ts'
import { type ExchangeRig, exchangeProduct, openExchangeRig } from './exchange-rig.ts'
import { type RecordedFrame, type RecordedTrade, readSession } from './exchange-server.ts'

const dataDir = process.env.MARKET_DATA_DIR ?? ''
const withData = dataDir === '' ? describe.skip : describe

type TradeFrame = RecordedFrame & { trade: RecordedTrade }

let trades: TradeFrame[]
let rig: ExchangeRig

const tradesOf = (symbol: string): TradeFrame[] =>
  readSession(dataDir, symbol).flatMap((frame) =>
    frame.trade === null ? [] : [{ ...frame, trade: frame.trade }],
  )

beforeAll(() => {
  if (dataDir !== '') trades = tradesOf('BTCUSDT')
})
afterEach(() => rig.close())

const texts = (from: number, to: number): string[] => trades.slice(from, to).map(({ text }) => text)
const ids = (from: number, to: number): number[] => trades.slice(from, to).map(({ trade }) => trade.id)
const idsOf = (ticks: readonly RawTick[]): number[] => ticks.map(({ tradeId }) => tradeId)

async function open(): Promise<void> {
  rig = await openExchangeRig({ startMs: ensure(trades[0]).timeMs, products: [exchangeProduct('BTCUSDT')] })
}

withData('trades of an exchange that were missed (MARKET_DATA_DIR)', { timeout: 30_000 }, () => {
  test('[M5] trades that are missing are fetched, for candles only; a page at a time', async () => {
    await open()
    rig.server.history = trades.map(({ trade }) => trade)
    await rig.play([...texts(0, 10), ...texts(3_000, 3_010)])
    const heard = rig.poll()
    expect(idsOf(heard.ticks)).toEqual([...ids(0, 10), ...ids(3_000, 3_010)])
    expect(heard.missed).toEqual([])
    await rig.clock.pass(2_000)
    const { ticks, missed } = rig.poll()
    expect(ticks).toEqual([])
    expect(missed).toHaveLength(1)
    const lost = trades.slice(10, 3_000).map(({ trade }) => trade)
    const prices = ensure(missed[0]).trades.map(({ price }) => price)
    const cents = lost.map(({ price }) => BigInt(price.replace('.', '').slice(0, -6)))
    expect(new Set(prices)).toEqual(new Set(cents))
    expect(prices.at(-1)).toBe(cents.at(-1))
    await rig.clock.pass(2_000)
    expect(rig.poll().missed).toEqual([])
  })

  test('[M5] what the exchange traded since the last price of the log is fetched after a start', async () => {
    await open()
    rig.server.history = trades.map(({ trade }) => trade)
    const last = ensure(trades[0])
    rig.feed.resume?.(1, { tradeId: last.trade.id, timeMs: last.timeMs })
    await rig.play(texts(50, 60))
    await rig.clock.pass(2_000)
    const { ticks, missed } = rig.poll()
    expect(idsOf(ticks)).toEqual(ids(50, 60))
    expect(missed).toHaveLength(1)
    expect(ensure(missed[0]).trades.length).toBeGreaterThan(0)
    expect(ensure(missed[0])).toMatchObject({ fromMs: last.timeMs, toMs: ensure(trades[50]).trade.timeMs })
    // Another process wrote the log so far, and this one heard of it all.
    rig.feed.resume?.(1, { tradeId: ensure(trades[55]).trade.id, timeMs: ensure(trades[55]).trade.timeMs })
    await rig.clock.pass(2_000)
    expect(rig.poll().missed).toHaveLength(1)
  })

  test('[M5] a takeover fetches what lies between the log and what still waits for it, and nothing twice', async () => {
    await open()
    rig.server.history = trades.map(({ trade }) => trade)
    // Where trades that the exchange tells as one are not cut in two.
    const from = trades.findIndex(
      ({ trade }, at) => at > 50 && trade.timeMs > ensure(trades[at - 1]).trade.timeMs,
    )
    await rig.play([...texts(from, from + 5), ...texts(from + 400, from + 410)])
    const last = ensure(trades[0]).trade
    rig.feed.resume?.(1, { tradeId: last.id, timeMs: last.timeMs })
    await rig.clock.pass(3_000)
    const { ticks, missed } = rig.poll()
    expect(idsOf(ticks)).toEqual([...ids(from, from + 5), ...ids(from + 400, from + 410)])
    const spans = missed.map(({ fromMs, toMs }) => [fromMs, toMs])
    expect(spans).toEqual([
      [ensure(trades[from + 4]).trade.timeMs, ensure(trades[from + 400]).trade.timeMs],
      [last.timeMs, ensure(trades[from]).trade.timeMs],
    ])
    const key = (price: bigint, timeMs: number): string => `${price} ${timeMs}`
    const told = new Set(missed.flatMap((each) => each.trades.map((t) => key(t.price, t.timeMs))))
    expect(told.size).toBeGreaterThan(20)
    const boundary = ensure(trades[from]).trade.timeMs
    const early = missed.flatMap((each) => each.trades).filter(({ timeMs }) => timeMs < boundary)
    expect(early.length).toBeGreaterThan(0)
    for (const { price, sourceTimeMs } of ticks.slice(0, 4))
      expect(told).not.toContain(key(price, sourceTimeMs))
    // Another takeover, when all that was heard is in the log and further trades of it, too.
    rig.feed.resume?.(1, { tradeId: ensure(trades[from + 500]).trade.id, timeMs: last.timeMs })
    await rig.play(texts(from + 501, from + 503))
    await rig.clock.pass(3_000)
    expect(rig.poll().missed).toEqual([])
  })

  test('[M5] a refused question for missed trades is asked once, and one that is not answered keeps no other product waiting', async () => {
    const eth = tradesOf('ETHUSDT')
    rig = await openExchangeRig({
      startMs: ensure(trades[0]).timeMs,
      products: [exchangeProduct('BTCUSDT'), exchangeProduct('ETHUSDT', { id: 2 })],
    })
    const all = [...trades, ...eth].map(({ trade }) => trade)
    const gapAt = async (at: number): Promise<void> => {
      const other = eth.map(({ text }) => text)
      await rig.play([...texts(at, at + 1), ...texts(at + 20, at + 21)])
      await rig.play([...other.slice(at, at + 1), ...other.slice(at + 20, at + 21)])
    }
    const asked = (symbol: string): number =>
      rig.server.calls.filter((path) => path.includes(`aggTrades?symbol=${symbol}`)).length
    const missedOf = (): number[] => rig.poll().missed.map(({ productId }) => productId)
    rig.server.historyStatus = { BTCUSDT: 400 }
    await gapAt(0)
    await rig.clock.pass(10_000, () => rig.server.delivered())
    expect(missedOf()).toEqual([2])
    expect([asked('BTCUSDT'), asked('ETHUSDT')]).toEqual([1, 1])
    rig.server.historyStatus = { BTCUSDT: 500 }
    rig.server.history = all
    await gapAt(21)
    await rig.clock.pass(9_000, () => rig.server.delivered())
    expect(missedOf()).toEqual([2])
    rig.server.historyStatus = {}
    await rig.clock.pass(3_000, () => rig.server.delivered())
    expect(missedOf()).toEqual([1])
  })
})
