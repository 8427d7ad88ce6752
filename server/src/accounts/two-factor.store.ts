import type { Sql } from '../platform/db.ts'

export interface TwoFactorRow {
  /** Sealed. */
  secret: string
  confirmedAtMs: bigint | null
}

export async function getTwoFactor(sql: Sql, userId: bigint): Promise<TwoFactorRow | null> {
  const [row] = await sql.query<TwoFactorRow>(
    'select secret, confirmed_at_ms as "confirmedAtMs" from user_two_factor where user_id = $1',
    [userId],
  )
  return row ?? null
}

/** Puts a new secret in place of one that was not confirmed; false when two-factor sign-in is on. */
export async function putUnconfirmed(sql: Sql, userId: bigint, secret: string): Promise<boolean> {
  const rows = await sql.query(
    `insert into user_two_factor as t (user_id, secret) values ($1, $2)
     on conflict (user_id) do update set secret = excluded.secret, last_step = 0, failures_in_row = 0
     where t.confirmed_at_ms is null returning 1`,
    [userId, secret],
  )
  return rows.length > 0
}

/** Counts a try of the app's codes as failed, to be taken back when it is right. Answers how many in a row there are, `most` and one at the most; null: there is no factor. */
export async function countFailure(sql: Sql, userId: bigint, most: number): Promise<number | null> {
  const rows = await sql.query<{ failures: number }>(
    `update user_two_factor set failures_in_row = least(failures_in_row, $2) + 1
     where user_id = $1 returning failures_in_row as failures`,
    [userId, most],
  )
  return rows[0]?.failures ?? null
}

/** Takes the code of a step; false when this step, or a later one, was taken before. Of two callers at once one wins. */
export async function takeStep(sql: Sql, userId: bigint, secret: string, step: number): Promise<boolean> {
  const rows = await sql.query(
    `update user_two_factor set last_step = $3, failures_in_row = 0
     where user_id = $1 and secret = $2 and last_step < $3 returning 1`,
    [userId, secret, step],
  )
  return rows.length > 0
}

/** False when it has been confirmed already. */
export async function setConfirmed(sql: Sql, userId: bigint, secret: string, atMs: number): Promise<boolean> {
  const rows = await sql.query(
    `update user_two_factor set confirmed_at_ms = $3
     where user_id = $1 and secret = $2 and confirmed_at_ms is null returning 1`,
    [userId, secret, atMs],
  )
  return rows.length > 0
}

/** False when it was off. The caller holds the user. */
export async function deleteTwoFactor(sql: Sql, userId: bigint, atMs: number): Promise<boolean> {
  const was = await forgetTwoFactor(sql, userId)
  if (was) await sql.query('update users set two_factor_removed_at_ms = $2 where id = $1', [userId, atMs])
  return was
}

/** Whatever there is of it, confirmed or begun; no change its owner made. Answers whether it was on. */
export async function forgetTwoFactor(sql: Sql, userId: bigint): Promise<boolean> {
  const rows = await sql.query<{ on: boolean }>(
    'delete from user_two_factor where user_id = $1 returning confirmed_at_ms is not null as "on"',
    [userId],
  )
  await sql.query('delete from user_recovery_codes where user_id = $1', [userId])
  return rows[0]?.on === true
}

/** The old codes go; false when two-factor sign-in is off. */
export async function replaceRecoveryCodes(
  sql: Sql,
  userId: bigint,
  codeSha256s: readonly Uint8Array[],
): Promise<boolean> {
  const on = await sql.query(
    'select 1 from user_two_factor where user_id = $1 and confirmed_at_ms is not null for update',
    [userId],
  )
  if (on.length === 0) return false
  await sql.query('delete from user_recovery_codes where user_id = $1', [userId])
  await sql.query(
    'insert into user_recovery_codes (user_id, code_sha256) select $1, t.code from unnest($2::bytea[]) as t (code)',
    [userId, [...codeSha256s]],
  )
  return true
}

/**
 * Takes a recovery code; false when it is none, or was used. Of two callers at once one wins. Holds the factor before its
 * codes, as whoever replaces them does: nobody waits in a ring.
 */
export async function takeRecoveryCode(
  sql: Sql,
  userId: bigint,
  codeSha256: Uint8Array,
  atMs: number,
): Promise<boolean> {
  const rows = await sql.query(
    `with held as (
       select 1 from user_two_factor where user_id = $1 for update
     ), taken as (
       update user_recovery_codes set used_at_ms = $3
       where user_id = $1 and code_sha256 = $2 and used_at_ms is null and exists (select 1 from held) returning 1
     ), forgiven as (
       update user_two_factor set failures_in_row = 0 where user_id = $1 and exists (select 1 from taken)
     )
     select 1 from taken`,
    [userId, codeSha256, atMs],
  )
  return rows.length > 0
}

export async function countRecoveryCodes(sql: Sql, userId: bigint): Promise<number> {
  const [row] = await sql.query<{ left: number }>(
    'select count(*)::int4 as "left" from user_recovery_codes where user_id = $1 and used_at_ms is null',
    [userId],
  )
  return row?.left ?? 0
}

/** Whether a secret of an app is sealed so. */
export async function holdsSealedSecret(sql: Sql, beginning: string): Promise<boolean> {
  const rows = await sql.query('select 1 from user_two_factor where starts_with(secret, $1) limit 1', [
    beginning,
  ])
  return rows.length > 0
}

/** Secrets that are sealed in another way. */
export async function listSecretsSealedOtherwise(
  sql: Sql,
  beginning: string,
  limit: number,
): Promise<{ userId: bigint; secret: string }[]> {
  return await sql.query<{ userId: bigint; secret: string }>(
    'select user_id as "userId", secret from user_two_factor where not starts_with(secret, $1) limit $2',
    [beginning, limit],
  )
}

/** One sealed secret in place of another, unless a new one has come since. */
export async function replaceSealedSecret(
  sql: Sql,
  userId: bigint,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql.query('update user_two_factor set secret = $3 where user_id = $1 and secret = $2', [
    userId,
    from,
    to,
  ])
}
