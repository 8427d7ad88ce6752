import { ensure } from '@truestrike/core/assert.ts'
import type { MissedTrades } from '../feed.ts'
import type { ProductRecord } from '../product.store.ts'
import { createPriceReader, quoteVolumeMicros } from '../recorded-decimal.ts'
import { type AggregateTrade, readAggregates } from './binance-wire.ts'
import type { ExchangeRest } from './exchange-rest.ts'
import type { IdGap } from './trade-ids.ts'

const PAGE = 1_000
/** A page costs 4 of the 6 000 a minute that one address has; what lies beyond stays a gap. */
const PAGES_MAX = 100

/** The gap's beginning may be by our own clock. Ids decide. */
const CLOCKS_APART_MS = 5_000

export interface FetchedTrades {
  missed: MissedTrades
  /** All that reach into the gap, as they were told. */
  told: readonly AggregateTrade[]
}

/** The trades of a gap, from the exchange's own history: for candles, never for the log. */
export async function fetchMissed(
  rest: ExchangeRest,
  product: Pick<ProductRecord, 'id' | 'symbol' | 'precision'>,
  gap: IdGap,
): Promise<FetchedTrades> {
  const told: AggregateTrade[] = []
  let from = `startTime=${gap.fromMs - CLOCKS_APART_MS}`
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const path = `/api/v3/aggTrades?symbol=${product.symbol}&${from}&limit=${PAGE}`
    const trades = readAggregates(await rest.get(path))
    told.push(...trades.filter((trade) => trade.lastTradeId >= gap.fromId && trade.firstTradeId <= gap.toId))
    if (trades.length < PAGE || ensure(trades.at(-1)).lastTradeId >= gap.toId) break
    from = `fromId=${ensure(trades.at(-1)).id + 1}`
  }
  const reader = createPriceReader(product, false)
  // One that began before the gap has the price of a trade that was heard.
  const found = told.filter(({ firstTradeId }) => firstTradeId >= gap.fromId)
  const trades = found.flatMap(({ price: text, quantity, timeMs }) => {
    const price = reader.price(text)
    const volumeMicros = price === null ? null : quoteVolumeMicros(quantity, price, product.precision)
    return price === null || volumeMicros === null ? [] : [{ timeMs, price, volumeMicros }]
  })
  return { missed: { productId: product.id, fromMs: gap.fromMs, toMs: gap.toMs, trades }, told }
}
