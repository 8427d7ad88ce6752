import type { Sql } from '../platform/db.ts'

/**
 * Legs of derived prices stand in their entries. This table holds those of ticks from before that: dropped up to a number, as
 * many as the limit allows, when the log does not hold the ticks here any more either.
 */
export async function deleteTickLegs(
  sql: Sql,
  { productId, seq, limit }: { productId: number; seq: number; limit: number },
): Promise<number> {
  const rows = await sql.query(
    `delete from tick_legs where product_id = $1 and seq in (
       select seq from tick_legs where product_id = $1 and seq <= $2 order by seq limit $3) returning 1`,
    [productId, BigInt(seq), limit],
  )
  return rows.length
}
