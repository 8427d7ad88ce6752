import type { Sql } from '../platform/db.ts'

export interface AdminFactorRow {
  /** Sealed. */
  secret: string
  confirmedAtMs: bigint | null
}

export async function getAdminFactor(sql: Sql, adminId: bigint): Promise<AdminFactorRow | null> {
  const [row] = await sql.query<AdminFactorRow>(
    'select secret, confirmed_at_ms as "confirmedAtMs" from admin_two_factor where admin_id = $1',
    [adminId],
  )
  return row ?? null
}

/** Puts a new secret in place of one that was not confirmed; false when the second factor is on. */
export async function putUnconfirmedFactor(sql: Sql, adminId: bigint, secret: string): Promise<boolean> {
  const rows = await sql.query(
    `insert into admin_two_factor as t (admin_id, secret) values ($1, $2)
     on conflict (admin_id) do update set secret = excluded.secret, last_step = 0, failures_in_row = 0
     where t.confirmed_at_ms is null returning 1`,
    [adminId, secret],
  )
  return rows.length > 0
}

/** Counts a try as failed, to be taken back when it is right. Answers how many in a row there are, `most` and one at the most; null: there is no factor. */
export async function countFactorFailure(sql: Sql, adminId: bigint, most: number): Promise<number | null> {
  const rows = await sql.query<{ failures: number }>(
    `update admin_two_factor set failures_in_row = least(failures_in_row, $2) + 1
     where admin_id = $1 returning failures_in_row as failures`,
    [adminId, most],
  )
  return rows[0]?.failures ?? null
}

export async function takeFactorStep(
  sql: Sql,
  adminId: bigint,
  secret: string,
  step: number,
): Promise<boolean> {
  const rows = await sql.query(
    `update admin_two_factor set last_step = $3, failures_in_row = 0
     where admin_id = $1 and secret = $2 and last_step < $3 returning 1`,
    [adminId, secret, step],
  )
  return rows.length > 0
}

/** False when it has been confirmed already. */
export async function setFactorConfirmed(
  sql: Sql,
  adminId: bigint,
  secret: string,
  atMs: number,
): Promise<boolean> {
  const rows = await sql.query(
    `update admin_two_factor set confirmed_at_ms = $3
     where admin_id = $1 and secret = $2 and confirmed_at_ms is null returning 1`,
    [adminId, secret, atMs],
  )
  return rows.length > 0
}

/** False when it was off; one that was begun goes too. */
export async function deleteAdminFactor(sql: Sql, adminId: bigint): Promise<boolean> {
  const rows = await sql.query<{ on: boolean }>(
    'delete from admin_two_factor where admin_id = $1 returning confirmed_at_ms is not null as "on"',
    [adminId],
  )
  await sql.query('delete from admin_recovery_codes where admin_id = $1', [adminId])
  return rows[0]?.on === true
}

/** The old codes go; false when the second factor is off. */
export async function replaceAdminRecoveryCodes(
  sql: Sql,
  adminId: bigint,
  codeSha256s: readonly Uint8Array[],
): Promise<boolean> {
  const on = await sql.query(
    'select 1 from admin_two_factor where admin_id = $1 and confirmed_at_ms is not null for update',
    [adminId],
  )
  if (on.length === 0) return false
  await sql.query('delete from admin_recovery_codes where admin_id = $1', [adminId])
  await sql.query(
    'insert into admin_recovery_codes (admin_id, code_sha256) select $1, t.code from unnest($2::bytea[]) as t (code)',
    [adminId, [...codeSha256s]],
  )
  return true
}

/** Holds the factor before its codes, as whoever replaces them does: nobody waits in a ring. */
export async function takeAdminRecoveryCode(
  sql: Sql,
  adminId: bigint,
  codeSha256: Uint8Array,
  atMs: number,
): Promise<boolean> {
  const rows = await sql.query(
    `with held as (
       select 1 from admin_two_factor where admin_id = $1 for update
     ), taken as (
       update admin_recovery_codes set used_at_ms = $3
       where admin_id = $1 and code_sha256 = $2 and used_at_ms is null and exists (select 1 from held) returning 1
     ), forgiven as (
       update admin_two_factor set failures_in_row = 0 where admin_id = $1 and exists (select 1 from taken)
     )
     select 1 from taken`,
    [adminId, codeSha256, atMs],
  )
  return rows.length > 0
}

export async function countAdminRecoveryCodes(sql: Sql, adminId: bigint): Promise<number> {
  const [row] = await sql.query<{ left: number }>(
    'select count(*)::int4 as "left" from admin_recovery_codes where admin_id = $1 and used_at_ms is null',
    [adminId],
  )
  return row?.left ?? 0
}

/** Whether a secret of an app is sealed so. */
export async function holdsSealedFactor(sql: Sql, beginning: string): Promise<boolean> {
  const rows = await sql.query('select 1 from admin_two_factor where starts_with(secret, $1) limit 1', [
    beginning,
  ])
  return rows.length > 0
}

/** Secrets that are sealed in another way. */
export async function listFactorsSealedOtherwise(
  sql: Sql,
  beginning: string,
  limit: number,
): Promise<{ adminId: bigint; secret: string }[]> {
  return await sql.query<{ adminId: bigint; secret: string }>(
    'select admin_id as "adminId", secret from admin_two_factor where not starts_with(secret, $1) limit $2',
    [beginning, limit],
  )
}

/** One sealed secret in place of another, unless a new one has come since. */
export async function replaceSealedFactor(
  sql: Sql,
  adminId: bigint,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql.query('update admin_two_factor set secret = $3 where admin_id = $1 and secret = $2', [
    adminId,
    from,
    to,
  ])
}
