import type { Sql } from '../platform/db.ts'

/** Completed contracts of a product and duration, added up by book: stakes in USDT, by result, and their squares. */
export interface StakedSumsRow {
  book: 'demo' | 'real'
  contracts: number
  stakeMicros: bigint
  won: number
  lost: number
  equal: number
  wonSquares: number
  lostSquares: number
  equalSquares: number
}

interface StakedQuery {
  productId: number
  durationSeconds: number
  windowMs: number
  openingDelayMs: number
  openTimeoutMs: number
  maxGapMs: number
  /** The newest completed contracts of each book that are looked at, whatever their product. */
  limit: number
}

const sumOf = (result: string, of: string): string =>
  `coalesce(sum(${of}) filter (where n.result = '${result}'), 0)::float8`

export function sumStaked(sql: Sql, query: StakedQuery): Promise<StakedSumsRow[]> {
  const stake = '(n.stake_micros / 1e6::float8)'
  return sql.query<StakedSumsRow>(
    `select b.book, count(n.id)::int as contracts, coalesce(sum(n.stake_micros), 0)::bigint as "stakeMicros",
      ${sumOf('won', stake)} as won, ${sumOf('lost', stake)} as lost, ${sumOf('equal', stake)} as equal,
      ${sumOf('won', `${stake} * ${stake}`)} as "wonSquares", ${sumOf('lost', `${stake} * ${stake}`)} as "lostSquares",
      ${sumOf('equal', `${stake} * ${stake}`)} as "equalSquares"
    from (values ('demo'), ('real')) as b (book)
    left join lateral (
      select c.* from contracts c where c.state = 'completed' and c.book = b.book
      order by c.settled_at_ms desc limit $7
    ) n on n.product_id = $1 and n.duration_seconds = $2 and n.window_ms = $3 and n.opening_delay_ms = $4
      and n.open_timeout_ms = $5 and n.max_gap_ms = $6
    group by b.book order by b.book`,
    [
      query.productId,
      query.durationSeconds,
      query.windowMs,
      query.openingDelayMs,
      query.openTimeoutMs,
      query.maxGapMs,
      query.limit,
    ],
  )
}
