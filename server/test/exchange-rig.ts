import { ensure } from '@truestrike/core/assert.ts'
import { vi } from 'vitest'
import { createExchangeFeed } from '../src/market/exchange/exchange-feed.ts'
import { ownFrameSockets } from '../src/market/exchange/frame-socket.ts'
import type { BarResult } from '../src/market/exchange/minute-bars.ts'
import type { SecondSourceWay } from '../src/market/exchange/second-source.ts'
import type { Feed, MissedTrades, RawTick } from '../src/market/feed.ts'
import type { ProductRecord } from '../src/market/product.store.ts'
import type { Clock } from '../src/platform/clock.ts'
import { type Log, silentLog } from '../src/platform/log.ts'
import { type ExchangeServer, startExchangeServer } from './exchange-server.ts'

/** A clock whose time and timers are moved apart: a day passes without its quarters of seconds. */
export interface HandClock extends Clock {
  /** Sets the time; nothing runs. */
  to(ms: number): void
  /** Runs everything that goes on by itself once, at the time it is. */
  run(): Promise<void>
  /** Moves on in steps of a second, running everything at each, and lets `between` happen after it. */
  pass(ms: number, between?: () => Promise<void>): Promise<void>
}

export function createHandClock(startMs: number): HandClock {
  let nowMs = startMs
  const runs = new Set<() => void | Promise<void>>()
  const clock: HandClock = {
    timeOf: () => nowMs,
    nowMs: () => nowMs,
    speed: 1,
    offsetMs: () => 0,
    reached: null,
    after: () => () => {},
    every(_, run) {
      runs.add(run)
      return () => void runs.delete(run)
    },
    to: (ms) => {
      nowMs = ms
    },
    async run() {
      for (const run of runs) await run()
    },
    async pass(ms, between = async () => {}) {
      for (let passed = 0; passed < ms; passed += 1_000) {
        nowMs += 1_000
        await clock.run()
        await between()
      }
    },
  }
  return clock
}

export function exchangeProduct(symbol: string, over: Partial<ProductRecord> = {}): ProductRecord {
  return {
    ...{ id: 1, symbol, base: symbol.slice(0, -4), quote: 'USDT', name: symbol, category: 'crypto' },
    ...{ precision: 2, version: 1, source: 'exchange', calendar: null, calendarVersion: 1 },
    ...{ staleMs: 3_000, outlierBps: 30, deviationBps: 100 },
    ...{ enabled: true, sort: 1, pastHours: [], firstUnits: null, edits: 0 },
    ...over,
  }
}

export interface ExchangeRig {
  server: ExchangeServer
  clock: HandClock
  feed: Feed
  warnings: { fields: Record<string, unknown>; message: string }[]
  /** What became of minutes that were held against the exchange's own. */
  bars: BarResult[]
  /** Ticks and missed trades handed out since the last time. */
  poll(): { ticks: readonly RawTick[]; missed: readonly MissedTrades[] }
  /** Waits for so many connections to have been made, the last of them open. */
  connected(count: number): Promise<void>
  /** Sends frames and waits until they have been taken. */
  play(texts: readonly string[]): Promise<void>
  close(): Promise<void>
}

export interface ExchangeRigOptions {
  startMs: number
  products: readonly ProductRecord[]
  /** How the second source is asked; its address is the server's. */
  crossCheck?: Omit<SecondSourceWay, 'urlPrefix'>
  /** Random part of waiting times. */
  random?: () => number
  before?: (server: ExchangeServer) => void
}

const UNLISTED = 99

/** The feed of an exchange that is played by a server here, started and connected. */
export async function openExchangeRig(options: ExchangeRigOptions): Promise<ExchangeRig> {
  const server = await startExchangeServer()
  options.before?.(server)
  const clock = createHandClock(options.startMs)
  const warnings: ExchangeRig['warnings'] = []
  const bars: BarResult[] = []
  const warn = (fields: object, message: string): void =>
    void warnings.push({ fields: fields as Record<string, unknown>, message })
  const log: Log = { ...silentLog, warn, error: warn, info() {}, debug() {}, child: () => log }
  const feed = createExchangeFeed({
    products: [...options.products, exchangeProduct('NONEUSDT', { id: UNLISTED })],
    addresses: {
      streamUrl: server.streamUrl,
      restUrl: server.restUrl,
      forexUrl: `${server.streamUrl}/v2`,
    },
    crossCheck:
      options.crossCheck === undefined ? null : { ...options.crossCheck, urlPrefix: server.restUrl },
    ...{ clock, log, random: options.random ?? (() => 0), sockets: ownFrameSockets },
    onBar: (result) => void bars.push(result),
  })
  const rig: ExchangeRig = {
    ...{ server, clock, feed, warnings, bars },
    poll() {
      const { ticks, missed = [] } = feed.poll(clock.nowMs() + 1)
      return { ticks, missed }
    },
    async connected(count) {
      await vi.waitFor(
        () => {
          if (server.connections < count || server.sockets.length === 0) throw new Error('not connected')
        },
        { timeout: 5_000, interval: 5 },
      )
      await server.delivered()
    },
    async play(texts) {
      server.send(texts, ensure(server.sockets.at(-1)).ws)
      await server.delivered()
    },
    async close() {
      await feed.stop()
      await server.close()
    },
  }
  await feed.start()
  await rig.connected(1)
  // Which products it has is known.
  await vi.waitFor(() => {
    if (!feed.hasNoData(UNLISTED)) throw new Error('not told yet')
  })
  return rig
}
