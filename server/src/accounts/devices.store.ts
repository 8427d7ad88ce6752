import type { Sql } from '../platform/db.ts'

export async function isKnownDevice(
  sql: Sql,
  usernameKey: string,
  deviceSha256: Uint8Array,
): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from user_devices d join users u on u.id = d.user_id
     where u.username_key = $1 and d.device_sha256 = $2 and d.signed_out_at_ms is null`,
    [usernameKey, deviceSha256],
  )
  return rows.length > 0
}

/**
 * As `isKnownDevice`, of the account with this address, once somebody has proved it: until then its devices are those of
 * whoever named it.
 */
export async function isKnownDeviceOfEmail(
  sql: Sql,
  emailKey: string,
  deviceSha256: Uint8Array,
): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from user_devices d join users u on u.id = d.user_id
     where u.email_key = $1 and u.email_proved_at_ms is not null and d.device_sha256 = $2
       and d.signed_out_at_ms is null`,
    [emailKey, deviceSha256],
  )
  return rows.length > 0
}

/** As `isKnownDevice`, by the user's row id. */
export async function isKnownDeviceOfUser(
  sql: Sql,
  userId: bigint,
  deviceSha256: Uint8Array,
): Promise<boolean> {
  const rows = await sql.query(
    'select 1 from user_devices where user_id = $1 and device_sha256 = $2 and signed_out_at_ms is null',
    [userId, deviceSha256],
  )
  return rows.length > 0
}

/** Who is known by each of these, by row id, else null: as many answers as hashes, in order. */
export async function listOwnersOfDevices(
  sql: Sql,
  devicesSha256: readonly Uint8Array[],
): Promise<(bigint | null)[]> {
  const rows = await sql.query<{ userId: bigint | null }>(
    `select (
       select min(d.user_id) from user_devices d where d.device_sha256 = t.hash and d.signed_out_at_ms is null
     ) as "userId"
     from unnest($1::bytea[]) with ordinality as t (hash, ord) order by t.ord`,
    [[...devicesSha256]],
  )
  return rows.map(({ userId }) => userId)
}

interface DeviceSighting {
  userId: bigint
  deviceSha256: Uint8Array
  userAgent: string
  ip: string
  atMs: number
}

/** The device's id when it is one of the user's, else null. */
export async function touchDevice(sql: Sql, seen: DeviceSighting): Promise<bigint | null> {
  const [row] = await sql.query<{ id: bigint }>(
    `update user_devices set last_seen_at_ms = $5, last_ip = $4, user_agent = $3, signed_out_at_ms = null
     where user_id = $1 and device_sha256 = $2 returning id`,
    [seen.userId, seen.deviceSha256, seen.userAgent, seen.ip, seen.atMs],
  )
  return row?.id ?? null
}

export async function insertDevice(sql: Sql, seen: DeviceSighting): Promise<bigint> {
  const [row] = await sql.query<{ id: bigint }>(
    `insert into user_devices (user_id, device_sha256, user_agent, last_ip, first_seen_at_ms, last_seen_at_ms)
     values ($1, $2, $3, $4, $5, $5) returning id`,
    [seen.userId, seen.deviceSha256, seen.userAgent, seen.ip, seen.atMs],
  )
  return row?.id ?? 0n
}

/** Forgets all but the `keep` devices seen last. */
export async function deleteOldestDevices(sql: Sql, userId: bigint, keep: number): Promise<void> {
  await sql.query(
    `delete from user_devices
     where id in (select id from user_devices where user_id = $1 order by last_seen_at_ms desc, id desc offset $2)`,
    [userId, keep],
  )
}

export interface DeviceRow {
  id: bigint
  kind: 'browser' | 'client'
  current: boolean
  signedIn: boolean
  /** Its owner is known by it. */
  known: boolean
  firstSeenMs: bigint
  lastSeenMs: bigint
  ip: string
  userAgent: string
}

/** A user's devices, and the open sessions of none (command-line clients), newest use first. */
export async function listDevicesOf(
  sql: Sql,
  userId: bigint,
  sessionId: bigint,
  nowMs: number,
): Promise<DeviceRow[]> {
  return await sql.query<DeviceRow>(
    `with open_sessions as (
       select * from user_sessions where user_id = $1 and revoked_at_ms is null and expires_at_ms > $3
     )
     select d.id, 'browser' as kind, coalesce(bool_or(s.id = $2), false) as current, count(s.id) > 0 as "signedIn",
            d.signed_out_at_ms is null as known, d.first_seen_at_ms as "firstSeenMs", greatest(d.last_seen_at_ms, max(s.last_seen_at_ms)) as "lastSeenMs",
            d.last_ip as ip, d.user_agent as "userAgent"
     from user_devices d left join open_sessions s on s.device_id = d.id
     where d.user_id = $1 group by d.id
     union all
     select s.id, 'client', s.id = $2, true, false, s.created_at_ms, s.last_seen_at_ms, s.ip, s.user_agent
     from open_sessions s where s.device_id is null
     order by 7 desc, 1 desc`,
    [userId, sessionId, nowMs],
  )
}

export async function countSignedIn(sql: Sql, userId: bigint, nowMs: number): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `select count(distinct coalesce('device:' || device_id, 'session:' || id))::int4 as count
     from user_sessions where user_id = $1 and revoked_at_ms is null and expires_at_ms > $2`,
    [userId, nowMs],
  )
  return row?.count ?? 0
}

/** Makes a device strange again; false when it is not one of the user's. */
export async function setDeviceSignedOut(
  sql: Sql,
  userId: bigint,
  deviceId: bigint,
  atMs: number,
): Promise<boolean> {
  const rows = await sql.query(
    'update user_devices set signed_out_at_ms = $3 where user_id = $1 and id = $2 returning 1',
    [userId, deviceId, atMs],
  )
  return rows.length > 0
}

/** The same for all of a user's but that of one session, and one told by its hash. */
export async function setOtherDevicesSignedOut(
  sql: Sql,
  userId: bigint,
  sessionId: bigint,
  atMs: number,
  keptSha256: Uint8Array | null = null,
): Promise<void> {
  await sql.query(
    `update user_devices set signed_out_at_ms = $3
     where user_id = $1 and signed_out_at_ms is null and device_sha256 is distinct from $4
       and id is distinct from (select device_id from user_sessions where id = $2)`,
    [userId, sessionId, atMs, keptSha256],
  )
}

export interface SignInRow {
  atMs: bigint
  ip: string
  userAgent: string
  /** Of its device; null: a client that is none, or a device that is forgotten. */
  firstSeenMs: bigint | null
  /** Somebody had signed in before that device first did. */
  hadOthers: boolean
}

/** The newest sign-in of a user up to a time. */
export async function getSignInBefore(sql: Sql, userId: bigint, atMs: bigint): Promise<SignInRow | null> {
  const [row] = await sql.query<SignInRow>(
    `select s.created_at_ms as "atMs", s.ip, s.user_agent as "userAgent", d.first_seen_at_ms as "firstSeenMs",
       exists (select 1 from user_devices o where o.user_id = $1 and o.first_seen_at_ms < d.first_seen_at_ms)
         or exists (select 1 from user_sessions o where o.user_id = $1 and o.created_at_ms < d.first_seen_at_ms)
         as "hadOthers"
     from user_sessions s left join user_devices d on d.id = s.device_id
     where s.user_id = $1 and s.created_at_ms <= $2 order by s.created_at_ms desc, s.id desc limit 1`,
    [userId, atMs],
  )
  return row ?? null
}
