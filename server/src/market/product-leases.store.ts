import type { Sql } from '../platform/db.ts'

/** Takes or renews what this owner may have; product id → epoch. Epochs rise with every change of owner. */
export async function takeLeases(
  sql: Sql,
  { owner, leaseMs, force }: { owner: string; leaseMs: number; force: boolean },
): Promise<Map<number, number>> {
  const rows = await sql.query<{ product_id: number; epoch: bigint }>(
    'select product_id, epoch from market_take_leases($1, $2, $3)',
    [owner, leaseMs, force],
  )
  return new Map(rows.map((row) => [row.product_id, Number(row.epoch)]))
}

/** Lets another engine take over at once. */
export async function releaseLeases(sql: Sql, owner: string): Promise<void> {
  await sql.query('update product_leases set expires_db_ms = 0 where owner = $1', [owner])
}

/** Of a database that was restored: whoever owned its products is not here. */
export async function voidLeases(sql: Sql): Promise<void> {
  await sql.query('update product_leases set expires_db_ms = 0')
}
