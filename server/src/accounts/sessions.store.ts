import type { Sql } from '../platform/db.ts'
import type { UserPrincipal } from '../platform/route.ts'

export interface SessionRow {
  id: bigint
  userId: bigint
  uid: string
  cookieSha256: Uint8Array | null
  boundIp: string | null
  lastSeenAtMs: bigint
  expiresAtMs: bigint
  revokedAtMs: bigint | null
  method: UserPrincipal['signedInBy']
}

export interface NewSession {
  userId: bigint
  tokenSha256: Uint8Array
  cookieSha256: Uint8Array | null
  boundIp: string | null
  deviceId: bigint | null
  userAgent: string
  ip: string
  createdAtMs: number
  expiresAtMs: number
  method: UserPrincipal['signedInBy']
  /** Of `user_wallets`: the one that signed. */
  walletId: bigint | null
}

export async function insertSession(sql: Sql, session: NewSession): Promise<void> {
  await sql.query(
    `insert into user_sessions (user_id, token_sha256, cookie_sha256, bound_ip, device_id, user_agent, ip,
                                created_at_ms, last_seen_at_ms, expires_at_ms, method, wallet_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $11)`,
    [
      session.userId,
      session.tokenSha256,
      session.cookieSha256,
      session.boundIp,
      session.deviceId,
      session.userAgent,
      session.ip,
      session.createdAtMs,
      session.expiresAtMs,
      session.method,
      session.walletId,
    ],
  )
}

const COLUMNS = `s.id, s.user_id as "userId", u.uid, s.cookie_sha256 as "cookieSha256", s.bound_ip as "boundIp",
  s.last_seen_at_ms as "lastSeenAtMs", s.expires_at_ms as "expiresAtMs", s.revoked_at_ms as "revokedAtMs", s.method`

export async function getSessionById(sql: Sql, id: bigint): Promise<SessionRow | null> {
  const [row] = await sql.query<SessionRow>(
    `select ${COLUMNS} from user_sessions s join users u on u.id = s.user_id where s.id = $1`,
    [id],
  )
  return row ?? null
}

/** Sessions by the hashes of their tokens: as many answers as hashes, in order. */
export async function getSessions(
  sql: Sql,
  tokenSha256s: readonly Uint8Array[],
): Promise<(SessionRow | null)[]> {
  const rows = await sql.query<SessionRow & { ord: bigint }>(
    `select t.ord, ${COLUMNS}
     from unnest($1::bytea[]) with ordinality as t (hash, ord)
     cross join lateral (select * from user_sessions s where s.token_sha256 = t.hash limit 1) s
     cross join lateral (select u.uid from users u where u.id = s.user_id limit 1) u`,
    [[...tokenSha256s]],
  )
  const byOrd = new Map(rows.map(({ ord, ...row }) => [Number(ord), row]))
  return tokenSha256s.map((_, at) => byOrd.get(at + 1) ?? null)
}

export async function setSessionSeen(sql: Sql, sessionId: bigint, atMs: number): Promise<void> {
  await sql.query('update user_sessions set last_seen_at_ms = greatest(last_seen_at_ms, $2) where id = $1', [
    sessionId,
    atMs,
  ])
}

/** The sessions are in use; those seen since, or in another's hands just now, are left as they are. */
export async function setSessionsSeen(
  sql: Sql,
  sessionIds: readonly bigint[],
  { atMs, unlessSinceMs }: { atMs: number; unlessSinceMs: number },
): Promise<void> {
  await sql.query(
    `update user_sessions set last_seen_at_ms = $2
     where id in (select id from user_sessions
                  where id = any ($1::bigint[]) and last_seen_at_ms < $3 and revoked_at_ms is null
                  for update skip locked)`,
    [[...sessionIds], atMs, unlessSinceMs],
  )
}

/** Users with a session that goes on and was seen since. */
export async function countUsersSeen(sql: Sql, sinceMs: number, nowMs: number): Promise<number> {
  const [row] = await sql.query<{ users: bigint }>(
    `select count(distinct user_id) as users from user_sessions
     where last_seen_at_ms >= $1 and revoked_at_ms is null and expires_at_ms > $2`,
    [sinceMs, nowMs],
  )
  return Number(row?.users ?? 0n)
}

/** Those users from the one after `afterId`, by their row ids. */
export async function listUsersSeen(
  sql: Sql,
  seen: { sinceMs: number; nowMs: number; afterId: bigint; limit: number },
): Promise<bigint[]> {
  const rows = await sql.query<{ userId: bigint }>(
    `select distinct user_id as "userId" from user_sessions
     where last_seen_at_ms >= $1 and revoked_at_ms is null and expires_at_ms > $2 and user_id > $3 order by user_id limit $4`,
    [seen.sinceMs, seen.nowMs, seen.afterId, seen.limit],
  )
  return rows.map(({ userId }) => userId)
}

export async function revokeSession(sql: Sql, sessionId: bigint, atMs: number): Promise<void> {
  await sql.query('update user_sessions set revoked_at_ms = $2 where id = $1 and revoked_at_ms is null', [
    sessionId,
    atMs,
  ])
}

/** Those of the sessions that are the user's and open end. */
export async function revokeSessionsOf(
  sql: Sql,
  userId: bigint,
  sessionIds: readonly bigint[],
  atMs: number,
): Promise<bigint[]> {
  const rows = await sql.query<{ id: bigint }>(
    `update user_sessions set revoked_at_ms = $3
     where id = any ($2::bigint[]) and user_id = $1 and revoked_at_ms is null and expires_at_ms > $3 returning id`,
    [userId, [...sessionIds], atMs],
  )
  return rows.map((row) => row.id)
}

