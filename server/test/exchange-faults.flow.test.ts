import { ensure } from '@truestrike/core/assert.ts'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { RawTick } from '../src/market/feed.ts'
import { type ExchangeRig, exchangeProduct, openExchangeRig } from './exchange-rig.ts'
import {
  type ExchangeServer,
  type RecordedFrame,
  type RecordedTrade,
  readSession,
} from './exchange-server.ts'

const dataDir = process.env.MARKET_DATA_DIR ?? ''
const withData = dataDir === '' ? describe.skip : describe

let session: RecordedFrame[]
let trades: (RecordedFrame & { trade: RecordedTrade })[]
let rig: ExchangeRig

beforeAll(() => {
  if (dataDir === '') return
  session = readSession(dataDir, 'BTCUSDT')
  trades = session.flatMap((frame) => (frame.trade === null ? [] : [{ ...frame, trade: frame.trade }]))
})
afterEach(() => rig.close())

const texts = (from: number, to: number): string[] => trades.slice(from, to).map(({ text }) => text)
const ids = (from: number, to: number): number[] => trades.slice(from, to).map(({ trade }) => trade.id)
const idsOf = (ticks: readonly RawTick[]): number[] => ticks.map(({ tradeId }) => tradeId)

async function open(before?: (server: ExchangeServer) => void): Promise<void> {
  rig = await openExchangeRig({
    startMs: ensure(trades[0]).timeMs,
    products: [exchangeProduct('BTCUSDT')],
    ...(before === undefined ? {} : { before }),
  })
}

