import type { Sql, SqlValue } from '../platform/db.ts'

export interface AdministratorRow {
  id: bigint
  username: string
  passwordHash: string
  mustChangePassword: boolean
  passwordExpiresAtMs: bigint | null
  role: string
  /** Of his role's permissions those he has; empty: all of them. */
  permissions: string[]
  disabled: boolean
}

export interface NewAdministrator {
  username: string
  usernameKey: string
  passwordHash: string
  passwordExpiresAtMs: number
  role: string
  createdAtMs: number
  dayMs: number
  /** Null: by the first start. */
  createdBy: bigint | null
}

const COLUMNS = `id, username, password_hash as "passwordHash", must_change_password as "mustChangePassword",
  password_expires_at_ms as "passwordExpiresAtMs", role, permissions, disabled`

export async function getAdministrator(sql: Sql, usernameKey: string): Promise<AdministratorRow | null> {
  const [row] = await sql.query<AdministratorRow>(
    `select ${COLUMNS} from administrators where username_key = $1 and not disabled`,
    [usernameKey],
  )
  return row ?? null
}

/** The same by his id: nobody changes him until the transaction ends. */
export async function holdAccount(sql: Sql, adminId: bigint): Promise<AdministratorRow | null> {
  const [row] = await sql.query<AdministratorRow>(
    `select ${COLUMNS} from administrators where id = $1 and not disabled for update`,
    [adminId],
  )
  return row ?? null
}

/** The oldest owner who can sign in and do everything; without one the first administrator of all. */
export async function getChiefAdministrator(sql: Sql): Promise<AdministratorRow | null> {
  const [row] = await sql.query<AdministratorRow>(
    `select ${COLUMNS} from administrators
     order by (role = 'owner' and cardinality(permissions) = 0 and not disabled) desc, id limit 1`,
  )
  return row ?? null
}

export async function getPasswordHash(sql: Sql, adminId: bigint): Promise<string | null> {
  const [row] = await sql.query<{ hash: string }>(
    'select password_hash as hash from administrators where id = $1',
    [adminId],
  )
  return row?.hash ?? null
}

/** A new administrator always starts on a one-time password, and agrees a day later. Null: the name is taken. */
export async function insertAdministrator(sql: Sql, admin: NewAdministrator): Promise<bigint | null> {
  const [row] = await sql.query<{ id: bigint }>(
    `insert into administrators (username, username_key, password_hash, must_change_password,
                                 password_expires_at_ms, role, created_at_ms,
                                 created_by, agrees_from_ms)
     values ($1, $2, $3, true, $4, $5, $6, $7, agrees_from_ms($6, $8)) on conflict (username_key) do nothing returning id`,
    [
      admin.username,
      admin.usernameKey,
      admin.passwordHash,
      admin.passwordExpiresAtMs,
      admin.role,
      admin.createdAtMs,
      admin.createdBy,
      admin.dayMs,
    ],
  )
  return row?.id ?? null
}

/** Now, and how long a day is, in ms of the service clock. */
interface Day {
  nowMs: number
  dayMs: number
}

/** He agrees to acts of two a day later. */
export async function setOneTimePassword(
  sql: Sql,
  adminId: bigint,
  { passwordHash, expiresAtMs, ...at }: { passwordHash: string; expiresAtMs: number } & Day,
): Promise<void> {
  await setAgreeing(sql, adminId, at)
  await sql.query(
    `update administrators
     set password_hash = $2, must_change_password = true, password_expires_at_ms = $3, version = version + 1
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

/** What gives a permission: any of its names, or any of the roles. */
export interface Needed {
  names: readonly string[]
  roles: readonly string[]
}

/** Who have all that is needed: by the parts of a role they were left with, or without such by all of it. */
function having(needed: readonly Needed[], params: SqlValue[]): string {
  const at = (value: SqlValue): string => `$${params.push(value)}`
  const conditions = needed.map(
    ({ names, roles }) =>
      `and case cardinality(permissions) when 0 then role = any (${at([...roles])}::text[])
        else permissions && ${at([...names])}::text[] end`,
  )
  return `from administrators where not disabled ${conditions.join(' ')}`
}

export async function countAdministratorsWith(sql: Sql, needed: readonly Needed[]): Promise<number> {
  const params: SqlValue[] = []
  const [row] = await sql.query<{ n: bigint }>(`select count(*) as n ${having(needed, params)}`, params)
  return Number(row?.n ?? 0n)
}

/** From when on the first of them but one agrees to acts of two, ms of the service clock; null: there is nobody. */
export async function firstAgreeingMs(
  sql: Sql,
  needed: readonly Needed[],
  but: bigint,
): Promise<bigint | null> {
  const params: SqlValue[] = [but]
  const [row] = await sql.query<{ ms: bigint | null }>(
    `select min(agrees_from_ms) as ms ${having(needed, params)} and id <> $1`,
    params,
  )
  return row?.ms ?? null
}

interface AgreeingRow {
  id: bigint
  fromMs: bigint
}
const AGREEING = `select id, agrees_from_ms as "fromMs" from administrators where id = any ($1::bigint[])`

export const listAgreeing = (sql: Sql, ids: readonly bigint[]): Promise<AgreeingRow[]> =>
  sql.query<AgreeingRow>(AGREEING, [[...ids]])

/** The same of those whom nobody changes until the transaction ends. */
export const holdAgreeing = (sql: Sql, ids: readonly bigint[]): Promise<AgreeingRow[]> =>
  sql.query<AgreeingRow>(`${AGREEING} order by id for share`, [[...ids]])

/** Another one has let him in anew, or given him more: he is one of two a day later. */
export async function setAgreeing(sql: Sql, adminId: bigint, { nowMs, dayMs }: Day): Promise<void> {
  await sql.query(
    'update administrators set agrees_from_ms = greatest(agrees_from_ms, agrees_from_ms($2, $3)) where id = $1',
    [adminId, nowMs, dayMs],
  )
}

/** What he may do, which nobody changes until the transaction ends. */
export async function holdAdministrator(
  sql: Sql,
  adminId: bigint,
): Promise<Pick<AdministratorRow, 'role' | 'permissions' | 'disabled'> | null> {
  const [row] = await sql.query<Pick<AdministratorRow, 'role' | 'permissions' | 'disabled'>>(
    'select role, permissions, disabled from administrators where id = $1 for share',
    [adminId],
  )
  return row ?? null
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

/** Those whose names hold the part anywhere, as they are compared. */
export async function listAdministratorIds(sql: Sql, part: string, limit: number): Promise<bigint[]> {
  const rows = await sql.query<{ id: bigint }>(
    'select id from administrators where strpos(username_key, $1) > 0 order by id limit $2',
    [part, limit],
  )
  return rows.map(({ id }) => id)
}

export async function setAdministratorLogin(sql: Sql, adminId: bigint, atMs: number): Promise<void> {
  await sql.query('update administrators set last_login_at_ms = $2 where id = $1', [adminId, atMs])
}
