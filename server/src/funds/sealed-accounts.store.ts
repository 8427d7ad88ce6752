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

export async function replaceSealedAccount(
  sql: Sql,
  { table, id }: SealedAccount,
  to: string,
): Promise<void> {
  const column = table === 'deposits' ? 'payer' : 'payee'
  await sql.query(`update ${table} set ${column} = $2 where id = $1`, [id, to])
}
