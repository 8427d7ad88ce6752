import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEmptyTestDb, type TestDb, testDatabaseUrl } from '../../test/test-database.ts'
import { CommitUnknownError, DbError, DbUnavailableError } from './db-error.ts'

describe.skipIf(testDatabaseUrl === undefined)('PostgreSQL', () => {
  let opened: TestDb
  beforeAll(async () => {
    opened = await openEmptyTestDb()
    // A commit that takes as long as the key below is held by somebody else.
    await opened.db.exec(`
      create table slow (id int);
      create function wait_at_commit() returns trigger language plpgsql as $$
        begin perform pg_advisory_xact_lock(4711); return null; end $$;
      create constraint trigger slow_commit after insert on slow
        deferrable initially deferred for each row execute function wait_at_commit();`)
  })
  afterAll(() => opened.drop())

  /** Ends the connection that waits for the key, while this one holds it. */
  const killWaiting = async (): Promise<void> => {
    for (let tries = 0; tries < 500; tries++) {
      const [row] = await opened.db.query<{ ended: bigint }>(
        `select count(pg_terminate_backend(pid)) as ended from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
      )
      if (row !== undefined && row.ended > 0n) return
    }
    throw new Error('nothing came to wait')
  }

  test('[O5] a connection lost during COMMIT is an unknown result, and the pool goes on', async () => {
    const { db } = opened
    await db.tx(async (holder) => {
      await holder.query('select pg_advisory_xact_lock(4711)')
      const doubtful = db.tx((sql) => sql.query('insert into slow values (1)'))
      doubtful.catch(() => undefined)
      await killWaiting()
      await expect(doubtful).rejects.toBeInstanceOf(CommitUnknownError)
    })
    expect(await db.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  test('[O5] a connection lost before COMMIT committed nothing, and is told as such', async () => {
    const { db } = opened
    const lost = db.tx(async (sql) => {
      await sql.query('create table never (id int)')
      await sql.query('select pg_terminate_backend(pg_backend_pid())')
    })
    const error = await lost.catch((thrown: unknown) => thrown)
    expect(error instanceof DbUnavailableError || error instanceof DbError).toBe(true)
    expect(error).not.toBeInstanceOf(CommitUnknownError)
    expect(await db.query("select to_regclass('never') as name")).toEqual([{ name: null }])
  })

  test('[O5] a refusal at COMMIT is a refusal, not an unknown result', async () => {
    await opened.db.exec('create table late (id int unique deferrable initially deferred)')
    const refused = opened.db.tx((sql) => sql.query('insert into late values (1), (1)'))
    await expect(refused).rejects.toMatchObject({ name: 'DbError', code: '23505' })
  })

  test('[O5] transactions are READ COMMITTED, in UTC', async () => {
    const rows = await opened.db.tx((sql) =>
      sql.query(
        "select current_setting('transaction_isolation') as level, current_setting('timezone') as zone",
      ),
    )
    expect(rows).toEqual([{ level: 'read committed', zone: 'UTC' }])
  })
})