/** Every session of a user but one ends. */
export async function revokeOtherSessions(
  sql: Sql,
  userId: bigint,
  keepId: bigint,
  atMs: number,
): Promise<bigint[]> {
  const rows = await sql.query<{ id: bigint }>(
    `update user_sessions set revoked_at_ms = $3
     where user_id = $1 and id <> $2 and revoked_at_ms is null and expires_at_ms > $3 returning id`,
    [userId, keepId, atMs],
  )
  return rows.map((row) => row.id)
}

/** All but the newest `keep` sessions of a user end: a script that only signs in can not fill the table. */
export async function revokeOldestSessions(
  sql: Sql,
  userId: bigint,
  keep: number,
  atMs: number,
): Promise<bigint[]> {
  const rows = await sql.query<{ id: bigint }>(
    `update user_sessions set revoked_at_ms = $3
     where id in (select id from user_sessions
                  where user_id = $1 and revoked_at_ms is null and expires_at_ms > $3
                  order by id desc offset $2)
     returning id`,
    [userId, keep, atMs],
  )
  return rows.map((row) => row.id)
}

/** The session whose cookie a browser shows, whoever's it is. */
export async function revokeSessionShown(
  sql: Sql,
  cookieSha256: Uint8Array,
  atMs: number,
): Promise<bigint[]> {
  const rows = await sql.query<{ id: bigint }>(
    `update user_sessions set revoked_at_ms = $2
     where cookie_sha256 = $1 and revoked_at_ms is null and expires_at_ms > $2 returning id`,
    [cookieSha256, atMs],
  )
  return rows.map((row) => row.id)
}

/** Those of the sessions that were revoked, have run out or are forgotten. */
export async function listEndedAmong(
  sql: Sql,
  sessionIds: readonly bigint[],
  nowMs: number,
): Promise<bigint[]> {
  const rows = await sql.query<{ id: bigint }>(
    `select t.id from unnest($1::bigint[]) as t (id)
     where not exists (select 1 from user_sessions s
                       where s.id = t.id and s.revoked_at_ms is null and s.expires_at_ms > $2)`,
    [[...sessionIds], nowMs],
  )
  return rows.map((row) => row.id)
}

export interface ExpiredSession {
  id: bigint
  expiresAtMs: bigint
}

/** Sessions whose time ran out by `untilMs` that come after `after`, in order of expiry and id, at most `limit`. */
export async function listExpiredSessions(
  sql: Sql,
  { after, untilMs, limit }: { after: ExpiredSession; untilMs: number; limit: number },
): Promise<ExpiredSession[]> {
  return await sql.query<ExpiredSession>(
    `select id, expires_at_ms as "expiresAtMs" from user_sessions
     where expires_at_ms >= $1 and (expires_at_ms, id) > ($1, $2) and expires_at_ms <= $3 and revoked_at_ms is null
     order by expires_at_ms, id limit $4`,
    [after.expiresAtMs, after.id, untilMs, limit],
  )
}

export async function deleteSessionsExpiredBefore(sql: Sql, beforeMs: number): Promise<void> {
  await sql.query('delete from user_sessions where expires_at_ms < $1', [beforeMs])
}

/** Open sessions of a device, in the caller's transaction. */
export async function listSessionsOfDevice(sql: Sql, deviceId: bigint): Promise<bigint[]> {
  const rows = await sql.query<{ id: bigint }>(
    'select id from user_sessions where device_id = $1 and revoked_at_ms is null',
    [deviceId],
  )
  return rows.map((row) => row.id)
}

/** The session when it is of no device. */
export async function listDevicelessSession(sql: Sql, sessionId: bigint): Promise<bigint[]> {
  const rows = await sql.query<{ id: bigint }>(
    'select id from user_sessions where id = $1 and device_id is null and revoked_at_ms is null',
    [sessionId],
  )
  return rows.map((row) => row.id)
}

/** The wallet that opened the session; null: none did, or nobody knows any more which. */
export async function getSessionWallet(sql: Sql, sessionId: bigint): Promise<bigint | null> {
  const [row] = await sql.query<{ walletId: bigint | null }>(
    'select wallet_id as "walletId" from user_sessions where id = $1',
    [sessionId],
  )
  return row?.walletId ?? null
}

/** Open sessions of a user that this wallet opened, or one of which nobody knows any more which it was. */
export async function listSessionsOfWallet(sql: Sql, userId: bigint, walletId: bigint): Promise<bigint[]> {
  const rows = await sql.query<{ id: bigint }>(
    `select id from user_sessions
     where user_id = $1 and revoked_at_ms is null and method = 'wallet'
       and (wallet_id = $2 or wallet_id is null)`,
    [userId, walletId],
  )
  return rows.map((row) => row.id)
}

/** Ends every session there is. */
export async function revokeAllSessions(sql: Sql, atMs: number): Promise<void> {
  await sql.query('update user_sessions set revoked_at_ms = $1 where revoked_at_ms is null', [atMs])
}

export interface OpenSessionRow {
  id: bigint
  method: UserPrincipal['signedInBy']
  ip: string
  userAgent: string
  startedMs: bigint
  seenMs: bigint
}

/** A user's sessions that go on, newest first. */
export function listOpenSessions(sql: Sql, userId: bigint, nowMs: number): Promise<OpenSessionRow[]> {
  return sql.query<OpenSessionRow>(
    `select id, method, ip, user_agent as "userAgent", created_at_ms as "startedMs", last_seen_at_ms as "seenMs"
     from user_sessions where user_id = $1 and revoked_at_ms is null and expires_at_ms > $2 order by id desc`,
    [userId, nowMs],
  )
}
