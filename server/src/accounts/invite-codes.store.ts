import type { Sql } from '../platform/db.ts'

/** The owner of a valid code: a user, or null for the operator; `undefined` when there is no such code. */
export async function getInviter(sql: Sql, code: string): Promise<bigint | null | undefined> {
  const [row] = await sql.query<{ userId: bigint | null }>(
    'select user_id as "userId" from invite_codes where code = $1 and active',
    [code],
  )
  return row?.userId
}

/** False when the code is already given to someone. */
export async function insertInviteCode(
  sql: Sql,
  code: string,
  userId: bigint | null,
  atMs: number,
): Promise<boolean> {
  const rows = await sql.query(
    `insert into invite_codes (code, user_id, created_at_ms) values ($1, $2, $3)
     on conflict (code) do nothing returning code`,
    [code, userId, atMs],
  )
  return rows.length === 1
}

export async function getOperatorInviteCode(sql: Sql): Promise<string | null> {
  const [row] = await sql.query<{ code: string }>(
    'select code from invite_codes where user_id is null and active order by created_at_ms limit 1',
  )
  return row?.code ?? null
}

export async function getInviteCodeOf(sql: Sql, userId: bigint): Promise<string | null> {
  const [row] = await sql.query<{ code: string }>('select code from invite_codes where user_id = $1', [
    userId,
  ])
  return row?.code ?? null
}
