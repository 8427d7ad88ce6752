import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDb, type TestDb } from '../../test/test-database.ts'
import { createFakeClock } from './fake-clock.ts'

let opened: TestDb
beforeAll(async () => {
  opened = await openTestDb()
})
afterAll(() => opened.drop())

test('[O5] due timers run in order, each at its own time, with the database in step', async () => {
  const clock = await createFakeClock({ db: opened.db, startMs: 1_000 })
  const ran: string[] = []
  const note = async (name: string): Promise<void> => {
    const [row] = await opened.db.query<{ now_ms: bigint }>('select service_now_ms() as now_ms')
    ran.push(`${name}@${clock.nowMs()}/${row?.now_ms}`)
  }
  clock.after(300, () => note('late'))
  clock.after(100, () => {
    ran.push(`early@${clock.nowMs()}`)
    clock.after(50, () => note('nested'))
  })
  clock.after(200, () => ran.push('cancelled'))()
  clock.after(5_000, () => ran.push('not yet'))
  await clock.advance(1_000)
  expect(ran).toEqual(['early@1100', 'nested@1150/1150', 'late@1300/1300'])
  expect(clock.nowMs()).toBe(2_000)
})

test('[O5] repeated work runs once a period, and can be cancelled', async () => {
  const clock = await createFakeClock({ startMs: 0 })
  let turns = 0
  const cancel = clock.every(100, async () => {
    turns++
  })
  await clock.advance(1_000)
  expect(turns).toBe(10)
  cancel()
  await clock.advance(1_000)
  expect(turns).toBe(10)
})

test('[O5] it can be set back, as a machine’s clock may be', async () => {
  const clock = await createFakeClock({ db: opened.db, startMs: 5_000 })
  await clock.set(3_000)
  expect(clock.nowMs()).toBe(3_000)
  expect(await opened.db.query('select service_now_ms() as n')).toEqual([{ n: 3_000n }])
})
