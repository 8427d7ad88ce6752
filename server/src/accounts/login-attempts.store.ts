import type { Sql } from '../platform/db.ts'

/** `code`: of two-factor sign-in. */
type LoginScope = 'user' | 'admin' | 'code'

export interface LoginAttempt {
  scope: LoginScope
  accountSha256: Uint8Array
  address: string
  /** Only of a device its owner has signed in from before. */
  deviceSha256: Uint8Array | null
  atMs: number
}

export interface AttemptCounts {
  /** Attempts in the window, by account, by address, by both, and by account and known device. */
  account: number
  address: number
  pair: number
  device: number
  /** When the pair drops below the limit again, in ms; null while it is below. */
  pairFreeAtMs: number | null
}

/** Clocks of two servers differ by less; rows further ahead are of a clock that was set back (a replay started again). */
const CLOCK_SPREAD_MS = 60_000

/** Attempts of one account or address are counted one at a time, else a burst would see none of its own. */
export async function lockAttempts(sql: Sql, attempt: LoginAttempt): Promise<void> {
  // Always the account first: two callers can not wait for each other.
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 31))', [
    `${attempt.scope}:${Buffer.from(attempt.accountSha256).toString('hex')}`,
  ])
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 32))', [attempt.address])
}

export async function countAttempts(
  sql: Sql,
  attempt: LoginAttempt,
  window: { sinceMs: number; lengthMs: number; pairMax: number },
): Promise<AttemptCounts> {
  const [row] = await sql.query<{
    account: number
    address: number
    pair: number
    device: number
    freeAt: bigint | null
  }>(
    `with recent as (
       select account_sha256 = $2 as mine, address = $3 as here, device_sha256, at_ms
       from login_attempts
       where scope = $1 and at_ms > $5 and at_ms < $8 and (account_sha256 = $2 or address = $3)
     )
     select count(*) filter (where mine)::int4 as account,
            count(*) filter (where here)::int4 as address,
            count(*) filter (where mine and here and device_sha256 is null)::int4 as pair,
            count(*) filter (where mine and device_sha256 = $4)::int4 as device,
            (select at_ms + $6::int8 from recent where mine and here and device_sha256 is null
             order by at_ms desc offset $7 limit 1) as "freeAt"
     from recent`,
    [
      attempt.scope,
      attempt.accountSha256,
      attempt.address,
      attempt.deviceSha256,
      window.sinceMs,
      window.lengthMs,
      window.pairMax - 1,
      attempt.atMs + CLOCK_SPREAD_MS,
    ],
  )
  return {
    account: row?.account ?? 0,
    address: row?.address ?? 0,
    pair: row?.pair ?? 0,
    device: row?.device ?? 0,
    pairFreeAtMs: row?.freeAt == null ? null : Number(row.freeAt),
  }
}

export async function insertAttempt(sql: Sql, attempt: LoginAttempt): Promise<bigint> {
  const [row] = await sql.query<{ id: bigint }>(
    `insert into login_attempts (scope, account_sha256, address, device_sha256, at_ms)
     values ($1, $2, $3, $4, $5) returning id`,
    [attempt.scope, attempt.accountSha256, attempt.address, attempt.deviceSha256, attempt.atMs],
  )
  return row?.id ?? 0n
}

/** One attempt was not a failure: only it is taken back, other people's failures stay. */
export async function deleteAttempt(sql: Sql, attemptId: bigint): Promise<void> {
  await sql.query('delete from login_attempts where id = $1', [attemptId])
}

/** A success from here clears what this caller failed before. */
export async function deleteOwnAttempts(sql: Sql, attempt: LoginAttempt): Promise<void> {
  await sql.query(
    `delete from login_attempts
     where scope = $1 and account_sha256 = $2
       and (address = $3 and device_sha256 is null or device_sha256 = $4)`,
    [attempt.scope, attempt.accountSha256, attempt.address, attempt.deviceSha256],
  )
}

export async function deleteAttemptsBefore(sql: Sql, beforeMs: number): Promise<void> {
  await sql.query('delete from login_attempts where at_ms < $1', [beforeMs])
}
