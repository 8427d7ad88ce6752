import type { Sql } from '../platform/db.ts'

export interface AdministratorRow {
  id: bigint
  username: string
  passwordHash: string
  mustChangePassword: boolean
  passwordExpiresAtMs: bigint | null
  role: string
  permissions: string[]
}

export interface NewAdministrator {
  username: string
  usernameKey: string
  passwordHash: string
  passwordExpiresAtMs: number
  role: string
  permissions: string[]
  createdAtMs: number
}

const COLUMNS = `id, username, password_hash as "passwordHash", must_change_password as "mustChangePassword",
  password_expires_at_ms as "passwordExpiresAtMs", role, permissions`

export async function getAdministrator(sql: Sql, usernameKey: string): Promise<AdministratorRow | null> {
  const [row] = await sql.query<AdministratorRow>(
    `select ${COLUMNS} from administrators where username_key = $1 and not disabled`,
    [usernameKey],
  )
  return row ?? null
}

export async function getFirstAdministrator(sql: Sql): Promise<AdministratorRow | null> {
  const [row] = await sql.query<AdministratorRow>(`select ${COLUMNS} from administrators order by id limit 1`)
  return row ?? null
}

export async function getPasswordHash(sql: Sql, adminId: bigint): Promise<string | null> {
  const [row] = await sql.query<{ hash: string }>(
    'select password_hash as hash from administrators where id = $1',
    [adminId],
  )
  return row?.hash ?? null
}

/** A new administrator always starts on a one-time password. */
export async function insertAdministrator(sql: Sql, admin: NewAdministrator): Promise<bigint> {
  const [row] = await sql.query<{ id: bigint }>(
    `insert into administrators (username, username_key, password_hash, must_change_password,
                                 password_expires_at_ms, role, permissions, created_at_ms)
     values ($1, $2, $3, true, $4, $5, $6, $7) returning id`,
    [
      admin.username,
      admin.usernameKey,
      admin.passwordHash,
      admin.passwordExpiresAtMs,
      admin.role,
      admin.permissions,
      admin.createdAtMs,
    ],
  )
  return row?.id ?? 0n
}

export async function setOneTimePassword(
  sql: Sql,
  adminId: bigint,
  passwordHash: string,
  expiresAtMs: number,
): Promise<void> {
  await sql.query(
    `update administrators
     set password_hash = $2, must_change_password = true, password_expires_at_ms = $3, disabled = false
     where id = $1`,
    [adminId, passwordHash, expiresAtMs],
  )
}

/** Guarded by the hash that was checked: of two changes at once one wins, the other is refused. */
export async function updatePassword(
  sql: Sql,
  adminId: bigint,
  checkedHash: string,
  newHash: string,
): Promise<boolean> {
  const rows = await sql.query(
    `update administrators
     set password_hash = $3, must_change_password = false, password_expires_at_ms = null
     where id = $1 and password_hash = $2 returning id`,
    [adminId, checkedHash, newHash],
  )
  return rows.length === 1
}

/** How many may do what a permission allows, `all` standing for every one. */
export async function countAdministratorsWith(sql: Sql, permission: string, all: string): Promise<number> {
  const [row] = await sql.query<{ n: bigint }>(
    'select count(*) as n from administrators where not disabled and permissions && array[$1::text, $2::text]',
    [permission, all],
  )
  return Number(row?.n ?? 0n)
}

export async function listAdministratorNames(
  sql: Sql,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  const rows = await sql.query<{ id: bigint; username: string }>(
    'select id, username from administrators where id = any ($1::bigint[])',
    [[...ids]],
  )
  return new Map(rows.map(({ id, username }) => [id, username]))
}

export async function setAdministratorLogin(sql: Sql, adminId: bigint, atMs: number): Promise<void> {
  await sql.query('update administrators set last_login_at_ms = $2 where id = $1', [adminId, atMs])
}
