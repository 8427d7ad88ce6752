import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDb, type TestDb } from '../../test/test-database.ts'
import type { Db } from '../platform/db.ts'
import { createFakeClock } from '../platform/fake-clock.ts'
import { silentLog } from '../platform/log.ts'
import { createTradingHalt } from './trading-halt.ts'
import { resumeTrading } from './trading-settings.store.ts'

let opened: TestDb
beforeEach(async () => {
  opened = await openTestDb()
})
afterEach(() => opened.drop())

test('[F8] [O4] a halt holds here until the database has it, which then holds it for all until it is resumed', async () => {
  let away = true
  const query: Db['query'] = (text, params) =>
    away ? Promise.reject(new Error('the database is away')) : opened.db.query(text, params)
  const clock = await createFakeClock()
  const halt = createTradingHalt({ db: { ...opened.db, query }, clock, log: silentLog })
  halt.halt('the first fault', new Error('fault'))
  halt.halt('another', new Error('fault'))
  await clock.advance(2_500)
  expect(halt.reason).toBe('the first fault')
  away = false
  await clock.advance(1_000)
  await expect.poll(() => halt.reason).toBeNull()
  // It goes on being reported while the fault is there; the first reason stays.
  halt.halt('another', new Error('fault'))
  await expect.poll(() => halt.reason).toBeNull()
  expect(await resumeTrading(opened.db)).toBe('the first fault')
  expect(await resumeTrading(opened.db)).toBeNull()
})
