import { ensure } from '@truestrike/core/assert.ts'
import type { Candle } from '@truestrike/core/candles.ts'
import { PERIODS, type Period } from '@truestrike/core/period.ts'
import type { Sql } from '../platform/db.ts'
import { mapInParts } from '../platform/map-in-parts.ts'

/** `t` built from ticks, `g` generated or imported history. */
export type CandleOrigin = 't' | 'g'

export interface StoredCandle extends Candle {
  origin: CandleOrigin
}

export interface CandleWrite {
  productId: number
  period: Period
  candle: Candle
}

interface CandleRow {
  open_time_ms: bigint
  origin: CandleOrigin
  open: bigint
  high: bigint
  low: bigint
  close: bigint
  volume_micros: bigint
}

/** Writes candles; one of the same origin is replaced. */
export async function upsertCandles(
  sql: Sql,
  writes: readonly CandleWrite[],
  origin: CandleOrigin,
): Promise<void> {
  if (writes.length === 0) return
  await sql.query(
    `insert into candles (product_id, period, open_time_ms, origin, open, high, low, close, volume_micros)
     select p, e, t, $1, o, h, l, c, v
     from unnest($2::int[], $3::smallint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[])
       as u(p, e, t, o, h, l, c, v)
     on conflict (product_id, period, open_time_ms, origin) do update set
       open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
       volume_micros = excluded.volume_micros`,
    [
      origin,
      writes.map((write) => write.productId),
      writes.map((write) => PERIODS.indexOf(write.period)),
      writes.map((write) => BigInt(write.candle.openTimeMs)),
      writes.map((write) => write.candle.open),
      writes.map((write) => write.candle.high),
      writes.map((write) => write.candle.low),
      writes.map((write) => write.candle.close),
      writes.map((write) => write.candle.volumeMicros),
    ],
  )
}

export interface CandlePage {
  productId: number
  period: Period
  /** Open times below this. */
  beforeMs: number
  /** Rows at most; a period with both origins has two. */
  limit: number
  /** Awaited between the parts of a long page. */
  nextTurn?: (() => Promise<unknown>) | undefined
}

/** A column of a page as `{1,2,3}`; a page without rows has none. */
type Column = string | null

interface CandleColumns {
  times: Column
  origins: Column
  opens: Column
  highs: Column
  lows: Column
  closes: Column
  volumes: Column
}

/**
 * Newest first. The page comes as a row of columns: seven thousand values read one by one cost the embedded database four
 * times as much, and a start reads a page of every product.
 */
export async function listCandleRows(sql: Sql, page: CandlePage): Promise<StoredCandle[]> {
  const [columns] = await sql.query<CandleColumns>(
    `select array_agg(open_time_ms)::text as times, string_agg(origin, '') as origins, array_agg(open)::text as opens,
       array_agg(high)::text as highs, array_agg(low)::text as lows, array_agg(close)::text as closes,
       array_agg(volume_micros)::text as volumes
     from (
       select * from candles where product_id = $1 and period = $2 and open_time_ms < $3
       order by open_time_ms desc, origin desc limit $4) page`,
    [page.productId, PERIODS.indexOf(page.period), BigInt(page.beforeMs), page.limit],
  )
  return columns === undefined ? [] : await candlesOfColumns(columns, page.nextTurn)
}

async function candlesOfColumns(
  columns: CandleColumns,
  nextTurn: CandlePage['nextTurn'],
): Promise<StoredCandle[]> {
  const [times, opens, highs, lows, closes, volumes] = [
    columns.times,
    columns.opens,
    columns.highs,
    columns.lows,
    columns.closes,
    columns.volumes,
  ].map(valuesOf) as [string[], string[], string[], string[], string[], string[]]
  const candleAt = (time: string, at: number): StoredCandle => ({
    openTimeMs: Number(time),
    origin: ensure(columns.origins?.[at]) as CandleOrigin,
    open: BigInt(ensure(opens[at])),
    high: BigInt(ensure(highs[at])),
    low: BigInt(ensure(lows[at])),
    close: BigInt(ensure(closes[at])),
    volumeMicros: BigInt(ensure(volumes[at])),
  })
  return await mapInParts(times, candleAt, { nextTurn })
}

const valuesOf = (column: Column): string[] => column?.slice(1, -1).split(',') ?? []

export interface StoredCandles {
  /** Ticks up to this seq are in them. */
  throughSeq: number
  /** The newest candle built from ticks of every period that has one. */
  open: Map<Period, Candle>
}

/** In one statement: between two, their owner may store newer ones. */
export async function readStoredCandles(sql: Sql, productId: number): Promise<StoredCandles> {
  const rows = await sql.query<(CandleRow & { period: number; through_seq: bigint }) | NoCandleRow>(
    `select c.*, coalesce((select g.through_seq from candle_progress g where g.product_id = $1), 0) as through_seq
     from (select 1) as one left join (
       select newest.* from generate_series(0, 7) as p(period) cross join lateral (
         select period, open_time_ms, origin, open, high, low, close, volume_micros from candles
         where product_id = $1 and period = p.period and origin = 't' order by open_time_ms desc limit 1) newest
     ) c on true`,
    [productId],
  )
  const open = new Map<Period, Candle>()
  for (const row of rows) {
    const period = row.period === null ? undefined : PERIODS[row.period]
    if (row.period !== null && period !== undefined) open.set(period, candleOfRow(row))
  }
  return { throughSeq: Number(rows[0]?.through_seq ?? 0n), open }
}

interface NoCandleRow {
  period: null
  through_seq: bigint
}

function candleOfRow(row: CandleRow): StoredCandle {
  return {
    openTimeMs: Number(row.open_time_ms),
    origin: row.origin,
    open: row.open,
    high: row.high,
    low: row.low,
    close: row.close,
    volumeMicros: row.volume_micros,
  }
}

export interface CandleProgress {
  /** Ticks up to this seq are in the stored candles. */
  throughSeq: number
  /** The history of before the first tick is complete. */
  historyDone: boolean
}

export async function candleProgressOf(sql: Sql): Promise<Map<number, CandleProgress>> {
  const rows = await sql.query<{ product_id: number; through_seq: bigint; history_done: boolean }>(
    'select product_id, through_seq, history_done from candle_progress',
  )
  return new Map(
    rows.map((row) => [
      row.product_id,
      { throughSeq: Number(row.through_seq), historyDone: row.history_done },
    ]),
  )
}

/** Moves products on, never back; answers those that moved: what a former owner brings late is older than what is stored. */
export async function moveThroughSeq(
  sql: Sql,
  productIds: readonly number[],
  seqs: readonly number[],
): Promise<Set<number>> {
  const rows = await sql.query<{ product_id: number }>(
    `insert into candle_progress as p (product_id, through_seq)
     select * from unnest($1::int[], $2::bigint[]) as u (id, seq) order by u.id
     on conflict (product_id) do update set through_seq = excluded.through_seq
       where p.through_seq <= excluded.through_seq
     returning product_id`,
    [[...productIds], seqs.map(BigInt)],
  )
  return new Set(rows.map((row) => row.product_id))
}

export async function markHistoryDone(sql: Sql, productId: number): Promise<void> {
  await sql.query(
    `insert into candle_progress (product_id, history_done) values ($1, true)
     on conflict (product_id) do update set history_done = true`,
    [productId],
  )
}
