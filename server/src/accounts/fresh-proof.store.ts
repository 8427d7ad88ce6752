import type { Sql } from '../platform/db.ts'

export async function setProved(sql: Sql, sessionId: bigint, atMs: number): Promise<void> {
  await sql.query('update user_sessions set proved_at_ms = $2 where id = $1', [sessionId, atMs])
}

export async function isProved(sql: Sql, sessionId: bigint, sinceMs: number): Promise<boolean> {
  const rows = await sql.query('select 1 from user_sessions where id = $1 and proved_at_ms > $2', [
    sessionId,
    sinceMs,
  ])
  return rows.length > 0
}

/** Of two calls at once one gets it. */
export async function spendProof(sql: Sql, sessionId: bigint, sinceMs: number): Promise<boolean> {
  const rows = await sql.query(
    'update user_sessions set proved_at_ms = null where id = $1 and proved_at_ms > $2 returning 1',
    [sessionId, sinceMs],
  )
  return rows.length > 0
}
