import { ensure } from '@truestrike/core/assert.ts'
import type { MissedTrades } from '../feed.ts'
import type { ProductRecord } from '../product.store.ts'
import { createPriceReader, quoteVolumeMicros } from '../recorded-decimal.ts'
import { type AggregateTrade, readAggregates } from './binance-wire.ts'
import type { ExchangeRest } from './exchange-rest.ts'
import type { IdGap } from './trade-ids.ts'

const PAGE = 1_000
/** A page costs 4 of the 6 000 a minute that one address has; what lies beyond is another question. */
const PAGES_MAX = 100

/** The gap's beginning may be by our own clock. Ids decide. */
const CLOCKS_APART_MS = 5_000

export interface FetchedTrades {
  /** What of the gap is told: all of it, or its first part. */
  part: IdGap
  missed: MissedTrades
  /** All that reach into the gap, as they were told. */
  told: readonly AggregateTrade[]
  /** What the exchange has not told of it. */
  rest: UntoldTrades | null
}

export interface UntoldTrades {
  gap: IdGap
  /** It may be asked for; the exchange has no more to tell otherwise. */
  canBeAsked: boolean
}

/** The trades of a gap, from the exchange's own history: for candles, never for the log. */
export async function fetchMissed(
  rest: ExchangeRest,
  product: Pick<ProductRecord, 'id' | 'symbol' | 'precision'>,
  gap: IdGap,
): Promise<FetchedTrades> {
  const all: AggregateTrade[] = []
  let from = `startTime=${gap.fromMs - CLOCKS_APART_MS}`
  let isMore = true
  for (let page = 0; isMore && page < PAGES_MAX; page += 1) {
    const path = `/api/v3/aggTrades?symbol=${product.symbol}&${from}&limit=${PAGE}`
    const trades = readAggregates(await rest.get(path))
    all.push(...trades)
    isMore = trades.length === PAGE
    if (isMore) from = `fromId=${ensure(trades.at(-1)).id + 1}`
    if ((trades.at(-1)?.lastTradeId ?? -1) >= gap.toId) break
  }
  const { part, rest: left } = partsOf(gap, all, isMore)
  const told = all.filter(
    ({ firstTradeId, lastTradeId }) => lastTradeId >= part.fromId && firstTradeId <= part.toId,
  )
  const reader = createPriceReader(product, false)
  // One that began before the gap has the price of a trade that was heard.
  const found = told.filter(({ firstTradeId }) => firstTradeId >= gap.fromId)
  const trades = found.flatMap(({ price: text, quantity, timeMs }) => {
    const price = reader.price(text)
    const volumeMicros = price === null ? null : quoteVolumeMicros(quantity, price, product.precision)
    return price === null || volumeMicros === null ? [] : [{ timeMs, price, volumeMicros }]
  })
  const missed = { productId: product.id, fromMs: part.fromMs, toMs: part.toMs, trades }
  return { part, missed, told, rest: left }
}

/** What of a gap is told by these trades, and what is not. */
function partsOf(
  gap: IdGap,
  told: readonly AggregateTrade[],
  isMore: boolean,
): { part: IdGap; rest: UntoldTrades | null } {
  const last = told.at(-1)
  const lastId = last?.lastTradeId ?? -1
  if (lastId >= gap.toId) return { part: gap, rest: null }
  const fromId = Math.max(gap.fromId, lastId + 1)
  const before = told.at(-2)
  const givenUp = {
    part: { ...gap, toId: fromId - 1 },
    rest: { gap: { ...gap, fromId }, canBeAsked: false },
  }
  // The same question would have the same answer.
  if (!isMore || last === undefined || before === undefined || before.timeMs <= gap.fromMs) return givenUp
  // The last one opens the rest: so each part knows when the trade before it was, and the one after it.
  const nextId = Math.max(gap.fromId, last.firstTradeId)
  return {
    part: { ...gap, toId: nextId - 1, toMs: last.timeMs },
    rest: { gap: { ...gap, fromId: nextId, fromMs: before.timeMs }, canBeAsked: true },
  }
}
