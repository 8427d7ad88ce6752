import type { Sql } from '../platform/db.ts'

export interface NewNotice {
  userId: bigint
  type: 'trade' | 'system'
  /** What it tells, worded by the reader from `data`, such as `deposit-completed`. */
  kind: string
  priority: 'high' | 'medium' | 'low'
  data: object
}

/** In the transaction of what they tell. */
export async function insertNotices(sql: Sql, notices: readonly NewNotice[], nowMs: number): Promise<void> {
  await sql.query('select notifications_add($1, $2, $3, $4, $5, $6::jsonb[])', [
    nowMs,
    notices.map(({ userId }) => userId),
    notices.map(({ type }) => type),
    notices.map(({ kind }) => kind),
    notices.map(({ priority }) => priority),
    notices.map(({ data }) => JSON.stringify(data)),
  ])
}
