import type { Db, Sql } from '../../src/platform/db.ts'

/** Notes the text of every statement from now on, in transactions too, until stopped. */
export function watchStatements(db: Db): { statements: string[]; stop(): void } {
  const statements: string[] = []
  const { query, tx } = db
  const noting =
    (run: Sql['query']): Sql['query'] =>
    (text, params) => {
      statements.push(text)
      return run(text, params)
    }
  db.query = noting(query.bind(db))
  db.tx = (work) =>
    tx.call(db, (sql) =>
      work({ ...sql, query: noting(sql.query.bind(sql)), exec: sql.exec.bind(sql) }),
    ) as never
  return {
    statements,
    stop: () => {
      db.query = query
      db.tx = tx
    },
  }
}
