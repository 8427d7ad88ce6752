import type { Cancel, Clock } from './clock.ts'
import type { Db } from './db.ts'
import type { Log } from './log.ts'

/** Real time between two rounds. */
const ROUND_EVERY_MS = 120_000
/** A table is vacuumed when this many of its rows are dead, and they are a fifth of it. */
const DEAD_ROWS_MIN = 2_000
/** …and analysed when this many have changed, and they are a tenth of it. */
const CHANGED_ROWS_MIN = 1_000
/** Tables looked after in one round: the one connection must not be kept for long. */
const TABLES_PER_ROUND = 4

/**
 * What PostgreSQL's background workers do and the embedded database has none for: checkpoints (without them its
 * write-ahead log grows for ever), vacuum of what turns over, statistics for the planner. Nothing on PostgreSQL.
 */
export function startEmbeddedUpkeep(options: {
  db: Db
  clock: Clock
  log: Log
  /** While true nothing is done: a checkpoint would drop the write-ahead log that a copy under way still needs. */
  isHeld?: () => boolean
}): Cancel {
  const { db, clock, log, isHeld = () => false } = options
  if (db.kind !== 'pglite') return () => undefined
  return clock.every(ROUND_EVERY_MS, async () => {
    try {
      await upkeepRound(db, isHeld)
    } catch (error) {
      log.error({ err: error }, 'upkeep of the embedded database failed')
    }
  })
}

interface TableNeed {
  name: string
  vacuum: boolean
}

/** One round; returns what it did, for the log and for tests. */
export async function upkeepRound(db: Db, isHeld: () => boolean = () => false): Promise<TableNeed[]> {
  if (isHeld()) return []
  await db.query('select pg_stat_force_next_flush()')
  const needs = await db.query<TableNeed>(
    `select format('%I.%I', schemaname, relname) as name,
       n_dead_tup >= $1 and n_dead_tup * 5 >= n_live_tup as vacuum
     from pg_stat_user_tables
     where (n_dead_tup >= $1 and n_dead_tup * 5 >= n_live_tup)
       or (n_mod_since_analyze >= $2 and n_mod_since_analyze * 10 >= n_live_tup)
     order by n_dead_tup desc limit $3`,
    [DEAD_ROWS_MIN, CHANGED_ROWS_MIN, TABLES_PER_ROUND],
  )
  for (const { name, vacuum } of needs) await db.exec(`${vacuum ? 'vacuum (analyze)' : 'analyze'} ${name}`)
  // A copy may have begun meanwhile; one that begins now waits for this statement.
  if (!isHeld()) await db.exec('checkpoint')
  return needs
}
