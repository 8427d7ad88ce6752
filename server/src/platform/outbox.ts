import type { Cancel, Clock } from './clock.ts'
import type { Db, Sql } from './db.ts'
import type { Log } from './log.ts'

/** Carries out one event, in the transaction that removes it. May be called again after a fault. */
type OutboxHandler = (sql: Sql, payload: unknown) => Promise<void>

/** Domain events written in the transaction they tell of, carried out afterwards, at least once, in order of id. */
export interface Outbox {
  /** At most one handler a topic. Events nobody handles are removed. */
  handle(topic: string, handler: OutboxHandler): void
  /** Carries out what is due now; answers how many events it removed. */
  run(): Promise<number>
  start(): Cancel
}

/** In the caller's transaction. */
export async function postEvent(sql: Sql, topic: string, payload: object, nowMs: number): Promise<void> {
  await sql.query('insert into outbox (topic, payload, created_ms, due_ms) values ($1, $2, $3, $3)', [
    topic,
    payload,
    nowMs,
  ])
}

/** Real time between two looks. */
const LOOK_EVERY_MS = 1_000
const EVENTS_PER_LOOK_MAX = 200
const REMOVED_PER_LOOK_MAX = 5_000
/** Wait after the first fault in ms, doubled by each further one up to the greatest. */
const RETRY_FIRST_MS = 1_000
const RETRY_GREATEST_MS = 600_000

interface Event {
  id: bigint
  topic: string
  payload: unknown
  attempts: number
}

export function createOutbox({ db, clock, log }: { db: Db; clock: Clock; log: Log }): Outbox {
  const handlers = new Map<string, OutboxHandler>()

  /** The next due event, under its lock until the transaction ends; several processes take different ones. */
  const carryOne = (): Promise<boolean> =>
    db.tx(async (sql) => {
      const [event] = await sql.query<Event>(
        `select id, topic, payload, attempts from outbox where due_ms <= service_now_ms() and topic = any ($1::text[])
        order by id limit 1 for update skip locked`,
        [[...handlers.keys()]],
      )
      if (event === undefined) return false
      await sql.query('savepoint carried')
      try {
        await handlers.get(event.topic)?.(sql, event.payload)
        await sql.query('delete from outbox where id = $1', [event.id])
      } catch (error) {
        log.error({ err: error, topic: event.topic, attempts: event.attempts + 1 }, 'an event failed')
        await sql.query('rollback to savepoint carried')
        const waitMs = Math.min(RETRY_FIRST_MS * 2 ** Math.min(event.attempts, 20), RETRY_GREATEST_MS)
        await sql.query(
          `update outbox set attempts = attempts + 1, due_ms = service_now_ms() + $2, last_error = $3 where id = $1`,
          [event.id, waitMs, String(error).slice(0, 500)],
        )
      }
      return true
    })

  const outbox: Outbox = {
    handle: (topic, handler) => void handlers.set(topic, handler),
    async run() {
      const removed = await db.query(
        `delete from outbox where id in (
          select id from outbox where topic <> all ($1::text[]) order by id limit ${REMOVED_PER_LOOK_MAX}) returning 1`,
        [[...handlers.keys()]],
      )
      let carried = 0
      while (handlers.size > 0 && carried < EVENTS_PER_LOOK_MAX && (await carryOne())) carried += 1
      return removed.length + carried
    },
    start: () =>
      clock.every(LOOK_EVERY_MS, async () => {
        await outbox
          .run()
          .catch((error: unknown) => log.error({ err: error }, 'the outbox could not be read'))
      }),
  }
  return outbox
}
