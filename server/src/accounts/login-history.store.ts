import type { Sql } from '../platform/db.ts'
import type { SignInMethod } from './open-session.ts'

type LoginOutcome = 'signed-in' | 'code-asked' | 'choice-asked' | 'wrong-password' | 'wrong-code'

export interface LoginRow {
  id: bigint
  atMs: bigint
  method: SignInMethod
  outcome: LoginOutcome
  ip: string
  userAgent: string
}

export type NewLogin = Omit<LoginRow, 'id' | 'atMs'> & { atMs: number }

/**
 * Of each user, sign-ins, first steps that were right and failures apart: whoever fails often pushes out of sight neither a
 * sign-in nor that somebody knows the password.
 */
const KEPT_OF_EACH = 100
const KIND = (outcome: string): string =>
  `case when ${outcome} = 'signed-in' then 'signed-in'
    when ${outcome} in ('code-asked', 'choice-asked') then 'first-step' else 'failed' end`

/** `userId` null: nobody has that name; the same is written. */
export async function recordLogin(sql: Sql, userId: bigint | null, login: NewLogin): Promise<void> {
  await sql.query(
    `insert into login_history (user_id, at_ms, method, outcome, ip, user_agent) values ($1, $2, $3, $4, $5, $6)`,
    [userId, login.atMs, login.method, login.outcome, login.ip, login.userAgent],
  )
  await sql.query(
    `delete from login_history where id in (
       select id from login_history where user_id = $1 and ${KIND('outcome')} = ${KIND('$2::text')}
       order by id desc offset ${KEPT_OF_EACH})`,
    [userId, login.outcome],
  )
}

/** A page of a user's, newest first, older than `before`. */
export async function listLoginsOf(
  sql: Sql,
  userId: bigint,
  { before, sinceMs, limit }: { before: bigint | null; sinceMs: number; limit: number },
): Promise<LoginRow[]> {
  return await sql.query<LoginRow>(
    `select id, at_ms as "atMs", method, outcome, ip, user_agent as "userAgent"
     from login_history where user_id = $1 and ($2::bigint is null or id < $2) and at_ms >= $3
     order by id desc limit $4`,
    [userId, before, sinceMs, limit],
  )
}

/** Forgets what is too old, and at once what belongs to nobody. */
export async function deleteOldLogins(sql: Sql, beforeMs: number): Promise<void> {
  await sql.query('delete from login_history where user_id is null')
  await sql.query('delete from login_history where at_ms < $1', [beforeMs])
}