withData('a recorded session of an exchange, with faults (MARKET_DATA_DIR)', { timeout: 30_000 }, () => {
  test('[M5] a socket that is silent is left, whatever its pongs say', async () => {
    await open()
    await rig.play(texts(0, 3))
    await rig.clock.pass(9_000, () => rig.server.delivered())
    expect(rig.server.connections).toBe(1)
    await rig.clock.pass(3_000)
    await rig.connected(2)
    await rig.play(texts(3, 5))
    expect(idsOf(rig.poll().ticks)).toEqual(ids(0, 5))
    expect(rig.warnings.map(({ fields }) => fields.reason)).toContain('silent')
    // Nor does one whose pongs have stopped as well wait any longer.
    const had = rig.server.connections
    rig.server.answersPings = false
    await rig.clock.pass(12_000)
    rig.server.answersPings = true
    await rig.connected(had + 1)
    await rig.play(texts(5, 7))
    expect(idsOf(rig.poll().ticks)).toEqual(ids(5, 7))
  })

  test('[M5] a peer that does not answer pings is left though frames still come', async () => {
    await open()
    let next = 0
    const flow = async (): Promise<void> => {
      await rig.play(texts(next, next + 1))
      next += 1
    }
    await rig.clock.pass(25_000, flow)
    expect(rig.server.connections).toBe(1)
    rig.server.answersPings = false
    const dead = ensure(rig.server.sockets[0]).ws
    for (let second = 0; second < 25 && rig.server.sockets[0]?.ws === dead; second += 1)
      await rig.clock.pass(1_000, flow)
    rig.server.answersPings = true
    await rig.connected(2)
    expect(rig.warnings.map(({ fields }) => fields.reason)).toContain('pings are not answered')
  })

  test.each([
    ['ETHUSDT', 10],
    ['SOLUSDT', 30],
  ])(
    '[M5] %s without trades for %i s while others have some gets another connection, without a moment between',
    async (symbol, seconds) => {
      const frames = readSession(dataDir, 'ETHUSDT').filter(({ trade }) => trade !== null)
      const other = frames.slice(0, 2).map(({ text }) => {
        return text.replaceAll('ETHUSDT', symbol).replace('ethusdt', symbol.toLowerCase())
      })
      await open((server) => {
        server.statuses = { BTCUSDT: 'TRADING', [symbol]: 'TRADING' }
      })
      await rig.feed.add?.(exchangeProduct(symbol, { id: 2 }))
      await rig.connected(2)
      await rig.play([ensure(texts(0, 1)[0]), ensure(other[0])])
      await vi.waitFor(() => expect(rig.server.sockets).toHaveLength(1))
      const { path, said } = ensure(rig.server.sockets[0])
      expect(path).toContain(`btcusdt@trade/`)
      expect(path).toContain(`/${symbol.toLowerCase()}@trade`)
      // The streams are named in the address: none of the few messages a second that it takes is needed.
      expect(said).toEqual([])
      await vi.waitFor(() => expect(rig.server.calls).toHaveLength(2))
      let next = 1
      const flow = async (): Promise<void> => {
        await rig.play(texts(next, next + 1))
        next += 1
      }
      await rig.clock.pass((seconds - 1) * 1_000, flow)
      expect(rig.server.connections).toBe(2)
      await rig.clock.pass(3_000, flow)
      await rig.connected(3)
      await rig.play([ensure(other[1])])
      const { ticks } = rig.poll()
      expect(idsOf(ticks.filter(({ productId }) => productId === 1))).toEqual(ids(0, next))
      expect(ticks.filter(({ productId }) => productId === 2).length).toBeGreaterThan(0)
    },
  )

  test('[M5] a thin product that stays quiet takes the watch from no other; its own further connections wait 60 s, then 120 s', async () => {
    const eth = readSession(dataDir, 'ETHUSDT').flatMap(({ text, trade }) => (trade === null ? [] : [text]))
    rig = await openExchangeRig({
      startMs: ensure(trades[0]).timeMs,
      products: ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'].map((symbol, at) =>
        exchangeProduct(symbol, { id: at + 1 }),
      ),
      before: (server) => {
        server.statuses = { BTCUSDT: 'TRADING', ETHUSDT: 'TRADING', SOLUSDT: 'TRADING' }
      },
    })
    const next = { btc: 0, eth: 0 }
    const flowEth = (): Promise<void> => rig.play(eth.slice(next.eth, ++next.eth))
    const flowBoth = async (): Promise<void> => {
      await rig.play(texts(next.btc, ++next.btc))
      await flowEth()
    }
    const passTo = async (seconds: number, connections: number, flow = flowBoth): Promise<void> => {
      const nowMs = rig.clock.nowMs() - ensure(trades[0]).timeMs
      await rig.clock.pass(seconds * 1_000 - nowMs, flow)
      await rig.connected(connections)
      expect(rig.server.connections).toBe(connections)
    }
    await passTo(29, 1)
    await passTo(35, 2)
    // BTC has not been told since second 35: its own 10 s count, whatever SOL has just asked for.
    await passTo(44, 2, flowEth)
    await passTo(47, 3, flowEth)
    await passTo(90, 3)
    await passTo(93, 4)
    await passTo(209, 4)
    await passTo(213, 5)
  })

  test('[M5] closed with 1001 or cut off, it connects again and goes on; what it missed meanwhile is fetched', async () => {
    await open()
    rig.server.history = trades.map(({ trade }) => trade)
    await rig.play(texts(0, 2))
    ensure(rig.server.sockets[0]).ws.close(1001)
    await ended(1)
    await rig.clock.run()
    await rig.connected(2)
    await rig.play(texts(2, 4))
    ensure(rig.server.sockets[0]).ws.terminate()
    await ended(2)
    await rig.clock.run()
    await rig.connected(3)
    await rig.play([...texts(4, 6), ...texts(40, 42)])
    await rig.clock.pass(2_000)
    const { ticks, missed } = rig.poll()
    expect(idsOf(ticks)).toEqual([...ids(0, 6), ...ids(40, 42)])
    expect(ensure(missed[0]).trades.length).toBeGreaterThan(0)
    expect(missed).toMatchObject([
      { fromMs: ensure(trades[5]).trade.timeMs, toMs: ensure(trades[40]).trade.timeMs },
    ])
  })

  test('[M5] on serverShutdown another connection takes over before the first is left; nothing is lost or doubled', async () => {
    await open()
    await rig.play(texts(0, 2))
    const first = ensure(rig.server.sockets[0]).ws
    rig.server.send(['{"stream":"!serverShutdown","data":{"e":"serverShutdown","E":1723161255343}}'], first)
    await rig.connected(2)
    expect(rig.server.sockets).toHaveLength(2)
    // Both deliver for a while.
    rig.server.send(texts(2, 4), first)
    await rig.server.delivered()
    rig.server.send(texts(3, 6), ensure(rig.server.sockets[1]).ws)
    rig.server.send(texts(4, 6), first)
    await vi.waitFor(() => expect(rig.server.sockets).toHaveLength(1))
    await rig.play(texts(6, 8))
    expect(idsOf(rig.poll().ticks)).toEqual(ids(0, 8))
    expect(rig.warnings.filter(({ fields }) => 'reason' in fields)).toEqual([])
  })

  test('[M5] before 24 hours are over another connection has taken over, with its first trade', async () => {
    await open()
    await rig.play(texts(0, 2))
    const first = ensure(rig.server.sockets[0]).ws
    rig.clock.to(rig.clock.nowMs() + 23 * 3_600_000)
    await rig.play(texts(2, 3))
    await rig.clock.run()
    await rig.connected(2)
    // Until it gives prices the first one does.
    rig.server.send(texts(3, 5), first)
    await rig.server.delivered()
    expect(rig.server.sockets).toHaveLength(2)
    rig.server.send(texts(4, 6), ensure(rig.server.sockets[1]).ws)
    await vi.waitFor(() => expect(rig.server.sockets).toHaveLength(1))
    expect(ensure(rig.server.sockets[0]).ws).not.toBe(first)
    expect(idsOf(rig.poll().ticks)).toEqual(ids(0, 6))
  })

  test('[M5] what comes twice is left out, what comes late is handed on, and no gap is left by it', async () => {
    await open()
    const [a, b, c, d] = texts(0, 4) as [string, string, string, string]
    await rig.play([a, c, b, b, c, d, a])
    const [first, second, third, fourth] = ids(0, 4)
    expect(idsOf(rig.poll().ticks)).toEqual([first, third, second, fourth])
    await rig.clock.pass(3_000)
    expect(rig.server.calls.filter((path) => path.includes('aggTrades'))).toEqual([])
  })

  test('[M5] a 429, a 418 and a firewall’s 403 stop all calls for as long as they say; prices go on', async () => {
    await open()
    for (const [turn, status] of [429, 418, 403].entries()) {
      const at = turn * 100
      rig.server.limit = { status, retryAfter: '30' }
      await rig.play([...texts(at, at + 1), ...texts(at + 20, at + 21)])
      const asked = rig.server.calls.length
      await rig.clock.pass(25_000, () => rig.play(texts(at + 21, at + 22)))
      expect(rig.server.calls.length).toBeLessThanOrEqual(asked + 1)
      rig.server.limit = null
      rig.server.history = trades.map(({ trade }) => trade)
      await rig.clock.pass(10_000, () => rig.play(texts(at + 22, at + 23)))
      expect(rig.server.calls.length).toBeGreaterThan(asked + 1)
      expect(rig.poll().missed.length).toBeGreaterThan(0)
    }
    expect(rig.server.connections).toBe(1)
  })

  test('[M5] a refused connection is not tried again before it was said', async () => {
    await open()
    rig.server.refusal = { status: 429, retryAfter: '30' }
    ensure(rig.server.sockets[0]).ws.terminate()
    await ended(1)
    await rig.clock.run()
    await ended(2)
    expect(rig.warnings.at(-1)?.fields.reason).toBe('refused with 429')
    await rig.clock.pass(29_000)
    expect(rig.server.calls.filter((call) => call === 'refused connection')).toHaveLength(1)
    rig.server.refusal = null
    await rig.clock.pass(2_000)
    await rig.connected(2)
  })

  test('[M5] a product that is halted gives no price until it trades again', async () => {
    await open((server) => {
      server.statuses = { BTCUSDT: 'HALT' }
    })
    await rig.play(texts(0, 2))
    expect(rig.poll().ticks).toEqual([])
    expect(rig.warnings.map(({ fields }) => fields.status)).toContain('HALT')
    rig.server.statuses = { BTCUSDT: 'TRADING' }
    rig.clock.to(rig.clock.nowMs() + 2_000)
    await rig.play(texts(2, 3))
    await vi.waitFor(() => expect(rig.server.calls).toHaveLength(2))
    await vi.waitFor(async () => {
      await rig.play(texts(3, 5))
      expect(idsOf(rig.poll().ticks).at(-1)).toBe(ids(4, 5)[0])
    })
    rig.server.statuses = { BTCUSDT: 'BREAK' }
    rig.clock.to(rig.clock.nowMs() + 40_000)
    await rig.clock.run()
    rig.poll()
    await rig.connected(1)
    await rig.play(texts(5, 8))
    expect(rig.poll().ticks).toEqual([])
  })

  test('[M5] a consumer that stands still for seconds loses no trade; one that stands still for long, no slot', async () => {
    await open()
    for (let at = 0; at < 2_000; at += 100) {
      rig.clock.to(rig.clock.nowMs() + 100)
      await rig.play(texts(at, at + 100))
    }
    expect(idsOf(rig.poll().ticks)).toEqual(ids(0, 2_000))
    let slots = 0
    for (let at = 2_000; at < 9_700; at += 100) {
      rig.clock.to(rig.clock.nowMs() + 100)
      slots += 1
      await rig.play(texts(at, at + 100))
    }
    const { ticks } = rig.poll()
    expect(new Set(ticks.map(({ dueMs }) => Math.floor(dueMs / 100))).size).toBe(slots)
    expect(idsOf(ticks).at(-1)).toBe(ids(9_699, 9_700)[0])
    expect(ticks.length).toBeLessThan(7_700)
    const volume = ticks.reduce((sum, tick) => sum + tick.volumeMicros, 0n)
    const traded = trades.slice(2_000, 9_700).reduce((sum, { trade }) => {
      const [price, quantity] = [trade.price, trade.quantity].map((text) => BigInt(text.replace('.', '')))
      return sum + (ensure(price) * ensure(quantity)) / 10n ** 10n
    }, 0n)
    expect(volume).toBe(traded)
  })
})

/** So many connections have been reported as ended. */
async function ended(count: number): Promise<void> {
  await vi.waitFor(() => expect(rig.warnings.filter(({ fields }) => 'reason' in fields)).toHaveLength(count))
}
