import type { Sql } from '../platform/db.ts'

export async function isKnownDevice(
  sql: Sql,
  usernameKey: string,
  deviceSha256: Uint8Array,
): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from user_devices d join users u on u.id = d.user_id
     where u.username_key = $1 and d.device_sha256 = $2`,
    [usernameKey, deviceSha256],
  )
  return rows.length > 0
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
    `update user_devices set last_seen_at_ms = $5, last_ip = $4, user_agent = $3
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
