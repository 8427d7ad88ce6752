import type { Sql } from './db.ts'

/** There from the beginning of a restore to its end: a database that has it must not be used. */
const MARK = 'restore_unfinished'

/** Whether a restore into this database was not finished. */
export async function isRestoreUnfinished(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ found: boolean }>(`select to_regclass('${MARK}') is not null as found`)
  return row?.found === true
}

/** Fails when another restore into this database has begun. */
export async function markRestore(sql: Sql): Promise<void> {
  await sql.query(`create table ${MARK} (begun_at timestamptz not null default now())`)
}

/** In the transaction that finishes the restore. */
export async function unmarkRestore(sql: Sql): Promise<void> {
  await sql.query(`drop table ${MARK}`)
}
