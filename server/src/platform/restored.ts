import type { Sql } from './db.ts'

const KEY = 'restored'

/** When the database was last restored from a backup older than what was lost, in service time. */
export interface Restored {
  atMs: number
  /** Moment of the backup, ISO 8601. */
  takenAt: string
}

/** Null: never. */
export async function readRestored(sql: Sql): Promise<Restored | null> {
  const [row] = await sql.query<{ value: Restored }>('select value from platform_meta where key = $1', [KEY])
  return row?.value ?? null
}

export async function writeRestored(sql: Sql, restored: Restored): Promise<void> {
  await sql.query(
    `insert into platform_meta (key, value, updated_ms) values ($1, $2, database_now_ms())
     on conflict (key) do update set value = excluded.value, updated_ms = excluded.updated_ms`,
    [KEY, restored],
  )
}

/** Lets every row that gets its number from the database have one that nobody has seen: `by` numbers are left out. */
export async function skipIds(sql: Sql, by: bigint): Promise<void> {
  await sql.query(
    `select setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, 0) + $1::bigint)
     from pg_sequences where schemaname = current_schema() and data_type = 'bigint'::regtype`,
    [by],
  )
}

/**
 * How much service time may have passed since a moment of the database's clock, in ms; the clock of a replay, which stands
 * while nothing runs, is moved on by as much: it never shows a time again that was shown before.
 */
export async function passTime(sql: Sql, sinceDbMs: number): Promise<number> {
  const [row] = await sql.query<{ passed: number }>(
    `update service_clock set fixed_ms = fixed_ms + ceil(greatest(0, database_now_ms() - $1::bigint) * speed)::bigint
     returning ceil(greatest(0, database_now_ms() - $1::bigint) * speed) as passed`,
    [BigInt(sinceDbMs)],
  )
  return Number(row?.passed ?? 0)
}
