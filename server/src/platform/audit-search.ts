import type { Sql, SqlValue } from './db.ts'

export interface AuditRow {
  id: bigint
  atMs: bigint
  actorKind: 'admin' | 'user' | 'system'
  actorId: bigint | null
  action: string
  subject: string
  ip: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  hash: Uint8Array
}

export interface AuditFilter {
  actorKind: AuditRow['actorKind'] | null
  /** Null: anybody. */
  actors: { adminIds: readonly bigint[]; userIds: readonly bigint[] } | null
  /** What it begins with. */
  action: string | null
  subject: { text: string; isWhole: boolean } | null
  fromMs: number | null
  toMs: number | null
}

const COLUMNS =
  'id, at_ms as "atMs", actor_kind as "actorKind", actor_id as "actorId", action, subject, ip, before, after, hash'

export async function getAudit(sql: Sql, id: bigint): Promise<AuditRow | null> {
  const [row] = await sql.query<AuditRow>(`select ${COLUMNS} from audit_log where id = $1`, [id])
  return row ?? null
}

/** Newest first, before `cursorId`. */
export async function searchAudit(
  sql: Sql,
  { actorKind, actors, action, subject, fromMs, toMs }: AuditFilter,
  { cursorId, limit }: { cursorId: bigint | null; limit: number },
): Promise<AuditRow[]> {
  const values: SqlValue[] = []
  const given = (value: SqlValue): string => `$${values.push(value)}`
  const conditions = ['true']
  if (cursorId !== null) conditions.push(`id < ${given(cursorId)}`)
  if (actorKind !== null) conditions.push(`actor_kind = ${given(actorKind)}`)
  if (actors !== null) {
    const admins = `actor_kind = 'admin' and actor_id = any (${given([...actors.adminIds])}::bigint[])`
    const users = `actor_kind = 'user' and actor_id = any (${given([...actors.userIds])}::bigint[])`
    conditions.push(`(${admins} or ${users})`)
  }
  if (action !== null) conditions.push(`action like ${given(`${likeText(action)}%`)}`)
  if (subject?.isWhole === true) conditions.push(`subject = ${given(subject.text)}`)
  else if (subject) conditions.push(`starts_with(subject, ${given(subject.text)})`)
  if (fromMs !== null) conditions.push(`at_ms >= ${given(fromMs)}`)
  if (toMs !== null) conditions.push(`at_ms < ${given(toMs)}`)
  return await sql.query<AuditRow>(
    `select ${COLUMNS} from audit_log where ${conditions.join(' and ')} order by id desc limit ${given(limit)}`,
    values,
  )
}

/** What is typed stands for itself. */
const likeText = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

export async function getNewestAudit(sql: Sql): Promise<Pick<AuditRow, 'id' | 'hash'> | null> {
  const [row] = await sql.query<Pick<AuditRow, 'id' | 'hash'>>(
    'select id, hash from audit_log order by id desc limit 1',
  )
  return row ?? null
}
