import type { TickEntry } from '@truestrike/core/log-entry.ts'
import type { TickItem } from '@truestrike/protocol/frames.ts'
import { expect, test } from 'vitest'
import { CandleBook } from './candle-book.ts'
import { LiveProduct } from './live-product.ts'
import { tickItemOf } from './price-lane.ts'
import type { ProductRecord } from './product.store.ts'

const RECORD: ProductRecord = {
  id: 1,
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  name: 'Bitcoin',
  category: 'crypto',
  precision: 2,
  version: 1,
  source: 'simulated',
  calendar: null,
  calendarVersion: 1,
  staleMs: 3_000,
  outlierBps: 1_000,
  deviationBps: 100,
  enabled: true,
  sort: 10,
  pastHours: [],
  firstUnits: null,
  edits: 0,
}

const START_MS = Date.UTC(2026, 0, 6)

function ticks(count: number): { entries: TickEntry[]; items: TickItem[] } {
  const entries = Array.from(
    { length: count },
    (_, index): TickEntry => ({
      kind: 'tick',
      seq: 2 * index + 2,
      timeMs: START_MS + index * 400,
      price: 5_000_000n + BigInt((index * 7_919) % 1_000),
      volumeMicros: BigInt(index) * 10_000n,
      source: 'simulated',
      firstTradeId: index,
      lastTradeId: index,
      sourceTimeMs: START_MS + index * 400,
    }),
  )
  const items = entries.map((entry) =>
    tickItemOf(entry, RECORD, {
      epoch: 1,
      prevTickSeq: Math.max(0, entry.seq - 2),
      hash: new Uint8Array(32),
    }),
  )
  return { entries, items }
}

test('[M4] [M6] a process that only hears of ticks knows the same as the one that writes them', () => {
  const { entries, items } = ticks(900)
  const writer = new LiveProduct(RECORD)
  writer.takeFlush({ entries, items })
  const reader = new LiveProduct(RECORD)
  reader.takeItems(items.slice(0, 500))
  // Heard twice, as after a reconnect of the bus: counted once.
  reader.takeItems(items.slice(400))
  const nowMs = START_MS + 900 * 400
  expect(reader.ticker(nowMs, 'open')).toEqual(writer.ticker(nowMs, 'open'))
  for (const period of ['1m', '5m', '1d'] as const) {
    expect(reader.candles.building(period)).toEqual(writer.candles.building(period))
  }
})

test('[S2] missed ticks are noticed, and the ring begins anew behind them', () => {
  const { items } = ticks(20)
  const product = new LiveProduct(RECORD)
  expect(product.takeItems(items.slice(0, 5))).toBe(true)
  expect(product.takeItems(items.slice(8, 10))).toBe(false)
  expect(product.ticksAfter(4)).toBeNull()
  expect(product.ticksAfter(items[7]?.[2] ?? 0)).toHaveLength(2)
  expect(product.takeItems(items.slice(10))).toBe(true)
})

test('[S2] the ring tells only what it holds without a gap, and stays bounded', () => {
  const { entries, items } = ticks(10_000)
  const product = new LiveProduct(RECORD)
  product.takeFlush({ entries, items })
  expect(product.ticksAfter(2)).toBeNull()
  const late = product.ticksAfter(19_990)
  expect(late?.map((item) => item[2])).toEqual([19_992, 19_994, 19_996, 19_998, 20_000])
  expect(product.ticksAfter(20_000)).toEqual([])
  expect(product.newestTicks(100_000).length).toBeLessThanOrEqual(3_000)
})

test('[M4] [S2] what comes while log and candles are read is in neither twice, and missing in none', () => {
  const { entries, items } = ticks(200)
  const whole = new LiveProduct(RECORD)
  whole.takeFlush({ entries, items })
  const started = new LiveProduct(RECORD)
  // Both are read up to the 150th, while those from the 148th on come in.
  const book = new CandleBook()
  for (const entry of entries.slice(0, 150)) book.apply(entry)
  started.takeItems(items.slice(147))
  started.useCandles(book)
  started.restore(items.slice(50, 150))
  expect(started.candles.building('1m')).toEqual(whole.candles.building('1m'))
  expect(started.ticksAfter(items[60]?.[2] ?? 0)).toEqual(items.slice(61))
  expect(started.lastTick).toEqual(items.at(-1))
})

test('[M4] a process keeps of the candles another one stores the newest only', () => {
  const { items } = ticks(20_000)
  const product = new LiveProduct(RECORD)
  product.takeItems(items)
  product.candles.keepNewest(10)
  expect(product.candles.building('1m').length).toBeLessThanOrEqual(11)
})
