import type { SimulatedDay } from '@truestrike/core/simulated-day.ts'
import { DAY_MS } from '@truestrike/core/utc-day.ts'
import type { Sql } from '../platform/db.ts'

export interface SimDay extends SimulatedDay {
  productId: number
  commitment: Uint8Array
  committedMs: number
  /** `configured`: the operator set the master seed, so knows every price in advance. */
  masterSeed: 'random' | 'configured'
  /** Null until the day is over. */
  seed: Uint8Array | null
  /** Under the commitment; null: it was made before commitments were signed. */
  signed: { keyId: string; signature: Uint8Array } | null
}

interface SimDayRow {
  product_id: number
  symbol: string
  day: number
  precision: number
  start_mantissa: bigint
  start_shift: number
  start_volatility: number
  annual_volatility_bps: number
  daily_volume_usdt: bigint
  rhythm: number[]
  volume_spread: number
  commitment: Uint8Array
  committed_ms: bigint
  master_seed: 'random' | 'configured'
  seed: Uint8Array | null
  key_id: string | null
  signature: Uint8Array | null
}

const DAYS = `select d.product_id, p.symbol, d.day, d."precision", d.start_mantissa, d.start_shift, d.start_volatility,
    d.annual_volatility_bps, d.daily_volume_usdt, to_jsonb(d.rhythm) as rhythm, d.volume_spread,
    d.commitment, d.committed_ms, d.master_seed,
    d.seed, d.key_id, d.signature
  from sim_days d join products p on p.id = d.product_id`

/** The newest day of each product, at or before `day`. */
export function listLatestSimDays(sql: Sql, day: number): Promise<SimDay[]> {
  return listDays(
    sql,
    `${DAYS} where (d.product_id, d.day) in (select product_id, max(day) from sim_days where day <= $1 group by product_id)`,
    [day],
  )
}

/** That day of every product that has it. */
export function listSimDaysOf(sql: Sql, day: number): Promise<SimDay[]> {
  return listDays(sql, `${DAYS} where d.day = $1`, [day])
}

/** Days of a product, ascending: from one on, or the newest. */
export function listSimDaysFrom(
  sql: Sql,
  { productId, fromDay, limit }: { productId: number; fromDay: number | null; limit: number },
): Promise<SimDay[]> {
  const wanted =
    fromDay === null
      ? 'select day from sim_days where product_id = $1 order by day desc limit $2'
      : 'select day from sim_days where product_id = $1 and day >= $3 order by day limit $2'
  return listDays(
    sql,
    `${DAYS} where d.product_id = $1 and d.day in (${wanted}) order by d.day`,
    fromDay === null ? [productId, limit] : [productId, limit, fromDay],
  )
}

/** Days that are over by their product's log, and by the clock, and whose seed is not told yet. */
export function listUntoldSimDays(sql: Sql, nowMs: number): Promise<SimDay[]> {
  return listDays(
    sql,
    `${DAYS} join log_heads h on h.product_id = d.product_id
     where d.seed is null and d.day < $1 and h.watermark_ms >= (d.day + 1)::bigint * ${DAY_MS} - 1`,
    [Math.floor(nowMs / DAY_MS)],
  )
}

async function listDays(sql: Sql, query: string, params: number[]): Promise<SimDay[]> {
  const rows = await sql.query<SimDayRow>(query, params)
  return rows.map((row) => ({
    productId: row.product_id,
    symbol: row.symbol,
    day: row.day,
    precision: row.precision,
    start: { mantissa: Number(row.start_mantissa), shift: row.start_shift, volatility: row.start_volatility },
    profile: {
      annualVolatilityBps: row.annual_volatility_bps,
      dailyVolumeUsdt: Number(row.daily_volume_usdt),
      rhythm: row.rhythm,
      volumeSpread: row.volume_spread,
    },
    commitment: row.commitment,
    committedMs: Number(row.committed_ms),
    masterSeed: row.master_seed,
    seed: row.seed,
    signed:
      row.key_id === null || row.signature === null ? null : { keyId: row.key_id, signature: row.signature },
  }))
}

/** Days are written once: one that exists is left as it is. */
export async function insertSimDays(sql: Sql, days: readonly SimDay[]): Promise<void> {
  if (days.length === 0) return
  await sql.query(
    `insert into sim_days (product_id, day, "precision", start_mantissa, start_shift, start_volatility,
       annual_volatility_bps, daily_volume_usdt, rhythm, volume_spread, commitment, committed_ms, master_seed, key_id, signature)
     select u.product_id, u.day, u.decimals, u.mantissa, u.shift, u.volatility, u.bps, u.volume, u.rhythm::int[], u.spread,
       u.commitment, u.committed_ms, u.master_seed, u.key_id, u.signature
     from unnest($1::int[], $2::int[], $3::smallint[], $4::bigint[], $5::smallint[], $6::int[], $7::int[], $8::bigint[],
       $9::text[], $10::int[], $11::bytea[], $12::bigint[], $13::text[], $14::text[], $15::bytea[])
       as u (product_id, day, decimals, mantissa, shift, volatility, bps, volume, rhythm, spread, commitment, committed_ms,
         master_seed, key_id, signature)
     on conflict do nothing`,
    [
      days.map((entry) => entry.productId),
      days.map((entry) => entry.day),
      days.map((entry) => entry.precision),
      days.map((entry) => BigInt(entry.start.mantissa)),
      days.map((entry) => entry.start.shift),
      days.map((entry) => entry.start.volatility),
      days.map((entry) => entry.profile.annualVolatilityBps),
      days.map((entry) => BigInt(entry.profile.dailyVolumeUsdt)),
      days.map((entry) => `{${entry.profile.rhythm.join(',')}}`),
      days.map((entry) => entry.profile.volumeSpread),
      days.map((entry) => entry.commitment),
      days.map((entry) => entry.committedMs),
      days.map((entry) => entry.masterSeed),
      days.map((entry) => entry.signed?.keyId ?? null),
      days.map((entry) => entry.signed?.signature ?? null),
    ],
  )
}

/** Tells the seeds of days, once. */
export async function updateSimDaySeeds(
  sql: Sql,
  days: readonly { productId: number; day: number; seed: Uint8Array }[],
): Promise<void> {
  await sql.query(
    `update sim_days d set seed = u.seed
     from unnest($1::int[], $2::int[], $3::bytea[]) as u (product_id, day, seed)
     where d.product_id = u.product_id and d.day = u.day and d.seed is null`,
    [days.map(({ productId }) => productId), days.map(({ day }) => day), days.map(({ seed }) => seed)],
  )
}
