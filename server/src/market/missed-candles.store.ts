import type { Candle } from '@truestrike/core/candles.ts'
import { PERIODS, type Period } from '@truestrike/core/period.ts'
import type { Sql } from '../platform/db.ts'

/** Of trades the log knows nothing of. */
export interface MissedCandle extends Candle {
  /** No tick of the candle stands before these trades, or none after them. */
  opens: boolean
  closes: boolean
}

/** Adds candles of one product; what was missed of a candle twice becomes one. */
export async function addMissedCandles(
  sql: Sql,
  productId: number,
  writes: readonly { period: Period; candle: MissedCandle }[],
): Promise<void> {
  const column = <T>(read: (candle: MissedCandle) => T): T[] => writes.map(({ candle }) => read(candle))
  await sql.query(
    `insert into missed_candles as m (product_id, period, open_time_ms, open, high, low, close, volume_micros, opens, closes)
     select $1, * from unnest($2::smallint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
       $8::bigint[], $9::boolean[], $10::boolean[])
     on conflict (product_id, period, open_time_ms) do update set
       open = case when m.opens then m.open else excluded.open end, opens = m.opens or excluded.opens,
       high = greatest(m.high, excluded.high), low = least(m.low, excluded.low),
       close = case when m.closes then m.close else excluded.close end, closes = m.closes or excluded.closes,
       volume_micros = m.volume_micros + excluded.volume_micros`,
    [
      productId,
      writes.map(({ period }) => PERIODS.indexOf(period)),
      column(({ openTimeMs }) => BigInt(openTimeMs)),
      column(({ open }) => open),
      column(({ high }) => high),
      column(({ low }) => low),
      column(({ close }) => close),
      column(({ volumeMicros }) => volumeMicros),
      column(({ opens }) => opens),
      column(({ closes }) => closes),
    ],
  )
}

/** Those that begin within [fromMs, beforeMs), newest first. */
export async function listMissedCandles(
  sql: Sql,
  page: { productId: number; period: Period; fromMs: number; beforeMs: number; limit: number },
): Promise<MissedCandle[]> {
  const rows = await sql.query<Omit<MissedCandle, 'openTimeMs'> & { openTimeMs: bigint }>(
    `select open_time_ms as "openTimeMs", open, high, low, close, volume_micros as "volumeMicros", opens, closes
     from missed_candles where product_id = $1 and period = $2 and open_time_ms >= $3 and open_time_ms < $4
     order by open_time_ms desc limit $5`,
    [page.productId, PERIODS.indexOf(page.period), BigInt(page.fromMs), BigInt(page.beforeMs), page.limit],
  )
  return rows.map((row) => ({ ...row, openTimeMs: Number(row.openTimeMs) }))
}
