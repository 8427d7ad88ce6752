import { ensure } from '@truestrike/core/assert.ts'
import type { LogEntry } from '@truestrike/core/log-entry.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readEntries } from '../src/market/read-log.ts'
import { bundleSecondSource } from './bundled-second-source.ts'
import { type ExchangeRig, openExchangeRig } from './exchange-rig.ts'
import { createMarketRig, type EngineRig, type MarketRig } from './market-rig.ts'

/** Monday, 2026-01-05: currencies are traded. */
const MONDAY_MS = Date.UTC(2026, 0, 5, 12)
const MINUTE_MS = 60_000
const SYMBOLS = ['BTCUSDT', 'EURUSDT'] as const

interface Process {
  exchange: ExchangeRig
  writer: EngineRig
}

const quoteOf = (bid: string, ask = bid): object => ({ bid, ask })
const AGREES = { 'BTC/USDT': quoteOf('60000'), 'EUR/USD': quoteOf('1.10'), 'USDT/USD': quoteOf('1') }
const DEVIATES = { ...AGREES, 'BTC/USDT': quoteOf('63000'), 'EUR/USD': quoteOf('1.13') }
/** It answers, and has no quote. */
const SILENT = {}

let market: MarketRig
let worker: Awaited<ReturnType<typeof bundleSecondSource>>
let processes: Process[]
/** Of each process's second source. */
let second: Record<string, object>
let tradeId: number

beforeAll(async () => {
  worker = await bundleSecondSource()
})
afterAll(() => worker.remove())
beforeEach(async () => {
  market = await createMarketRig({ startMs: MONDAY_MS })
  processes = []
  second = {}
  tradeId = 100
})
afterEach(async () => {
  for (const { exchange } of processes) await exchange.close()
  await market.close()
})

/** A process with a feed of its own, as its second source says at first. */
async function start(owner: string, said: object, exclusive = true): Promise<Process> {
  second[owner] = said
  const exchange = await openExchangeRig({
    startMs: market.clock.nowMs(),
    products: SYMBOLS.map((symbol) => market.product(symbol)),
    crossCheck: { workerFile: worker.file, readEveryMs: 10 },
    before: (server) => {
      server.pages['/second'] = () => ensure(second[owner])
    },
  })
  await exchange.connected(2)
  const writer = await market.engine({ play: exchange.feed, owner, exclusive })
  const started = { exchange, writer }
  processes.push(started)
  return started
}

async function end(process: Process): Promise<void> {
  await process.writer.engine.stop()
  await process.exchange.close()
  processes = processes.filter((other) => other !== process)
}

/** A trade and both quotes come to a process, now. */
async function hear({ exchange }: Process): Promise<void> {
  const nowMs = market.clock.nowMs()
  exchange.clock.to(nowMs)
  tradeId += 1
  const traded = { e: 'trade', s: 'BTCUSDT', t: tradeId, p: '60000.00', q: '0.1', T: nowMs }
  const timestamp = new Date(nowMs).toISOString()
  const quotes = [
    { symbol: 'USDT/USD', bid: 1, ask: 1, timestamp },
    { symbol: 'EUR/USD', bid: 1.1, ask: 1.1, timestamp },
  ]
  for (const { path, ws } of exchange.server.sockets) {
    const frame = path.startsWith('/stream')
      ? { stream: 'btcusdt@trade', data: traded }
      : { channel: 'ticker', type: 'update', data: quotes }
    exchange.server.send([JSON.stringify(frame)], ws)
  }
  await exchange.server.delivered()
}

async function slot(process: Process): Promise<void> {
  await hear(process)
  await market.clock.set(market.clock.nowMs() + 100)
  await process.writer.engine.pump()
  expect(process.writer.errors).toEqual([])
}

/** Both exchanges of the second source are read once more. */
async function anotherReading({ exchange }: Process): Promise<void> {
  const readings = (pair: string): number =>
    exchange.server.calls.filter((path) => path.startsWith('/second') && path.includes(pair)).length
  const had = [readings('BTC'), readings('EUR')]
  const isMore = (): boolean => readings('BTC') > ensure(had[0]) && readings('EUR') > ensure(had[1])
  await vi.waitFor(() => expect(isMore()).toBe(true), { timeout: 5_000, interval: 2 })
}

const entriesOf = (symbol: string): Promise<LogEntry[]> =>
  readEntries(market.db, market.product(symbol).id, { fromSeq: 1, limit: 100_000 })

/** What was entered of prices, in words, one of each product. */
async function pricesOf(symbol: string): Promise<string[]> {
  return (await entriesOf(symbol)).flatMap((entry) =>
    entry.kind === 'tick' ? ['tick'] : entry.kind === 'rejected' ? [entry.rule] : [],
  )
}

