import type { Sql } from '../platform/db.ts'

export type Standing = 'active' | 'frozen'

/**
 * Keeps sign-ins of the user waiting until the transaction ends: each takes the key of his row before it writes a session.
 * Null: there is no such user.
 */
export async function holdStanding(sql: Sql, userId: bigint): Promise<Standing | null> {
  const [row] = await sql.query<{ status: Standing }>('select status from users where id = $1 for update', [
    userId,
  ])
  return row?.status ?? null
}

/** The other side of `holdStanding`: once it is answered, a freeze waits for the caller's transaction and sees its session. */
export async function isFrozenNow(sql: Sql, userId: bigint): Promise<boolean> {
  const [row] = await sql.query<{ status: Standing }>(
    'select status from users where id = $1 for key share',
    [userId],
  )
  return row?.status === 'frozen'
}

export async function setStanding(sql: Sql, userId: bigint, status: Standing): Promise<void> {
  await sql.query('update users set status = $2 where id = $1', [userId, status])
}

/** Row ids by the numbers users are known by. */
export async function getUserIdOf(sql: Sql, uid: string): Promise<bigint | null> {
  const [row] = await sql.query<{ id: bigint }>('select id from users where uid = $1', [uid])
  return row?.id ?? null
}
