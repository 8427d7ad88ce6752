import type { FeedSource } from '@truestrike/core/log-entry.ts'
import type { Sql } from '../platform/db.ts'
import type { LogEvent } from './public-event.ts'

/** A row of `public_events`: what does not apply to its kind is null (migration 0010). */
export interface PublicEventRow {
  id: bigint
  kind: 'void' | 'halt' | 'source' | 'stop'
  /** Null: a stop of all products. */
  symbol: string | null
  productId: number | null
  seq: bigint | null
  endSeq: bigint | null
  fromMs: bigint
  /** Null: not over. */
  toMs: bigint | null
  openMs: bigint | null
  sourceBefore: FeedSource | null
  source: FeedSource | null
  contractCount: number | null
  houseEffectMicros: bigint | null
  reason: string | null
}

/** Events of entries that this very transaction appends. */
export async function insertLogEvents(sql: Sql, events: readonly LogEvent[]): Promise<void> {
  for (const event of events) {
    const { kind, productId, seq } = event
    const isVoid = kind === 'void'
    await sql.query(
      `insert into public_events (month, kind, product_id, seq, end_seq, from_ms, to_ms, open_ms, source_before, source,
        contract_count, house_effect_micros, reason)
      values (month_of_ms($1), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [
        BigInt(kind === 'halt' ? event.toMs : event.timeMs),
        kind,
        productId,
        BigInt(seq),
        kind === 'halt' ? BigInt(event.endSeq) : null,
        BigInt(kind === 'source' ? event.timeMs : event.fromMs),
        BigInt(kind === 'source' ? event.timeMs : event.toMs),
        kind === 'halt' ? BigInt(event.openMs) : null,
        kind === 'source' ? event.sourceBefore : null,
        kind === 'source' ? event.source : null,
        isVoid ? event.contractCount : null,
        isVoid ? event.houseEffectMicros : null,
        isVoid ? event.reason : null,
      ],
    )
  }
}

/** Events of a month (counted from January 1970), newest first, older than a row's id. */
export function listPublicEvents(
  sql: Sql,
  { month, beforeId, limit }: { month: number; beforeId: bigint | null; limit: number },
): Promise<PublicEventRow[]> {
  return sql.query<PublicEventRow>(
    `select e.id, e.kind, p.symbol, e.product_id as "productId", e.seq, e.end_seq as "endSeq", e.from_ms as "fromMs",
      e.to_ms as "toMs", e.open_ms as "openMs", e.source_before as "sourceBefore", e.source,
      e.contract_count as "contractCount", e.house_effect_micros as "houseEffectMicros", e.reason
    from public_events e left join products p on p.id = e.product_id
    where e.month = $1 and ($2::bigint is null or e.id < $2)
    order by e.id desc limit $3`,
    [month, beforeId, limit],
  )
}

export interface HaltsOfProduct {
  productId: number
  halts: number
  /** When the last of them ended. */
  lastToMs: bigint
}

/** Halts that ended since, by products that had any. */
export function listHaltsSince(sql: Sql, sinceMs: number): Promise<HaltsOfProduct[]> {
  return sql.query<HaltsOfProduct>(
    `select product_id as "productId", count(*)::int4 as halts, max(to_ms) as "lastToMs"
    from public_events where kind = 'halt' and to_ms >= $1 group by product_id`,
    [BigInt(sinceMs)],
  )
}
