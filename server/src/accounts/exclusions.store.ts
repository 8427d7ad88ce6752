import type { Sql } from '../platform/db.ts'

export async function getExclusion(sql: Sql, userId: bigint): Promise<bigint | null> {
  const [row] = await sql.query<{ untilMs: bigint | null }>(
    'select self_excluded_until_ms as "untilMs" from users where id = $1',
    [userId],
  )
  return row?.untilMs ?? null
}

/** False, and nothing changed: it lasts at least so long already. */
export async function extendExclusion(sql: Sql, userId: bigint, untilMs: number): Promise<boolean> {
  const rows = await sql.query(
    `update users set self_excluded_until_ms = $2
     where id = $1 and coalesce(self_excluded_until_ms < $2, true) returning 1`,
    [userId, untilMs],
  )
  return rows.length > 0
}
