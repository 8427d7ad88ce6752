import type { Candle } from '@truestrike/core/candles.ts'
import { createPriceReader, quoteVolumeMicros } from '../recorded-decimal.ts'
import { at, countAt, textAt } from './exact-json.ts'
import type { ToldBar } from './minute-bars.ts'

/** A trade as it came. Prices and quantities are the source's text. */
export interface WireTrade {
  symbol: string
  id: number
  price: string
  quantity: string
  /** The exchange's clock. */
  timeMs: number
}

/** A minute that is over. */
export interface WireBar extends ToldBar {
  symbol: string
}

/** What a frame of a combined stream holds; `minute`: one that still runs; null: nothing of use, or not understood. */
export function readFrame(text: string): WireTrade | WireBar | 'minute' | 'ending' | null {
  // Most frames of a recorded session are others: they are not worth parsing.
  if (!/"trade"|"kline"|serverShutdown/.test(text)) return null
  const frame = parse(text)
  const data = at(frame, 'data') ?? frame
  const kind = textAt(data, 'e')
  if (kind === 'serverShutdown') return 'ending'
  if (kind === 'kline') return readBar(data) ?? 'minute'
  return kind === 'trade' ? readTrade(data) : null
}

function readTrade(data: unknown): WireTrade | null {
  const symbol = textAt(data, 's')
  const id = countAt(data, 't')
  const price = textAt(data, 'p')
  const quantity = textAt(data, 'q')
  const timeMs = countAt(data, 'T')
  if (symbol === null || id === null || price === null || quantity === null || timeMs === null) return null
  return { symbol, id, price, quantity, timeMs }
}

/** Null: it is not over, or not understood. */
function readBar(data: unknown): WireBar | null {
  const bar = at(data, 'k')
  if (at(bar, 'x') !== true || textAt(bar, 'i') !== '1m') return null
  const symbol = textAt(data, 's')
  const openMs = countAt(bar, 't')
  const count = countAt(bar, 'n')
  // A minute without trades has -1 for both.
  const [firstId, lastId] = count === 0 ? [-1, -1] : [countAt(bar, 'f'), countAt(bar, 'L')]
  const [open, high, low, close] = ['o', 'h', 'l', 'c'].map((key) => textAt(bar, key))
  if (symbol === null || openMs === null || count === null || firstId === null || lastId === null) return null
  if (!open || !high || !low || !close) return null
  return { symbol, openMs, firstId, lastId, count, open, high, low, close }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Status of each symbol of `exchangeInfo`: `TRADING`, `HALT`, `BREAK` and others. */
export function readStatuses(body: string): Map<string, string> {
  const symbols = at(JSON.parse(body), 'symbols')
  const statuses = new Map<string, string>()
  for (const each of Array.isArray(symbols) ? symbols : []) {
    const symbol = textAt(each, 'symbol')
    const status = textAt(each, 'status')
    if (symbol !== null && status !== null) statuses.set(symbol, status)
  }
  return statuses
}

/** Trades of one taker at one price, as one. */
export interface AggregateTrade {
  id: number
  firstTradeId: number
  lastTradeId: number
  price: string
  quantity: string
  timeMs: number
}

/** A page of `aggTrades`, as it came; what is not understood ends it. */
export function readAggregates(body: string): AggregateTrade[] {
  const rows: unknown = JSON.parse(body)
  const trades: AggregateTrade[] = []
  for (const row of Array.isArray(rows) ? rows : []) {
    const id = countAt(row, 'a')
    const firstTradeId = countAt(row, 'f')
    const lastTradeId = countAt(row, 'l')
    const price = textAt(row, 'p')
    const quantity = textAt(row, 'q')
    const timeMs = countAt(row, 'T')
    if (id === null || firstTradeId === null || lastTradeId === null || timeMs === null) break
    if (price === null || quantity === null) break
    trades.push({ id, firstTradeId, lastTradeId, price, quantity, timeMs })
  }
  return trades
}

/** Candles of `klines`, oldest first, at a product's precision; one that is not understood is left out. */
export function readKlines(body: string, precision: number): Candle[] {
  const rows: unknown = JSON.parse(body)
  const read = createPriceReader({ precision }, false)
  const candles: Candle[] = []
  for (const row of Array.isArray(rows) ? rows : []) {
    const openTimeMs = countAt(row, 0)
    const [open, high, low, close] = [1, 2, 3, 4].map((column) => read.price(textAt(row, column) ?? ''))
    const volumeMicros = quoteVolumeMicros(textAt(row, 5) ?? '', close ?? 0n, precision)
    if (openTimeMs === null || volumeMicros === null || !open || !high || !low || !close) continue
    candles.push({ openTimeMs, open, high, low, close, volumeMicros })
  }
  return candles
}
