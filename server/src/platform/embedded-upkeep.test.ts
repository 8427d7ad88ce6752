import { afterAll, beforeAll, expect, test } from 'vitest'
import { upkeepRound } from './embedded-upkeep.ts'
import { openPglite, type PgliteDb } from './pglite-db.ts'

let db: PgliteDb
beforeAll(async () => {
  db = await openPglite({})
  await db.exec('create table turning (id int primary key, text text); create table still (id int)')
})
afterAll(() => db.close())

const size = async (): Promise<bigint> => {
  const [row] = await db.query<{ bytes: bigint }>("select pg_relation_size('turning') as bytes")
  return row?.bytes ?? 0n
}

test('[O4] a table that turns over keeps its size, and the planner knows it', async () => {
  await db.exec(
    "insert into turning select n, repeat('x', 100) from generate_series(1, 5000) n; insert into still values (1)",
  )
  const start = await size()
  const done: string[] = []
  for (let round = 0; round < 6; round++) {
    await db.exec("update turning set text = repeat('y', 100)")
    for (const { name } of await upkeepRound(db)) done.push(name)
  }
  expect(new Set(done)).toEqual(new Set(['public.turning']))
  expect(await size()).toBeLessThanOrEqual(start * 3n)
  expect(await db.query("select reltuples from pg_class where relname = 'turning'")).toEqual([
    { reltuples: 5000 },
  ])
})
