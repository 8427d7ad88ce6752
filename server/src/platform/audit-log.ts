import type { Sql } from './db.ts'

export interface AuditEntry {
  atMs: number
  actorKind: 'admin' | 'user' | 'system'
  actorId: bigint | null
  /** What was done, as `noun.verb`. */
  action: string
  /** What it was done to, as `kind:id`. */
  subject: string
  ip: string | null
  /** Values before and after; never a secret. */
  before?: object
  after?: object
}

/**
 * Written in the transaction of the act itself: what is done is logged, what is rolled back is not. A refused attempt has
 * no transaction and is logged on its own.
 */
export async function writeAudit(sql: Sql, entry: AuditEntry): Promise<void> {
  await sql.query(
    `insert into audit_log (at_ms, actor_kind, actor_id, action, subject, ip, before, after)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      entry.atMs,
      entry.actorKind,
      entry.actorId,
      entry.action,
      entry.subject,
      entry.ip,
      entry.before ?? null,
      entry.after ?? null,
    ],
  )
}
