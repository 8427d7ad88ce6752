import type { Sql } from '../platform/db.ts'

// Accounts of payers and payees are sealed in two tables alike.

export interface SealedAccount {
  table: 'deposits' | 'withdrawals'
  id: bigint
  userId: bigint
  sealed: string
}

/** Whether any account is sealed with the key that makes this beginning. */
export async function holdsSealedAccount(sql: Sql, beginning: string): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from deposits where starts_with(payer, $1)
    union all select 1 from withdrawals where starts_with(payee, $1) limit 1`,
    [beginning],
  )
  return rows.length > 0
}

/** Accounts that are sealed in another way. */
export function listAccountsSealedOtherwise(
  sql: Sql,
  beginning: string,
  limit: number,
): Promise<SealedAccount[]> {
  return sql.query<SealedAccount>(
    `select 'deposits' as "table", id, user_id as "userId", payer as sealed from deposits where not starts_with(payer, $1)
    union all select 'withdrawals', id, user_id, payee from withdrawals where payee is not null and not starts_with(payee, $1)
    limit $2`,
    [beginning, limit],
  )
}

/** Payers of deposits from before their numbers were marked. */
export function listUnmarkedPayers(sql: Sql, limit: number): Promise<Omit<SealedAccount, 'table'>[]> {
  return sql.query<Omit<SealedAccount, 'table'>>(
    `select id, user_id as "userId", payer as sealed from deposits where payer_mark is null order by id limit $1`,
    [limit],
  )
}

export async function replacePayer(
  sql: Sql,
  id: bigint,
  { sealed, mark }: { sealed: string; mark: string },
): Promise<void> {
  await sql.query('update deposits set payer = $2, payer_mark = $3 where id = $1', [id, sealed, mark])
}

export async function replacePayee(sql: Sql, id: bigint, sealed: string): Promise<void> {
  await sql.query('update withdrawals set payee = $2 where id = $1', [id, sealed])
}

/** Other users who ever named an account with one of these marks as the one they pay from. */
export async function countOtherPayers(sql: Sql, userId: bigint, marks: readonly string[]): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `select count(distinct user_id)::int4 as count from deposits
    where payer_mark = any ($2::text[]) and user_id <> $1`,
    [userId, [...marks]],
  )
  return row?.count ?? 0
}
