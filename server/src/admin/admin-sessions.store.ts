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
}

/** Sessions that were not ended, of administrators who are not disabled. */
const SESSIONS = `select s.id, s.admin_id as "adminId", s.cookie_sha256 as "cookieSha256", s.last_seen_at_ms as "lastSeenAtMs",
    s.expires_at_ms as "expiresAtMs", a.username, a.role, a.permissions, a.must_change_password as "mustChangePassword"
  from admin_sessions s join administrators a on a.id = s.admin_id
  where s.revoked_at_ms is null and not a.disabled`

export async function getAdminSession(sql: Sql, tokenSha256: Uint8Array): Promise<AdminSessionRow | null> {
  const [row] = await sql.query<AdminSessionRow>(`${SESSIONS} and s.token_sha256 = $1`, [tokenSha256])
  return row ?? null
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

export async function revokeAdminSession(sql: Sql, sessionId: bigint, atMs: number): Promise<void> {
  await sql.query('update admin_sessions set revoked_at_ms = $2 where id = $1 and revoked_at_ms is null', [
    sessionId,
    atMs,
  ])
}

/** Ends the sessions of an administrator but one (`null`: all). */
export async function revokeAdminSessions(
  sql: Sql,
  adminId: bigint,
  exceptSessionId: bigint | null,
  atMs: number,
): Promise<void> {
  await sql.query(
    `update admin_sessions set revoked_at_ms = $3
     where admin_id = $1 and revoked_at_ms is null and id is distinct from $2`,
    [adminId, exceptSessionId, atMs],
  )
}

/** Ends every session of every administrator. */
export async function revokeAllAdminSessions(sql: Sql, atMs: number): Promise<void> {
  await sql.query('update admin_sessions set revoked_at_ms = $1 where revoked_at_ms is null', [atMs])
}
