import { ensure } from '@truestrike/core/assert.ts'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { MissedTrades } from '../src/market/feed.ts'
import { type ExchangeRig, exchangeProduct, openExchangeRig } from './exchange-rig.ts'
import { minuteFrame, type RecordedFrame, type RecordedTrade, readSession } from './exchange-server.ts'

const dataDir = process.env.MARKET_DATA_DIR ?? ''
const withData = dataDir === '' ? describe.skip : describe
const MINUTE_MS = 60_000
/** Trades of the minute in which the feed begins, from before it did. */
const MISSED_AT_FIRST = 30

type TradeFrame = RecordedFrame & { trade: RecordedTrade }

/** Trades of the session by the exchange's minute: the first and the last one are not whole. */
let minutes: TradeFrame[][]
let rig: ExchangeRig

beforeAll(() => {
  if (dataDir === '') return
  const byMinute = new Map<number, TradeFrame[]>()
  for (const { trade, ...frame } of readSession(dataDir, 'BTCUSDT')) {
    if (trade === null) continue
    const minute = Math.floor(trade.timeMs / MINUTE_MS)
    byMinute.set(minute, [...(byMinute.get(minute) ?? []), { ...frame, trade }])
  }
  minutes = [...byMinute.values()]
})
afterEach(() => rig.close())

const tradesOf = (frames: readonly TradeFrame[]): RecordedTrade[] => frames.map(({ trade }) => trade)
const idsOf = (frames: readonly TradeFrame[]): number[] => frames.map(({ trade }) => trade.id)
const told = (frames: readonly TradeFrame[], over = {}): string =>
  minuteFrame('BTCUSDT', tradesOf(frames), over)
const whole = (at: number): TradeFrame[] => ensure(minutes[at])

/** The feed begins within a minute. */
async function open(): Promise<void> {
  rig = await openExchangeRig({
    startMs: ensure(whole(0)[0]).timeMs,
    products: [exchangeProduct('BTCUSDT')],
    before: (server) => {
      server.history = minutes.flatMap(tradesOf)
    },
  })
  // That the exchange does not list one product of the rig.
  rig.warnings.splice(0)
  await hear(whole(0).slice(MISSED_AT_FIRST))
}

async function hear(frames: readonly TradeFrame[]): Promise<void> {
  rig.clock.to(ensure(frames.at(-1)).timeMs)
  await rig.play(frames.map(({ text }) => text))
}

const asked = (): string[] => rig.server.calls.filter((path) => path.includes('aggTrades'))
/** In units of a cent, as the product has them. */
const pricesOf = (frames: readonly TradeFrame[]): bigint[] =>
  frames.map(({ trade: { price } }) => BigInt(price.replace('.', '').slice(0, -6)))
const pricesMissed = (missed: readonly MissedTrades[]): bigint[] =>
  missed.flatMap(({ trades }) => trades.map(({ price }) => price))

