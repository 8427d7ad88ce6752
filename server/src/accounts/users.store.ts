import type { Sql } from '../platform/db.ts'

export interface UserRow {
  id: bigint
  uid: string
  username: string
  nickname: string
  avatar: string | null
  loginType: 'account' | 'email' | 'wallet'
}

export interface NewUser {
  uid: string
  username: string
  usernameKey: string
  email: string | null
  emailKey: string | null
  /** Null: no password was ever set. */
  passwordHash: string | null
  loginType: UserRow['loginType']
  referredBy: bigint | null
  termsAcceptedAtMs: number | null
  createdAtMs: number
}

const USER_COLUMNS = 'id, uid, username, nickname, avatar, login_type as "loginType"'

export async function getUser(sql: Sql, userId: bigint): Promise<UserRow | null> {
  const [row] = await sql.query<UserRow>(`select ${USER_COLUMNS} from users where id = $1`, [userId])
  return row ?? null
}

/** The numbers of users by their row ids. */
export async function listUids(sql: Sql, userIds: readonly bigint[]): Promise<Map<bigint, string>> {
  const rows = await sql.query<{ id: bigint; uid: string }>(
    'select id, uid from users where id = any ($1::bigint[])',
    [[...userIds]],
  )
  return new Map(rows.map(({ id, uid }) => [id, uid]))
}

export async function getCredentials(
  sql: Sql,
  usernameKey: string,
): Promise<{ id: bigint; passwordHash: string | null } | null> {
  const [row] = await sql.query<{ id: bigint; passwordHash: string | null }>(
    'select id, password_hash as "passwordHash" from users where username_key = $1',
    [usernameKey],
  )
  return row ?? null
}

/** The new user's id, or null when the name, the address or the number is already taken. */
export async function insertUser(sql: Sql, user: NewUser): Promise<bigint | null> {
  const [row] = await sql.query<{ id: bigint }>(
    `insert into users (uid, username, username_key, email, email_key, password_hash, password_changed_at_ms,
                        referred_by, terms_accepted_at_ms, created_at_ms, login_type)
     values ($1, $2, $3, $4, $5, $6, case when $6::text is null then null else $9::int8 end, $7, $8, $9, $10)
     on conflict do nothing
     returning id`,
    [
      user.uid,
      user.username,
      user.usernameKey,
      user.email,
      user.emailKey,
      user.passwordHash,
      user.referredBy,
      user.termsAcceptedAtMs,
      user.createdAtMs,
      user.loginType,
    ],
  )
  return row?.id ?? null
}

/** Which of the two is taken; the name counts first. */
export async function getTakenField(
  sql: Sql,
  usernameKey: string,
  emailKey: string,
): Promise<'username' | 'email' | null> {
  const [row] = await sql.query<{ field: 'username' | 'email' }>(
    `select case when username_key = $1 then 'username' else 'email' end as field
     from users where username_key = $1 or email_key = $2
     order by (username_key = $1) desc limit 1`,
    [usernameKey, emailKey],
  )
  return row?.field ?? null
}

export async function setLastLogin(sql: Sql, userId: bigint, atMs: number): Promise<void> {
  await sql.query('update users set last_login_at_ms = $2 where id = $1', [userId, atMs])
}

/** Keeps others out of what belongs to this user, until the transaction ends. */
export async function lockUser(sql: Sql, userId: bigint): Promise<void> {
  await sql.query('select 1 from users where id = $1 for update', [userId])
}

export async function hasPassword(sql: Sql, userId: bigint): Promise<boolean> {
  const [row] = await sql.query<{ hasPassword: boolean }>(
    'select password_hash is not null as "hasPassword" from users where id = $1',
    [userId],
  )
  return row?.hasPassword === true
}
