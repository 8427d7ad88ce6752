import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openEmptyTestDb, type TestDb } from '../test/test-database.ts'
import { guardFundsMode } from './funds-mode-guard.ts'
import { migrate, readMigrations } from './platform/migrate.ts'

const clean = { hasRealTransfers: async () => false }
const used = { hasRealTransfers: async () => true }

let opened: TestDb
beforeAll(async () => {
  opened = await openEmptyTestDb()
  await migrate(opened.db, readMigrations().slice(0, 1))
})
afterAll(() => opened.drop())
beforeEach(() =>
  opened.db.exec(
    'alter table platform_meta disable trigger all; delete from platform_meta; alter table platform_meta enable trigger all',
  ),
)

test('[T15] a test database stays usable in test mode, whatever its balances', async () => {
  await guardFundsMode(opened.db, 'test', used)
  await guardFundsMode(opened.db, 'test', used)
  expect(await opened.db.query('select funds_mode() as mode')).toEqual([{ mode: 'test' }])
})

test('[T15] a database with test balances cannot go live', async () => {
  await guardFundsMode(opened.db, 'test', used)
  await expect(guardFundsMode(opened.db, 'live', used)).rejects.toThrow('holds test balances')
  expect(await opened.db.query('select funds_mode() as mode')).toEqual([{ mode: 'test' }])
})

test('[T15] a database that has been live cannot go back, not even by SQL', async () => {
  await guardFundsMode(opened.db, 'live', clean)
  await guardFundsMode(opened.db, 'live', used)
  await expect(guardFundsMode(opened.db, 'test', clean)).rejects.toThrow('cannot go back')
  await expect(
    opened.db.query("update platform_meta set value = '\"test\"' where key = 'funds_mode'"),
  ).rejects.toThrow('has been live')
  await expect(opened.db.query("delete from platform_meta where key = 'funds_mode'")).rejects.toThrow(
    'has been live',
  )
  await expect(
    opened.db.query("update platform_meta set key = 'x' where key = 'funds_mode'"),
  ).rejects.toThrow('has been live')
  await expect(opened.db.query('truncate platform_meta')).rejects.toThrow('has been live')
  expect(await opened.db.query('select funds_mode() as mode')).toEqual([{ mode: 'live' }])
})
