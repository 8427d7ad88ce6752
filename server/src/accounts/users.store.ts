import { ensure } from '@truestrike/core/assert.ts'
import type { Sql } from '../platform/db.ts'
import { PROTECTION_CHANGED, type ProtectionChanged } from './withdrawal-lock.ts'

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
  locale: string
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

/** Numbers and names of users by their row ids. */
export async function listNames(
  sql: Sql,
  userIds: readonly bigint[],
): Promise<Map<bigint, { uid: string; username: string }>> {
  const rows = await sql.query<{ id: bigint; uid: string; username: string }>(
    'select id, uid, username from users where id = any ($1::bigint[])',
    [[...userIds]],
  )
  return new Map(rows.map(({ id, ...names }) => [id, names]))
}

/** The languages of users by their row ids; `mailed`: only of those who have proved their address. */
export async function listLocales(
  sql: Sql,
  userIds: readonly bigint[],
  mailed = false,
): Promise<Map<bigint, string>> {
  const rows = await sql.query<{ id: bigint; locale: string }>(
    `select id, locale from users where id = any ($1::bigint[])
      ${mailed ? 'and email is not null and email_proved_at_ms is not null' : ''}`,
    [[...userIds]],
  )
  return new Map(rows.map(({ id, locale }) => [id, locale]))
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

export async function getPasswordOf(
  sql: Sql,
  userId: bigint,
): Promise<{ username: string; passwordHash: string | null } | null> {
  const [row] = await sql.query<{ username: string; passwordHash: string | null }>(
    'select username, password_hash as "passwordHash" from users where id = $1',
    [userId],
  )
  return row ?? null
}

interface Protected {
  hasPassword: boolean
  email: string | null
  emailProved: boolean
}

/** What protects a user, and when that was last changed or weakened; the password of the registration is no change. */
export async function getSecurityTimes(
  sql: Sql,
  userId: bigint,
): Promise<(Protected & ProtectionChanged) | null> {
  const [row] = await sql.query<Protected & ProtectionChanged>(
    `select password_hash is not null as "hasPassword", email, email_proved_at_ms is not null as "emailProved",
       ${PROTECTION_CHANGED}
     from users where id = $1`,
    [userId],
  )
  return row ?? null
}

/** False: `stored` is no longer the password. */
export async function replacePassword(
  sql: Sql,
  userId: bigint,
  { stored, passwordHash, atMs }: { stored: string | null; passwordHash: string; atMs: number },
): Promise<boolean> {
  const rows = await sql.query(
    `update users set password_hash = $3, password_changed_at_ms = $4
     where id = $1 and password_hash is not distinct from $2 returning 1`,
    [userId, stored, passwordHash, atMs],
  )
  return rows.length > 0
}

/** False: the password was replaced since. Holds off who would replace it until the transaction ends. */
export async function holdsPassword(sql: Sql, userId: bigint, passwordHash: string | null): Promise<boolean> {
  const rows = await sql.query(
    'select 1 from users where id = $1 and password_hash is not distinct from $2 for share',
    [userId, passwordHash],
  )
  return rows.length > 0
}

export interface MailedUser {
  id: bigint
  /** Empty while nobody has proved the address: whoever registers may choose words that a stranger would then read there. */
  username: string
  /** As its owner wrote it. */
  email: string
  /** A code has come back from there. What is neither asked for nor a warning goes nowhere else. */
  proved: boolean
  /** Of the page he last signed in from, or chosen since: for mails that no call of his causes. */
  locale: string
}

const GREETED = `case when email_proved_at_ms is null then '' else username end as username`
const MAILED_COLUMNS = `id, ${GREETED}, email, locale, email_proved_at_ms is not null as proved`

export async function getUserByEmail(sql: Sql, emailKey: string): Promise<MailedUser | null> {
  const [row] = await sql.query<MailedUser>(`select ${MAILED_COLUMNS} from users where email_key = $1`, [
    emailKey,
  ])
  return row ?? null
}

/** The user as mails reach him; null without an address. */
export async function getMailedUser(sql: Sql, userId: bigint): Promise<MailedUser | null> {
  const [row] = await sql.query<MailedUser>(
    `select ${MAILED_COLUMNS} from users where id = $1 and email is not null`,
    [userId],
  )
  return row ?? null
}

/** From then on withdrawals wait for a day. */
export async function setPassword(
  sql: Sql,
  userId: bigint,
  passwordHash: string,
  atMs: number,
): Promise<void> {
  await sql.query('update users set password_hash = $2, password_changed_at_ms = $3 where id = $1', [
    userId,
    passwordHash,
    atMs,
  ])
}

/** The new user's id, or null when the name, the address or the number is already taken. */
export async function insertUser(sql: Sql, user: NewUser): Promise<bigint | null> {
  const [row] = await sql.query<{ id: bigint }>(
    `insert into users (uid, username, username_key, email, email_key, password_hash,
                        referred_by, terms_accepted_at_ms, created_at_ms, login_type, locale)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
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
      user.locale,
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

/** A caller that names no language leaves the user his. */
export async function setLastLogin(
  sql: Sql,
  userId: bigint,
  { atMs, locale }: { atMs: number; locale: string | null },
): Promise<void> {
  await sql.query('update users set last_login_at_ms = $2, locale = coalesce($3, locale) where id = $1', [
    userId,
    atMs,
    locale,
  ])
}

export async function setLocale(sql: Sql, userId: bigint, locale: string): Promise<void> {
  await sql.query('update users set locale = $2 where id = $1', [userId, locale])
}

export async function getEmailKey(sql: Sql, userId: bigint): Promise<string | null> {
  const [row] = await sql.query<{ key: string | null }>('select email_key as key from users where id = $1', [
    userId,
  ])
  return row?.key ?? null
}

/** The address of a user, and whether it was ever shown to be his; null: he has none. */
export async function getOwnAddress(
  sql: Sql,
  userId: bigint,
): Promise<{ key: string; proved: boolean } | null> {
  const [row] = await sql.query<{ key: string; proved: boolean }>(
    `select email_key as key, email_proved_at_ms is not null as proved from users
     where id = $1 and email_key is not null`,
    [userId],
  )
  return row ?? null
}

/** The address before, and the language it is written to in. Refused with SQLSTATE 23505 when somebody else has the new one. */
export async function replaceEmail(
  sql: Sql,
  userId: bigint,
  { email, key, atMs }: { email: string; key: string; atMs: number },
): Promise<AddressBefore> {
  const [before] = await sql.query<AddressBefore>(
    `select email, email_key as "emailKey", ${GREETED}, locale from users where id = $1 for update`,
    [userId],
  )
  await sql.query(
    `update users set email = $2, email_key = $3, email_changed_at_ms = $4, email_proved_at_ms = $4 where id = $1`,
    [userId, email, key, atMs],
  )
  return ensure(before)
}

interface AddressBefore {
  email: string | null
  emailKey: string | null
  /** As of `MailedUser`. */
  username: string
  locale: string
}

/** The account of an address of which nobody has shown yet that they read it; null: it was shown, or there is no address. */
export async function getUnprovedAccount(
  sql: Sql,
  userId: bigint,
): Promise<{ emailKey: string; username: string; createdAtMs: bigint } | null> {
  const [row] = await sql.query<{ emailKey: string; username: string; createdAtMs: bigint }>(
    `select email_key as "emailKey", username, created_at_ms as "createdAtMs" from users
     where id = $1 and email_key is not null and email_proved_at_ms is null`,
    [userId],
  )
  return row ?? null
}

/** False when it was proved before: of two first times one counts. */
export async function setEmailProved(sql: Sql, userId: bigint, atMs: number): Promise<boolean> {
  const rows = await sql.query(
    `update users set email_proved_at_ms = $2
     where id = $1 and email_key is not null and email_proved_at_ms is null returning 1`,
    [userId, atMs],
  )
  return rows.length > 0
}

/**
 * Whether the address is still the user's. Keeps who would change it, and who would prove it, waiting until the transaction
 * ends.
 */
export async function holdsEmail(sql: Sql, userId: bigint, emailKey: string): Promise<boolean> {
  const rows = await sql.query('select 1 from users where id = $1 and email_key = $2 for no key update', [
    userId,
    emailKey,
  ])
  return rows.length > 0
}

/**
 * Before a unique key of the user changes. Whoever changes a user locks him first, then his codes, then what else hangs on
 * him: nobody waits in a ring.
 */
export async function lockUserRow(sql: Sql, userId: bigint): Promise<void> {
  await sql.query('select 1 from users where id = $1 for update', [userId])
}

/** Keeps others out of what belongs to this user, until the transaction ends. */
export async function lockUser(sql: Sql, userId: bigint): Promise<void> {
  // Rows that name the user may be written meanwhile: a sign-in holds what an unlinking waits for.
  await sql.query('select 1 from users where id = $1 for no key update', [userId])
}
