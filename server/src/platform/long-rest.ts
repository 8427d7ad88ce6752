import type { Sql } from './db.ts'

const RESTING_MAX_MS = 60_000

/**
 * Lets the transaction rest for longer than others may (`openPostgres`): of one that writes a file under its lock, which
 * takes as long as the disk is busy. Comes before the lock.
 */
export async function allowLongRest(sql: Sql): Promise<void> {
  await sql.query(`set local idle_in_transaction_session_timeout = ${RESTING_MAX_MS}`)
}
