import type { Sql } from '../platform/db.ts'
import { CONTRACT_COLUMNS, type ContractRow } from './contract-row.ts'
import { CONTRACTS_PER_BATCH_MAX } from './settling.store.ts'

/** A void with the number and time of its entry, or those it would have. */
export interface VoidAt {
  productId: number
  fromMs: number
  toMs: number
  seq: number
  timeMs: number
}

/** Contracts a void touches, of one book: not settled when its entry came, or lost before. */
export interface TouchedFigures {
  book: 'demo' | 'real'
  lost: boolean
  contracts: bigint
  stakeMicros: bigint
  /** What they would have won. */
  profitMicros: bigint
}

/** $1 product, $2 and $3 interval, $4 time of the entry. Both halves are found by an index, by state and expiry. */
const TOUCHED = `select c.book, true as lost, c.source, c.stake_micros, c.win_profit_micros, c.open_after_seq, c.expires_at_ms,
      c.opening_time_ms, c.window_ms
    from contracts c
    where c.product_id = $1 and c.result = 'lost' and c.expires_at_ms >= $2 and c.expires_at_ms < $4
      and void_touches($2, $3, $4, c.opening_time_ms, c.expires_at_ms, c.window_ms)
    union all
    select c.book, false, c.source, c.stake_micros, c.win_profit_micros, c.open_after_seq, c.expires_at_ms, c.opening_time_ms,
      c.window_ms
    from contracts c
    where c.product_id = $1 and c.state in ('opening', 'running') and c.state = 'running' and c.expires_at_ms >= $4
      and void_touches($2, $3, $4, c.opening_time_ms, c.expires_at_ms, c.window_ms)`

const placeOf = ({ productId, fromMs, toMs, timeMs }: VoidAt) => [
  productId,
  BigInt(fromMs),
  BigInt(toMs),
  BigInt(timeMs),
]

/** Where the log stood when the first of the touched contracts was accepted; null: it touches none. */
export async function firstTouchedAfter(sql: Sql, at: VoidAt): Promise<bigint | null> {
  const [row] = await sql.query<{ seq: bigint | null }>(
    `select min(t.open_after_seq) as seq from (${TOUCHED}) t`,
    placeOf(at),
  )
  return row?.seq ?? null
}

/** Entries of the log that gave a contract its stake back before. */
export interface EarlierMarks {
  /** `source` null: a restart. */
  sources: readonly { seq: number; timeMs: number; source: string | null }[]
  voids: readonly { seq: number; timeMs: number; fromMs: number; toMs: number }[]
}

/** The number and the time that the next entry of a product's log can have at the earliest. */
export async function nextEntryOf(sql: Sql, productId: number): Promise<{ seq: number; timeMs: number }> {
  const [row] = await sql.query<{ seq: bigint; timeMs: bigint }>(
    `select h.last_seq + 1 as seq, greatest(h.last_time_ms, h.watermark_ms + 1) as "timeMs"
    from market_heads(array[$1::int]) h`,
    [productId],
  )
  return { seq: Number(row?.seq ?? 1n), timeMs: Number(row?.timeMs ?? 0n) }
}

/** By book and kind, without those that an earlier entry has given or will give their stake back. */
export function sumTouched(
  sql: Sql,
  at: VoidAt,
  { sources, voids }: EarlierMarks,
): Promise<TouchedFigures[]> {
  return sql.query<TouchedFigures>(
    `select t.book, t.lost, count(*) as contracts, sum(t.stake_micros)::bigint as "stakeMicros",
      sum(t.win_profit_micros)::bigint as "profitMicros"
    from (${TOUCHED}) t
    where not exists (
        select 1 from unnest($5::bigint[], $6::bigint[], $7::text[]) as m (seq, time_ms, source)
        where m.seq > t.open_after_seq and m.time_ms <= t.expires_at_ms and m.source is distinct from t.source)
      and not exists (
        select 1 from unnest($8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[]) as w (seq, time_ms, from_ms, to_ms)
        where w.seq > t.open_after_seq
          and void_touches(w.from_ms, w.to_ms, w.time_ms, t.opening_time_ms, t.expires_at_ms, t.window_ms))
    group by t.book, t.lost order by t.book, t.lost`,
    [
      ...placeOf(at),
      sources.map(({ seq }) => BigInt(seq)),
      sources.map(({ timeMs }) => BigInt(timeMs)),
      sources.map(({ source }) => source),
      voids.map(({ seq }) => BigInt(seq)),
      voids.map(({ timeMs }) => BigInt(timeMs)),
      voids.map(({ fromMs }) => BigInt(fromMs)),
      voids.map(({ toMs }) => BigInt(toMs)),
    ],
  )
}

/** Contracts settlement has not come to yet, though the log may decide them, or has their opening price. */
export function listBehind(
  sql: Sql,
  { productId, toMs, timeMs }: VoidAt,
  limit: number,
): Promise<ContractRow[]> {
  return sql.query<ContractRow>(
    `select ${CONTRACT_COLUMNS} from contracts
    where product_id = $1 and state in ('opening', 'running') and accepted_at_ms <= $2
      and (state = 'opening' or expires_at_ms < $3)
    order by expires_at_ms, id limit $4`,
    [productId, BigInt(toMs), BigInt(timeMs), limit],
  )
}

/** Lost contracts whose stake the void returns, oldest first: whatever was returned is no longer among them. */
export function listToReturn(sql: Sql, at: Omit<VoidAt, 'seq'>): Promise<ContractRow[]> {
  return sql.query<ContractRow>(
    `select ${CONTRACT_COLUMNS} from contracts
    where product_id = $1 and result = 'lost' and expires_at_ms >= $2 and expires_at_ms < $4
      and void_touches($2, $3, $4, opening_time_ms, expires_at_ms, window_ms)
    order by expires_at_ms, id limit ${CONTRACTS_PER_BATCH_MAX}`,
    placeOf({ ...at, seq: 0 }),
  )
}
