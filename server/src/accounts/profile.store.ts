import type { IdentityStatus } from '@truestrike/protocol/profile-endpoints.ts'
import type { Sql } from '../platform/db.ts'

export interface ProfileRow {
  uid: string
  username: string
  nickname: string
  bio: string
  phone: string
  email: string | null
  avatar: string | null
  joinedMs: bigint
  lastLoginMs: bigint | null
  identity: IdentityStatus
  isFrozen: boolean
}

export async function getProfileOf(sql: Sql, userId: bigint): Promise<ProfileRow | null> {
  const [row] = await sql.query<ProfileRow>(
    `select uid, username, nickname, bio, phone, email, avatar, created_at_ms as "joinedMs",
            last_login_at_ms as "lastLoginMs", identity_status as identity,
            status = 'frozen' as "isFrozen"
     from users where id = $1`,
    [userId],
  )
  return row ?? null
}

export async function setProfile(
  sql: Sql,
  userId: bigint,
  { nickname, bio, phone }: { nickname: string; bio: string; phone: string },
): Promise<void> {
  await sql.query('update users set nickname = $2, bio = $3, phone = $4 where id = $1', [
    userId,
    nickname,
    bio,
    phone,
  ])
}

export async function setAvatar(sql: Sql, userId: bigint, address: string | null): Promise<void> {
  await sql.query('update users set avatar = $2 where id = $1', [userId, address])
}

export async function setIdentityStatus(sql: Sql, userId: bigint, status: IdentityStatus): Promise<void> {
  await sql.query('update users set identity_status = $2 where id = $1', [userId, status])
}
