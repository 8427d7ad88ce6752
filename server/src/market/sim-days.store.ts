import type { Sql } from '../platform/db.ts'
import type { PathState } from './simulated-path.ts'

export interface SimDay {
  productId: number
  /** Days since 1970-01-01 UTC. */
  day: number
  /** SHA-256 commitment to the day's seed. */
  commitment: Uint8Array
  start: PathState
}

interface SimDayRow {
  product_id: number
  day: number
  commitment: Uint8Array
  start_mantissa: bigint
  start_shift: number
  start_volatility: number
}

/** The newest day of each product, at or before `day`. */
export async function listLatestSimDays(sql: Sql, day: number): Promise<SimDay[]> {
  const rows = await sql.query<SimDayRow>(
    `select distinct on (product_id) product_id, day, commitment, start_mantissa, start_shift, start_volatility
     from sim_days where day <= $1 order by product_id, day desc`,
    [day],
  )
  return rows.map((row) => ({
    productId: row.product_id,
    day: row.day,
    commitment: row.commitment,
    start: { mantissa: Number(row.start_mantissa), shift: row.start_shift, volatility: row.start_volatility },
  }))
}

/** Days are written once: one that exists is left as it is. */
export async function insertSimDays(sql: Sql, days: readonly SimDay[]): Promise<void> {
  if (days.length === 0) return
  await sql.query(
    `insert into sim_days (product_id, day, commitment, start_mantissa, start_shift, start_volatility)
     select * from unnest($1::int[], $2::int[], $3::bytea[], $4::bigint[], $5::smallint[], $6::int[])
     on conflict do nothing`,
    [
      days.map((entry) => entry.productId),
      days.map((entry) => entry.day),
      days.map((entry) => entry.commitment),
      days.map((entry) => BigInt(entry.start.mantissa)),
      days.map((entry) => entry.start.shift),
      days.map((entry) => entry.start.volatility),
    ],
  )
}
