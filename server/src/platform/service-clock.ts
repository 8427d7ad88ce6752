import type { Db, Sql } from './db.ts'

export class ServiceClockError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ServiceClockError'
  }
}

export type ServiceClockMode =
  | { kind: 'real' }
  /**
   * The recording's clock × speed, as far as its prices are delivered (`storeServiceTime`). `startMs` counts for a fresh
   * database; a used one goes on where it stood.
   */
  | { kind: 'replay'; startMs: number; endMs: number; speed: number }

/**
 * Sets the database's service clock for this run, before `createSystemClock`. Service time never goes back: a database
 * that is past the recording (or was used with real time) is refused for it, with what to do instead.
 */
export async function setServiceClock(db: Db, mode: ServiceClockMode): Promise<void> {
  await db.tx(async (sql) => {
    const [row] = await sql.query<{ now_ms: bigint; untouched: boolean }>(
      `select service_now_ms() as now_ms, anchor_db_ms = 0 and not exists (select 1 from platform_meta where key = 'clock') as untouched
       from service_clock for update`,
    )
    if (row === undefined) throw new ServiceClockError('the table service_clock has no row')
    const nowMs = Number(row.now_ms)
    if (mode.kind === 'real') {
      await sql.query(
        'update service_clock set anchor_db_ms = 0, anchor_service_ms = 0, speed = 1, fixed_ms = null where speed <> 1 or anchor_db_ms <> 0 or fixed_ms is not null',
      )
    } else {
      const startMs = row.untouched ? mode.startMs : Math.max(nowMs, mode.startMs)
      if (startMs >= mode.endMs) {
        throw new ServiceClockError(
          'the service clock of this database is already past the end of the recording and never goes back: use another DATA_DIR (or database), or a later recording',
        )
      }
      await sql.query('select set_service_clock($1, $2)', [BigInt(startMs), mode.speed])
      await sql.query('update service_clock set fixed_ms = $1', [BigInt(startMs)])
    }
    await sql.query(
      `insert into platform_meta (key, value, updated_ms) values ('clock', $1, database_now_ms())
       on conflict (key) do update set value = excluded.value, updated_ms = excluded.updated_ms`,
      [JSON.stringify(mode.kind)],
    )
  })
}

/** With the replay feed: the database's service time comes to `ms`, in the transaction of what was delivered up to there. */
export async function storeServiceTime(sql: Sql, ms: number): Promise<void> {
  await sql.query('update service_clock set fixed_ms = greatest(fixed_ms, $1)', [BigInt(ms)])
}
