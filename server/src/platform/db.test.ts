import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDb, type TestDb, testDatabaseUrl } from '../../test/test-database.ts'
import { DbError } from './db-error.ts'

let opened: TestDb
beforeAll(async () => {
  opened = await openTestDb()
  await opened.db.exec(
    'create table things (id bigint primary key, name text unique, body jsonb, raw bytea, n int)',
  )
})
afterAll(() => opened.drop())

test('[O5] values come back alike from both databases', async () => {
  const { db } = opened
  const raw = new Uint8Array([0, 1, 92, 255])
  await db.query('insert into things values ($1, $2, $3, $4, $5)', [
    9_007_199_254_740_993n,
    'a "quoted" \\ name',
    { big: 12n, list: [1, 'x'] },
    raw,
    7,
  ])
  const rows = await db.query(
    'select *, array[1::bigint, null] as ids, array[raw] as raws, true as yes, 1.5::float8 as f from things',
  )
  expect(rows).toEqual([
    {
      id: 9_007_199_254_740_993n,
      name: 'a "quoted" \\ name',
      body: { big: '12', list: [1, 'x'] },
      raw,
      n: 7,
      ids: [1n, null],
      raws: [raw],
      yes: true,
      f: 1.5,
    },
  ])
  expect(Object.getPrototypeOf(rows[0]?.raw)).toBe(Uint8Array.prototype)
})

test('[O5] arrays go in as parameters, empty, nested, with nulls, quotes and bytes', async () => {
  const rows = await opened.db.query(
    'select * from unnest($1::bigint[], $2::text[], $3::bytea[], $4::boolean[]) as t(a, b, c, d)',
    [
      [1n, 2n],
      ['x,"y"\\', null],
      [new Uint8Array([1]), new Uint8Array([])],
      [true, false],
    ],
  )
  expect(rows).toEqual([
    { a: 1n, b: 'x,"y"\\', c: new Uint8Array([1]), d: true },
    { a: 2n, b: null, c: new Uint8Array([]), d: false },
  ])
  expect(await opened.db.query('select $1::int[] as empty', [[]])).toEqual([{ empty: [] }])
  expect(await opened.db.query('select $1::jsonb as list', [JSON.stringify([{ a: 1 }])])).toEqual([
    { list: [{ a: 1 }] },
  ])
})

test('[O5] a transaction is all or nothing, and a refusal carries its SQLSTATE', async () => {
  const { db } = opened
  const failed = db.tx(async (sql) => {
    await sql.query("insert into things (id, name) values (2, 'two')")
    await sql.query("insert into things (id, name) values (3, 'two')")
  })
  await expect(failed).rejects.toMatchObject({
    name: 'DbError',
    code: '23505',
    constraint: 'things_name_key',
  })
  expect(await db.query('select 1 from things where id in (2, 3)')).toEqual([])
})

test('[O5] swallowing a failed statement does not make a commit out of a rollback', async () => {
  const swallowed = opened.db.tx(async (sql) => {
    await sql.query('insert into things (id) values (4)')
    await sql.query('select 1/0').catch(() => undefined)
  })
  await expect(swallowed).rejects.toBeInstanceOf(DbError)
  expect(await opened.db.query('select 1 from things where id = 4')).toEqual([])
})

test('[O5] concurrent transactions do not mix', async () => {
  const { db } = opened
  await db.query('insert into things (id, n) values (10, 0)')
  await Promise.all(
    Array.from({ length: 40 }, () =>
      db.tx(async (sql) => {
        const [row] = await sql.query<{ n: number }>('select n from things where id = 10 for update')
        await sql.query('update things set n = $1 where id = 10', [(row?.n ?? 0) + 1])
      }),
    ),
  )
  expect(await db.query('select n from things where id = 10')).toEqual([{ n: 40 }])
})

test('[O5] a transaction that has ended takes no more statements', async () => {
  let leaked: (() => Promise<unknown>) | undefined
  await opened.db.tx(async (sql) => {
    leaked = () => sql.query('select 1')
  })
  await expect(leaked?.()).rejects.toThrow('already ended')
})

test.skipIf(testDatabaseUrl !== undefined)(
  '[O5] using the database inside its own transaction fails at once instead of waiting for ever',
  async () => {
    const { db } = opened
    await expect(db.tx(() => db.query('select 1'))).rejects.toThrow('inside a transaction')
    await expect(db.tx(() => db.tx(async () => 1))).rejects.toThrow('inside a transaction')
    let later: Promise<unknown> = Promise.resolve()
    await db.tx(async (sql) => {
      later = new Promise((resolve) => setTimeout(resolve, 20)).then(() => db.query('select 2 as two'))
      await sql.query('select 1')
    })
    expect(await later).toEqual([{ two: 2 }])
  },
)

test('[O5] a statement used before works on after its table has changed, and after it has failed', async () => {
  const { db } = opened
  const read = () => db.query('select * from changing where id = $1', [1])
  await expect(read()).rejects.toMatchObject({ code: '42P01' })
  await db.exec('create table changing (id int)')
  await db.query('insert into changing values ($1)', [1])
  expect(await read()).toEqual([{ id: 1 }])
  await db.exec("alter table changing add column note text default 'new'")
  expect(await read()).toEqual([{ id: 1, note: 'new' }])
  await db.query('alter table changing drop column note')
  expect(await read()).toEqual([{ id: 1 }])
  const divide = (by: number) => db.query('select 10 / $1::int as n', [by])
  expect(await divide(5)).toEqual([{ n: 2 }])
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
  expect(await divide(2)).toEqual([{ n: 5 }])
  await db.tx(async (sql) => {
    await sql.query('insert into changing values ($1)', [2])
    expect(await sql.query('select count(*) as n from changing where id < $1', [10])).toEqual([{ n: 2n }])
  })
})
