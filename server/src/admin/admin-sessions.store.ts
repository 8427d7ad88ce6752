import type { Sql } from '../platform/db.ts'

export interface AdminSessionRow {
  id: bigint
  adminId: bigint
  cookieSha256: Uint8Array
  lastSeenAtMs: bigint
  expiresAtMs: bigint
  username: string
  role: string
  permissions: string[]
  mustChangePassword: boolean
  hasTwoFactor: boolean
}

/** Sessions that were not ended, of administrators who are not disabled. */
const SESSIONS = `select s.id, s.admin_id as "adminId", s.cookie_sha256 as "cookieSha256", s.last_seen_at_ms as "lastSeenAtMs",
    s.expires_at_ms as "expiresAtMs", a.username, a.role, a.permissions, a.must_change_password as "mustChangePassword",
    exists (select 1 from admin_two_factor f where f.admin_id = a.id and f.confirmed_at_ms is not null) as "hasTwoFactor"
  from admin_sessions s join administrators a on a.id = s.admin_id
  where s.revoked_at_ms is null and not a.disabled`

/** Sessions by the hashes of their tokens, which differ: as many answers as hashes, in order. */
export async function getAdminSessions(
  sql: Sql,
  tokenSha256s: readonly Uint8Array[],
): Promise<(AdminSessionRow | null)[]> {
  const rows = await sql.query<AdminSessionRow & { ord: bigint }>(
    `select t.ord, found.* from unnest($1::bytea[]) with ordinality as t (hash, ord)
     cross join lateral (${SESSIONS} and s.token_sha256 = t.hash limit 1) found`,
    [[...tokenSha256s]],
  )
  const byOrd = new Map(rows.map(({ ord, ...row }) => [Number(ord), row]))
  return tokenSha256s.map((_, at) => byOrd.get(at + 1) ?? null)
}

export async function getAdminSessionById(sql: Sql, id: bigint): Promise<AdminSessionRow | null> {
  const [row] = await sql.query<AdminSessionRow>(`${SESSIONS} and s.id = $1`, [id])
  return row ?? null
}

interface NewAdminSession {
  adminId: bigint
  tokenSha256: Uint8Array
  cookieSha256: Uint8Array
  ip: string
  userAgent: string
  atMs: number
  expiresAtMs: number
}

export async function insertAdminSession(sql: Sql, session: NewAdminSession): Promise<void> {
  await sql.query(
    `insert into admin_sessions (admin_id, token_sha256, cookie_sha256, ip, user_agent, created_at_ms,
                                 last_seen_at_ms, expires_at_ms)
     values ($1, $2, $3, $4, $5, $6, $6, $7)`,
    [
      session.adminId,
      session.tokenSha256,
      session.cookieSha256,
      session.ip,
      session.userAgent,
      session.atMs,
      session.expiresAtMs,
    ],
  )
}

export async function setAdminSessionSeen(sql: Sql, sessionId: bigint, atMs: number): Promise<void> {
  await sql.query('update admin_sessions set last_seen_at_ms = greatest(last_seen_at_ms, $2) where id = $1', [
    sessionId,
    atMs,
  ])
}

/** False: it is none of this administrator's, or had ended. */
export async function revokeAdminSession(
  sql: Sql,
  adminId: bigint,
  sessionId: bigint,
  atMs: number,
): Promise<boolean> {
  const rows = await sql.query(
    `update admin_sessions set revoked_at_ms = $3
     where id = $2 and admin_id = $1 and revoked_at_ms is null returning 1`,
    [adminId, sessionId, atMs],
  )
  return rows.length > 0
}

/** Ends the sessions of an administrator but one (`null`: all); answers how many. */
export async function revokeAdminSessions(
  sql: Sql,
  adminId: bigint,
  exceptSessionId: bigint | null,
  atMs: number,
): Promise<number> {
  const rows = await sql.query(
    `update admin_sessions set revoked_at_ms = $3
     where admin_id = $1 and revoked_at_ms is null and id is distinct from $2 returning 1`,
    [adminId, exceptSessionId, atMs],
  )
  return rows.length
}

/** Which sessions go on: not idle for too long, and not at their end. */
export interface LiveSince {
  nowMs: number
  idleSinceMs: number
}

/** Newest first. */
export async function listLiveAdminSessions(sql: Sql, adminId: bigint, { nowMs, idleSinceMs }: LiveSince) {
  return await sql.query<{
    id: bigint
    ip: string
    userAgent: string
    createdMs: bigint
    lastSeenMs: bigint
    expiresMs: bigint
  }>(
    `select id, ip, user_agent as "userAgent", created_at_ms as "createdMs", last_seen_at_ms as "lastSeenMs",
       expires_at_ms as "expiresMs"
     from admin_sessions
     where admin_id = $1 and revoked_at_ms is null and expires_at_ms > $2 and last_seen_at_ms >= $3
     order by id desc`,
    [adminId, nowMs, idleSinceMs],
  )
}

/** How many go on, of each administrator who has any. */
export async function countLiveAdminSessions(
  sql: Sql,
  adminIds: readonly bigint[],
  { nowMs, idleSinceMs }: LiveSince,
): Promise<ReadonlyMap<bigint, number>> {
  const rows = await sql.query<{ adminId: bigint; count: number }>(
    `select admin_id as "adminId", count(*)::int4 as count from admin_sessions
     where admin_id = any ($1::bigint[]) and revoked_at_ms is null and expires_at_ms > $2 and last_seen_at_ms >= $3
     group by admin_id`,
    [[...adminIds], nowMs, idleSinceMs],
  )
  return new Map(rows.map(({ adminId, count }) => [adminId, count]))
}

/** Ends every session of every administrator. */
export async function revokeAllAdminSessions(sql: Sql, atMs: number): Promise<void> {
  await sql.query('update admin_sessions set revoked_at_ms = $1 where revoked_at_ms is null', [atMs])
}
