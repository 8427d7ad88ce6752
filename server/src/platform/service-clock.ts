import type { Db, Sql } from './db.ts'
import { carryOutStep } from './start-step.ts'

export class ServiceClockError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ServiceClockError'
  }
}

export type ServiceClockMode =
  | { kind: 'real' }
  /**
   * The recording's clock × speed, as far as its prices are delivered (`storeServiceTime`). A fresh database begins at
   * `startMs`; a used one goes on where it stood, or later where a later start was asked for.
   */
  | { kind: 'replay'; startMs: number; isStartAsked: boolean; endMs: number; speed: number }

type ReplayMode = Extract<ServiceClockMode, { kind: 'replay' }>

/** As kept in `platform_meta`; older databases hold the kind alone. */
type KeptMode = { kind: 'real' } | { kind: 'replay'; begunMs: number } | ServiceClockMode['kind']

/**
 * Sets the database's service clock for this run, before `createSystemClock`. Service time never goes back: a database
 * that is past the recording, or past the start that was asked for, is refused for it, with what to do instead.
 */
export async function setServiceClock(db: Db, mode: ServiceClockMode): Promise<void> {
  await carryOutStep(() => db.tx((sql) => setClock(sql, mode)))
}

async function setClock(sql: Sql, mode: ServiceClockMode): Promise<void> {
  const [row] = await sql.query<{ now_ms: bigint; kept: KeptMode | null; untouched: boolean }>(
    `select service_now_ms() as now_ms, m.value as kept, anchor_db_ms = 0 and m.key is null as untouched
     from service_clock left join platform_meta m on m.key = 'clock' for update of service_clock`,
  )
  if (row === undefined) throw new ServiceClockError('the table service_clock has no row')
  let keep: KeptMode = { kind: 'real' }
  if (mode.kind === 'real') {
    await sql.query(
      'update service_clock set anchor_db_ms = 0, anchor_service_ms = 0, speed = 1, fixed_ms = null where speed <> 1 or anchor_db_ms <> 0 or fixed_ms is not null',
    )
  } else {
    const { startMs, begunMs } = row.untouched
      ? { startMs: mode.startMs, begunMs: mode.startMs }
      : goOn(mode, Number(row.now_ms), row.kept)
    if (startMs >= mode.endMs) {
      throw new ServiceClockError(
        `the service clock of this database stands at ${timeText(startMs)}, past the end of the recording, and never goes back: ${OWN_FOLDER}; or play a later recording`,
      )
    }
    await sql.query('select set_service_clock($1, $2)', [BigInt(startMs), mode.speed])
    await sql.query('update service_clock set fixed_ms = $1', [BigInt(startMs)])
    keep = { kind: 'replay', begunMs }
  }
  await sql.query(
    `insert into platform_meta (key, value, updated_ms) values ('clock', $1, database_now_ms())
     on conflict (key) do update set value = excluded.value, updated_ms = excluded.updated_ms`,
    [keep],
  )
}

const OWN_FOLDER =
  'give the replay a folder of its own (--data-dir ./data-replay, or DATA_DIR), or another database'

/** Where a used database goes on. The start it began with may be asked for again: a restart is given the same flags. */
function goOn(mode: ReplayMode, nowMs: number, kept: KeptMode | null): { startMs: number; begunMs: number } {
  const begunMs = typeof kept === 'object' && kept?.kind === 'replay' ? kept.begunMs : nowMs
  if (!mode.isStartAsked) return { startMs: nowMs, begunMs }
  if (mode.startMs < nowMs && mode.startMs !== begunMs) {
    throw new ServiceClockError(
      `REPLAY_START (--start): the service clock of this database stands at ${timeText(nowMs)} and never goes back to ${timeText(mode.startMs)}: leave it out to go on, or ${OWN_FOLDER}`,
    )
  }
  return { startMs: Math.max(nowMs, mode.startMs), begunMs: mode.startMs }
}

const timeText = (ms: number): string => new Date(ms).toISOString()

/** With the replay feed: the database's service time comes to `ms`, in the transaction of what was delivered up to there. */
export async function storeServiceTime(sql: Sql, ms: number): Promise<void> {
  await sql.query('update service_clock set fixed_ms = greatest(fixed_ms, $1)', [BigInt(ms)])
}