/** Slot after slot, with a reading between, until the newest price of both products is of this kind. */
async function goOn(process: Process, kind: 'tick' | 'deviation'): Promise<void> {
  for (let slots = 0; slots < 250; slots += 1) {
    await slot(process)
    const newest = await Promise.all(SYMBOLS.map(async (symbol) => (await pricesOf(symbol)).at(-1)))
    if (newest.every((each) => each === kind)) return
    await anotherReading(process)
  }
  throw new Error('it did not come to that')
}

const inQuarantine = ({ exchange }: Process): string[] => [...(exchange.feed.quarantined?.() ?? [])].sort()

test('[M5] [O4] a restart ends no quarantine: what comes after it is refused, held against the price of the log, until the second source is read and agrees', {
  timeout: 60_000,
}, async () => {
  const first = await start('one', AGREES)
  await goOn(first, 'tick')
  second.one = DEVIATES
  await goOn(first, 'deviation')
  // Then the exchange is silent: what says of the quarantine lies in a block, with watermarks after it.
  for (let slots = 0; slots < 20; slots += 1) {
    await market.clock.set(market.clock.nowMs() + 1_000)
    await first.writer.engine.pump()
    await market.seal(first.writer)
  }
  await end(first)
  // Long enough for any price to be none that stands out.
  await market.clock.set(market.clock.nowMs() + 10 * MINUTE_MS)
  const ticks = await Promise.all(SYMBOLS.map(async (symbol) => (await pricesOf(symbol)).lastIndexOf('tick')))
  const next = await start('two', SILENT)
  expect(inQuarantine(next)).toEqual([...SYMBOLS])
  for (let slots = 0; slots < 10; slots += 1) {
    await slot(next)
    await market.clock.set(market.clock.nowMs() + 5_000)
  }
  const since = await Promise.all(SYMBOLS.map(pricesOf))
  expect(since.map((prices) => prices.lastIndexOf('tick'))).toEqual(ticks)
  expect(since.map((prices) => prices.at(-1))).toEqual(['deviation', 'deviation'])
  expect((await entriesOf('BTCUSDT')).findLast(({ kind }) => kind === 'rejected')).toMatchObject({
    secondPrice: 6_300_000n,
  })
  second.two = AGREES
  await goOn(next, 'tick')
  expect(inQuarantine(next)).toEqual([])
})

test('[M5] [O5] nor does a takeover, whatever the other process has found for itself; what it heard before is refused, too', {
  timeout: 60_000,
}, async () => {
  const first = await start('one', AGREES, false)
  await goOn(first, 'tick')
  const other = await start('two', AGREES, false)
  for (let readings = 0; readings < 4; readings += 1) {
    await hear(other)
    await anotherReading(other)
  }
  second.two = SILENT
  second.one = DEVIATES
  await goOn(first, 'deviation')
  const ticks = await Promise.all(SYMBOLS.map(async (symbol) => (await pricesOf(symbol)).lastIndexOf('tick')))
  await other.writer.engine.pump()
  await end(first)
  expect(inQuarantine(other)).toEqual([])
  await market.clock.set(market.clock.nowMs() + 100)
  await hear(other)
  await other.writer.engine.renewLeases()
  expect(inQuarantine(other)).toEqual([...SYMBOLS])
  for (let slots = 0; slots < 5; slots += 1) await slot(other)
  const since = await Promise.all(SYMBOLS.map(pricesOf))
  expect(since.map((prices) => prices.lastIndexOf('tick'))).toEqual(ticks)
  expect(since.map((prices) => prices.at(-1))).toEqual(['deviation', 'deviation'])
  second.two = AGREES
  await goOn(other, 'tick')
})

test('[M5] a source that deviates from the start on gives no tick at all, over a restart neither', {
  timeout: 60_000,
}, async () => {
  const first = await start('one', DEVIATES)
  await goOn(first, 'deviation')
  await end(first)
  const next = await start('two', SILENT)
  expect(inQuarantine(next)).toEqual([...SYMBOLS])
  await slot(next)
  for (const symbol of SYMBOLS) expect(new Set(await pricesOf(symbol))).toEqual(new Set(['deviation']))
})

test('[M5] after a start no price is entered before a reading has agreed, for 30 s; then prices come without, and the log of the process says so', {
  timeout: 60_000,
}, async () => {
  const first = await start('one', SILENT)
  for (let slots = 0; slots < 6; slots += 1) {
    await slot(first)
    await market.clock.set(market.clock.nowMs() + 4_900)
  }
  for (const symbol of SYMBOLS) expect(await pricesOf(symbol)).toEqual([])
  const unchecked = (): unknown[] =>
    first.exchange.warnings
      .filter(({ message }) => message.includes('unchecked'))
      .map(({ fields }) => fields.symbol)
  expect(unchecked()).toEqual([])
  await slot(first)
  for (const symbol of SYMBOLS) expect(await pricesOf(symbol)).toEqual(['tick'])
  expect(unchecked().sort()).toEqual([...SYMBOLS])
})
