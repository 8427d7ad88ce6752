import type { Db, Sql } from './db.ts'

/** A transaction each for some, until there are none; answers how many there were. */
export async function untilNone(db: Db, some: (sql: Sql) => Promise<number>): Promise<number> {
  let all = 0
  for (;;) {
    const done = await db.tx(some)
    if (done === 0) return all
    all += done
  }
}
