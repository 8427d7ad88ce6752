import type { Sql, SqlValue } from '../src/platform/db.ts'

/** How the database would run a statement. */
export async function planOf(sql: Sql, text: string, params: readonly SqlValue[] = []): Promise<string> {
  const rows = await sql.query<Record<string, string>>(`explain ${text}`, params)
  return rows.map((row) => Object.values(row)[0]).join('\n')
}

/** Plan of the one statement that `run` makes. */
export async function planOfRun(sql: Sql, run: (sql: Sql) => Promise<unknown>): Promise<string> {
  let plan = ''
  await run({
    query: async <Row extends object>(text: string, params?: readonly SqlValue[]): Promise<Row[]> => {
      plan = await planOf(sql, text, params)
      return []
    },
  })
  return plan
}
