import type { Sql } from '../platform/db.ts'

// What administrators do to administrators: each change makes a new version of the row.

export interface ManagedRow {
  id: bigint
  username: string
  role: string
  permissions: string[]
  disabled: boolean
  mustChangePassword: boolean
  passwordExpiresMs: bigint | null
  hasTwoFactor: boolean
  createdMs: bigint
  createdBy: string | null
  lastLoginMs: bigint | null
  /** From then on he is one of two; past, or 0, for most. */
  agreesFromMs: bigint
  version: number
}

const SELECT = `select a.id, a.username, a.role, a.permissions, a.disabled,
    a.must_change_password as "mustChangePassword", a.password_expires_at_ms as "passwordExpiresMs",
    exists (select 1 from admin_two_factor f where f.admin_id = a.id and f.confirmed_at_ms is not null) as "hasTwoFactor",
    a.created_at_ms as "createdMs", c.username as "createdBy", a.last_login_at_ms as "lastLoginMs",
    a.agrees_from_ms as "agreesFromMs", a.version
  from administrators a left join administrators c on c.id = a.created_by`

/** Of several who act on each other at once one is first, and the others see what he has done. */
const LOCK_KEY = 7_482_913_060n

export async function lockAdministrators(sql: Sql): Promise<void> {
  await sql.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
}

export async function getManaged(sql: Sql, id: bigint): Promise<ManagedRow | null> {
  const [row] = await sql.query<ManagedRow>(`${SELECT} where a.id = $1`, [id])
  return row ?? null
}

export interface ManagedFilter {
  role: string | null
  disabled: boolean | null
  /** What names hold anywhere, as they are compared. */
  part: string | null
  cursorId: bigint | null
  limit: number
}

/** Oldest first. */
export async function listManaged(sql: Sql, filter: ManagedFilter): Promise<ManagedRow[]> {
  return await sql.query<ManagedRow>(
    `${SELECT}
     where a.id > coalesce($1, 0::bigint) and ($2::text is null or a.role = $2)
       and ($3::boolean is null or a.disabled = $3)
       and ($4::text is null or strpos(a.username_key, $4) > 0)
     order by a.id limit $5`,
    [filter.cursorId, filter.role, filter.disabled, filter.part, filter.limit],
  )
}

/** `permissions`: of the role's those he has; empty: all of them. */
export async function setRole(
  sql: Sql,
  id: bigint,
  role: string,
  permissions: readonly string[],
): Promise<void> {
  await sql.query(
    'update administrators set role = $2, permissions = $3, version = version + 1 where id = $1',
    [id, role, [...permissions]],
  )
}

export async function setDisabled(sql: Sql, id: bigint, disabled: boolean): Promise<void> {
  await sql.query('update administrators set disabled = $2, version = version + 1 where id = $1', [
    id,
    disabled,
  ])
}

/** Who looks at an older version is told. */
export async function touchAdministrator(sql: Sql, id: bigint): Promise<void> {
  await sql.query('update administrators set version = version + 1 where id = $1', [id])
}
