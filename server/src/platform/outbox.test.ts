import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDb, type TestDb } from '../../test/test-database.ts'
import { createFakeClock, type FakeClock } from './fake-clock.ts'
import { silentLog } from './log.ts'
import { createOutbox, type Outbox } from './outbox.ts'

let opened: TestDb
let clock: FakeClock
let outbox: Outbox
beforeEach(async () => {
  opened = await openTestDb()
  clock = await createFakeClock({ db: opened.db })
  outbox = createOutbox({ db: opened.db, clock, log: silentLog })
})
afterEach(() => opened.drop())

const write = (topic: string, n: number) =>
  opened.db.query('insert into outbox (topic, payload, created_ms, due_ms) values ($1, $2, 0, 0)', [
    topic,
    { n },
  ])

test('events are carried out in order, once, and those nobody handles are removed', async () => {
  const seen: unknown[] = []
  outbox.handle('told', async (_sql, payload) => void seen.push(payload))
  for (const n of [1, 2, 3]) await write('told', n)
  await write('unheard', 4)
  const stop = outbox.start()
  await clock.advance(2_500)
  stop()
  expect(seen).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  expect(await opened.db.query('select 1 from outbox')).toEqual([])
})

test('an event that fails leaves no trace of its work and is tried again later', async () => {
  let faults = 2
  outbox.handle('told', async (sql) => {
    await sql.query(`insert into settings (key, value, updated_ms) values ('trace', '1', 0)`)
    if (faults-- > 0) throw new Error('not now')
  })
  await write('told', 1)
  expect(await outbox.run()).toBe(1)
  expect(await opened.db.query('select attempts, last_error from outbox')).toEqual([
    { attempts: 1, last_error: 'Error: not now' },
  ])
  expect(await opened.db.query('select 1 from settings')).toEqual([])
  expect(await outbox.run()).toBe(0)
  await clock.advance(1_000)
  await outbox.run()
  await clock.advance(2_000)
  await outbox.run()
  expect(await opened.db.query('select 1 from outbox')).toEqual([])
  expect(await opened.db.query('select 1 from settings')).toHaveLength(1)
})