withData('trades held against the exchange’s own minutes (MARKET_DATA_DIR)', { timeout: 60_000 }, () => {
  test('[M5] every whole minute of a session is what the exchange tells of it, by ids, count and prices', async () => {
    await open()
    await rig.play([told(whole(0))])
    const ticked: number[] = []
    const take = (): void => {
      const { ticks, missed } = rig.poll()
      ticked.push(...ticks.map(({ tradeId }) => tradeId))
      expect(missed).toEqual([])
    }
    for (const frames of minutes.slice(1, -1)) {
      // While it runs it is told every two seconds: those say nothing.
      await hear(frames.slice(0, 100))
      await rig.play([told(frames.slice(0, 90), { x: false })])
      await hear(frames.slice(100, -5))
      // The last trades come after it.
      await rig.play([told(frames)])
      await rig.clock.pass(1_000)
      await hear(frames.slice(-5))
      await rig.play([told(frames)])
      await rig.clock.pass(2_000)
      take()
    }
    await hear(whole(minutes.length - 1))
    await rig.clock.pass(8_000)
    take()
    expect(rig.bars).toEqual(['equal', 'equal', 'equal', 'equal', 'equal'])
    expect(ticked).toEqual(minutes.flatMap(idsOf).slice(MISSED_AT_FIRST))
    expect([asked(), rig.warnings]).toEqual([[], []])
  })

  test('[M5] trades that were withheld are fetched: those jumped over, and those nothing came after; once', async () => {
    await open()
    const [jumped, cut] = [whole(1), whole(2)]
    await hear([...jumped.slice(0, 200), ...jumped.slice(240)])
    await rig.play([told(jumped)])
    await rig.clock.pass(3_000)
    expect(rig.bars).toEqual(['repaired'])
    expect(pricesMissed(rig.poll().missed).length).toBeGreaterThan(0)
    // The market stands still after the last ones: no id shows that they are missing.
    const lost = cut.slice(-40)
    const before = asked().length
    await hear(cut.slice(0, -40))
    await rig.play([told(cut)])
    await rig.clock.pass(4_000)
    expect(asked().length).toBe(before)
    await rig.clock.pass(4_000)
    expect(rig.bars).toEqual(['repaired', 'repaired'])
    const { ticks, missed } = rig.poll()
    expect(ticks.map(({ tradeId }) => tradeId)).toEqual(idsOf(cut.slice(0, -40)))
    expect(new Set(pricesMissed(missed))).toEqual(new Set(pricesOf(lost)))
    expect(missed).toMatchObject([
      {
        fromMs: ensure(cut.at(-41)).trade.timeMs,
        toMs: Math.ceil(ensure(cut.at(-1)).trade.timeMs / MINUTE_MS) * MINUTE_MS,
      },
    ])
    // What comes then follows them, and nothing is asked again.
    const after = asked().length
    await hear(whole(3))
    await rig.play([told(whole(3))])
    await rig.clock.pass(8_000)
    expect(rig.bars).toEqual(['repaired', 'repaired', 'equal'])
    expect(asked().length).toBe(after)
    expect(rig.poll().missed).toEqual([])
    expect(rig.warnings).toEqual([])
  })

  test('[M5] trades the exchange tells as one with one that was heard are known by it, and no candle has them twice', async () => {
    await open()
    const frames = whole(1)
    const isAsBefore = (at: number): boolean => {
      const [before, here] = [frames[at - 1]?.trade, frames[at]?.trade]
      return before?.timeMs === here?.timeMs && before?.price === here?.price
    }
    const at = frames.findIndex((_, index) => index > 200 && isAsBefore(index))
    await hear(frames.filter((_, index) => index !== at))
    await rig.play([told(frames)])
    await rig.clock.pass(3_000)
    expect(rig.bars).toEqual(['repaired'])
    expect(pricesMissed(rig.poll().missed)).toEqual([])
  })

  test('[M5] [O5] a minute in which another process’s log is taken over is not judged: that may have what was not heard here', async () => {
    await open()
    const frames = whole(1)
    await hear([...frames.slice(0, 200), ...frames.slice(240)])
    rig.poll()
    const last = ensure(frames.at(-1)).trade
    rig.feed.resume?.(1, { tradeId: last.id, timeMs: last.timeMs })
    await rig.play([told(frames)])
    await rig.clock.pass(8_000)
    expect([rig.bars, asked(), rig.poll().missed]).toEqual([[], [], []])
    await hear(whole(2))
    await rig.play([told(whole(2))])
    await rig.clock.pass(1_000)
    expect(rig.bars).toEqual(['equal'])
  })

  test('[M5] a minute whose figures are not those of its trades is told, and nothing is asked for', async () => {
    await open()
    const frames = whole(1)
    await hear(frames)
    const high = `${Number(frames[0]?.trade.price) + 5_000}.00000001`
    await rig.play([told(frames, { h: high })])
    await rig.clock.pass(8_000)
    expect([rig.bars, asked()]).toEqual([['different'], []])
    expect(rig.warnings).toMatchObject([
      {
        message: 'trades of a minute are not what the exchange tells of it',
        fields: {
          ...{ symbol: 'BTCUSDT', minute: '2024-08-08T23:55:00.000Z', missing: 0 },
          ours: { count: frames.length, firstId: frames[0]?.trade.id, lastId: frames.at(-1)?.trade.id },
          theirs: { count: frames.length, high },
        },
      },
    ])
    expect(rig.poll().ticks.map(({ tradeId }) => tradeId)).toEqual([
      ...idsOf(whole(0)).slice(MISSED_AT_FIRST),
      ...idsOf(frames),
    ])
  })

  test('[M5] trades the exchange counts and cannot show are asked for a few times, then told as missing', async () => {
    await open()
    const frames = whole(1)
    rig.server.history = tradesOf([...whole(0), ...frames.slice(0, -2)])
    await hear(frames.slice(0, -2))
    await rig.play([told(frames)])
    // The market goes on, or the connection would be replaced.
    let next = 0
    await rig.clock.pass(149_000, () => rig.play([ensure(whole(2)[next++]).text]))
    expect(rig.bars).toEqual([])
    expect(asked().length).toBeGreaterThan(2)
    expect(asked().length).toBeLessThan(8)
    // Each answer that lacks them is told with their ids.
    const [fromId, toId] = idsOf(frames.slice(-2))
    const lacking = {
      fields: { symbol: 'BTCUSDT', fromId, toId },
      message: 'the exchange does not tell all missed trades',
    }
    expect(rig.warnings.splice(0)).toEqual(asked().map(() => lacking))
    await rig.clock.pass(2_000)
    expect(rig.bars).toEqual(['different'])
    expect(rig.warnings).toMatchObject([{ fields: { missing: 2 } }])
  })

  test('[M5] a connection that tells minutes and gives no trades is left as a silent one, and takes over from none', async () => {
    await open()
    const minute = told(whole(0), { x: false })
    await rig.clock.pass(9_000, () => rig.play([minute]))
    expect(rig.server.connections).toBe(1)
    await rig.clock.pass(2_000, () => rig.play([minute]))
    await rig.connected(2)
    expect(rig.warnings.map(({ fields }) => fields.reason)).toEqual(['silent'])
    const first = ensure(rig.server.sockets[0]).ws
    rig.server.send(['{"stream":"!serverShutdown","data":{"e":"serverShutdown","E":1723161255343}}'], first)
    await rig.connected(3)
    await rig.play([minute, told(whole(0))])
    expect(rig.server.sockets).toHaveLength(2)
  })
})
