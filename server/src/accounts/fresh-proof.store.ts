import type { Sql } from '../platform/db.ts'

export async function setProved(
  sql: Sql,
  sessionId: bigint,
  { atMs, byMail }: { atMs: number; byMail: boolean },
): Promise<void> {
  await sql.query('update user_sessions set proved_at_ms = $2, proved_by_mail = $3 where id = $1', [
    sessionId,
    atMs,
    byMail,
  ])
}

/** `byMail`: a mailed code counts too. */
export async function isProved(
  sql: Sql,
  sessionId: bigint,
  { sinceMs, byMail }: { sinceMs: number; byMail: boolean },
): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from user_sessions
     where id = $1 and revoked_at_ms is null and proved_at_ms > $2 and ($3 or not proved_by_mail)`,
    [sessionId, sinceMs, byMail],
  )
  return rows.length > 0
}

/** Of two calls at once one gets it, and none whose session has ended meanwhile. */
export async function spendProof(sql: Sql, sessionId: bigint, sinceMs: number): Promise<boolean> {
  const rows = await sql.query(
    `update user_sessions set proved_at_ms = null
     where id = $1 and revoked_at_ms is null and proved_at_ms > $2 returning 1`,
    [sessionId, sinceMs],
  )
  return rows.length > 0
}
