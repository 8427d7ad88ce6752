import type { FeedSource } from '@truestrike/core/log-entry.ts'
import type { Sql } from '../platform/db.ts'

/** The database's prices are another feed's: rules, charts and a log that were made for them would go on with an exchange's. */
export class FeedChangeError extends Error {
  constructor(symbol: string) {
    super(
      `MARKET_FEED: expected the feed this database began with, not exchange: the log of ${symbol} holds another one's prices, and its rules and charts were made for them. Use a new database (DATABASE_URL or DATA_DIR) for an exchange, or set the former feed.`,
    )
    this.name = 'FeedChangeError'
  }
}

/** Holds a database with prices to its feed when an exchange is asked for, after migrations and before anything else. Throws `FeedChangeError`. */
export async function guardFeedChange(sql: Sql, source: FeedSource): Promise<void> {
  if (source !== 'exchange') return
  const [other] = await sql.query<{ symbol: string }>(
    `select p.symbol from log_heads h join products p on p.id = h.product_id
      where h.source <> 'exchange' and h.last_tick_seq > 0 order by p.sort, p.id limit 1`,
  )
  if (other !== undefined) throw new FeedChangeError(other.symbol)
}
