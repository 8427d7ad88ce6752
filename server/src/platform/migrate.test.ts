import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { holdLock } from '../../test/cluster-rig.ts'
import { openEmptyTestDb, type TestDb, testDatabaseUrl } from '../../test/test-database.ts'
import { type Migration, migrate, readMigrations } from './migrate.ts'

const file = (number: number, script: string): Migration => ({
  name: `000${number}-step.sql`,
  number,
  script,
  checksum: createHash('sha256').update(script).digest('hex'),
})
const first = file(
  1,
  'create table a (id int); insert into a values (1); create function one() returns int language sql as $$ select 1; $$;',
)
const second = file(2, 'create table b (id int)')

let opened: TestDb | undefined
beforeEach(async () => {
  await opened?.drop()
  opened = await openEmptyTestDb()
})
afterAll(() => opened?.drop())
const database = (): TestDb['db'] => {
  if (opened === undefined) throw new Error('no database')
  return opened.db
}

test('[O6] files are applied once, in order, also when several processes start at once', async () => {
  const done = await Promise.all([1, 2, 3].map(() => migrate(database(), [first, second])))
  expect(done.flat().sort()).toEqual(['0001-step.sql', '0002-step.sql'])
  expect(await migrate(database(), [first, second])).toEqual([])
  expect(await database().query('select * from a')).toEqual([{ id: 1 }])
})

// The embedded database has one process.
describe.skipIf(testDatabaseUrl === undefined)('while another process migrates', () => {
  const limitMs = 1_000
  /** Whose statements may last no longer than that. */
  const hurried = (): TestDb['db'] => {
    const db = database()
    return {
      ...db,
      tx: (work) =>
        db.tx(async (sql) => {
          await sql.exec(`set local statement_timeout = ${limitMs}`)
          return work(sql)
        }),
    }
  }
  /** How long a statement has waited for a lock, in ms; 0: none does. */
  const waitedMs = async (fits: string): Promise<number> => {
    const [waiting] = await database().query<{ ms: number }>(
      `select (extract(epoch from clock_timestamp() - query_start) * 1000)::int as ms from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
      [fits],
    )
    return waiting?.ms ?? 0
  }
  const lockKey = '7482913055'
  const patience = { timeout: 20_000 }

  test('[O6] a process waits for longer than a statement may last, and says so once', async () => {
    const told: string[] = []
    const log = { info: (_: object, message: string) => void told.push(message) }
    const long = file(1, `select pg_advisory_xact_lock(1); ${first.script}`)
    const release = await holdLock(database(), 'select pg_advisory_xact_lock(1)')
    const both = [migrate(database(), [long, second])]
    try {
      await expect.poll(() => waitedMs('%create table a%'), patience).toBeGreaterThan(0)
      both.push(migrate(hurried(), [long, second], log))
      await expect.poll(() => waitedMs(`%${lockKey}%`), patience).toBeGreaterThan(1.5 * limitMs)
      expect(told).toEqual(['another process changes the schema: this one waits until it has'])
    } finally {
      await release()
      await Promise.allSettled(both)
    }
    expect((await Promise.all(both)).flat().sort()).toEqual([long.name, second.name])
    expect(told).toHaveLength(1)
  })

  test('[O6] what comes after the wait has its limit again', async () => {
    const release = await holdLock(database(), `select pg_advisory_xact_lock(${lockKey})`)
    const slow = migrate(hurried(), [file(1, 'select pg_sleep(5)')])
    slow.catch(() => undefined)
    try {
      await expect.poll(() => waitedMs(`%${lockKey}%`), patience).toBeGreaterThan(0)
    } finally {
      await release()
      await Promise.allSettled([slow])
    }
    await expect(slow).rejects.toMatchObject({ code: '57014' })
  })
})

test('[O6] a failing file leaves nothing of itself and all before it', async () => {
  const broken = file(2, 'create table b (id int); select 1/0')
  await expect(migrate(database(), [first, broken])).rejects.toThrow('division by zero')
  expect(
    await database().query("select to_regclass('a') is not null as a, to_regclass('b') is not null as b"),
  ).toEqual([{ a: true, b: false }])
  expect(await migrate(database(), [first, second])).toEqual(['0002-step.sql'])
})

test('[O2] a user who may not make tables is told so by the setting', async () => {
  const db = database()
  const asGuest: TestDb['db'] = {
    ...db,
    tx: (work) =>
      db.tx(async (sql) => {
        await sql.exec('revoke create on schema public from public; set local role pg_monitor')
        return work(sql)
      }),
  }
  await expect(migrate(asGuest, [first])).rejects.toThrow('DATABASE_URL: expected a user who may make tables')
})

test('[O6] a newer schema is refused before anything is touched', async () => {
  await migrate(database(), [first, second])
  await expect(migrate(database(), [first])).rejects.toThrow('newer schema (0002-step.sql)')
})

test('[O6] an applied file that has changed is refused by name', async () => {
  await migrate(database(), [first])
  const changed = file(1, 'create table a (id bigint)')
  await expect(migrate(database(), [changed, second])).rejects.toThrow(
    '0001-step.sql was applied with another content',
  )
  expect(await database().query("select to_regclass('b') as b")).toEqual([{ b: null }])
})

test('[O6] the product’s own files apply, and have distinct numbers', async () => {
  expect((await migrate(database())).length).toBe(readMigrations().length)
  const folder = await mkdtemp(join(tmpdir(), 'truestrike-migrations-'))
  await writeFile(join(folder, '0001-a.sql'), '')
  await writeFile(join(folder, '0001-b.sql'), '')
  expect(() => readMigrations(folder)).toThrow('same number')
  await rm(folder, { recursive: true })
})

test('[O6] the audit log takes new rows and lets none be changed', async () => {
  const db = database()
  await migrate(db, readMigrations().slice(0, 1))
  await db.query(
    "insert into audit_log (at_ms, actor_kind, action, subject) values (1, 'system', 'start', 'server')",
  )
  for (const change of ["update audit_log set action = 'x'", 'delete from audit_log', 'truncate audit_log']) {
    await expect(db.query(change)).rejects.toThrow('append-only')
  }
})
