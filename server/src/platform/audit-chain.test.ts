import { ensure } from '@truestrike/core/assert.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runScript } from '../../test/run-script.ts'
import { openTestDb, type TestDb, testDatabaseUrl } from '../../test/test-database.ts'
import { checkAuditChain } from './audit-chain.ts'
import { type AuditEntry, writeAudit } from './audit-log.ts'
import type { Sql } from './db.ts'

let opened: TestDb
let db: TestDb['db']
beforeEach(async () => {
  opened = await openTestDb()
  db = opened.db
})
afterEach(() => opened.drop())

const entry = (at: number): AuditEntry => ({
  atMs: at,
  actorKind: 'admin',
  actorId: at % 2 === 0 ? null : 7n,
  action: 'product.update',
  subject: `product:${at}`,
  ip: at % 3 === 0 ? null : '203.0.113.7',
  ...(at % 2 === 0 ? {} : { before: { name: 'ä "x"\n', z: 1.5 }, after: { list: [at, null, 'é'], a: {} } }),
})

async function writeRows(count: number): Promise<void> {
  for (let at = 1; at <= count; at += 1) await writeAudit(db, entry(at))
}

/** As somebody with every right in the database would. */
async function tamper(work: (sql: Sql) => Promise<unknown>): Promise<void> {
  await db.exec('alter table audit_log disable trigger audit_log_append_only')
  await work(db)
  await db.exec('alter table audit_log enable trigger audit_log_append_only')
}

test('[P7] every row follows from the one before it, what is rolled back leaves no hole in the chain', async () => {
  expect(await checkAuditChain(db)).toEqual({ rows: 0, newest: null, fault: null })
  await writeRows(3)
  const undone = db.tx(async (sql) => {
    await writeAudit(sql, entry(4))
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await db.tx(async (sql) => {
    await writeAudit(sql, entry(5))
    await writeAudit(sql, entry(6))
  })
  await db.query(
    `insert into audit_log (at_ms, actor_kind, action, subject)
     select n, 'system', 'many.at-once', 'row:' || n from generate_series(1, 2500) n`,
  )
  const chain = await checkAuditChain(db)
  expect(chain).toMatchObject({ rows: 2505, fault: null })
  expect(chain.newest?.hash).toMatch(/^[0-9a-f]{64}$/)
})

test('[P7] writers at the same time make one chain, not two', async () => {
  const writing = Array.from({ length: 40 }, (_, at) =>
    db.tx(async (sql) => {
      await sql.query('select 1')
      await writeAudit(sql, entry(at))
    }),
  )
  await Promise.all(writing)
  expect(await checkAuditChain(db)).toMatchObject({ rows: 40, fault: null })
})

test('[P7] a hash or a number that an insert brings along is not taken', async () => {
  await writeRows(1)
  await db.query(
    `insert into audit_log (id, at_ms, actor_kind, action, subject, previous, hash)
     values (99, 1, 'system', 'x.y', 'z', decode(repeat('11', 32), 'hex'), decode(repeat('22', 32), 'hex'))`,
  )
  expect(await checkAuditChain(db)).toMatchObject({ rows: 2, newest: { id: 2n }, fault: null })
})

test('[P7] whatever is changed is found, in the first row that does not hold', async () => {
  await writeRows(5)
  const changes = [
    'at_ms = at_ms + 1',
    "actor_kind = 'system'",
    'actor_id = coalesce(actor_id, 0) + 1',
    "action = 'product.other'",
    "subject = 'product:9'",
    "ip = '203.0.113.8'",
    `before = '{"name": "b"}'`,
    'after = null',
    "hash = decode(repeat('33', 32), 'hex')",
  ]
  const undo = new Error('undo')
  for (const change of changes) {
    const tried = db.tx(async (sql) => {
      await sql.exec('alter table audit_log disable trigger audit_log_append_only')
      await sql.query(`update audit_log set ${change} where id = 3`)
      const { rows, fault } = await checkAuditChain(sql)
      expect({ change, rows, fault }).toEqual({ change, rows: 2, fault: 'row 3 is not what was written' })
      throw undo
    })
    await expect(tried).rejects.toBe(undo)
  }
  expect(await checkAuditChain(db)).toMatchObject({ rows: 5, fault: null })
})

test('[P7] rows taken out, exchanged or cut off are found, the last ones by a mark noted before', async () => {
  await writeRows(6)
  const { newest } = await checkAuditChain(db)
  expect(await checkAuditChain(db, newest)).toMatchObject({ fault: null })
  await tamper((sql) => sql.query('delete from audit_log where id = 6'))
  expect(await checkAuditChain(db)).toMatchObject({ rows: 5, fault: null })
  const cut = await checkAuditChain(db, ensure(newest))
  expect(cut.fault).toBe('row 6 is no longer there as it was noted')
  await tamper((sql) => sql.query('update audit_log set id = 10 - id where id in (4, 5)'))
  expect((await checkAuditChain(db)).fault).toBe('row 5 does not follow the row before it')
  await tamper((sql) => sql.query('delete from audit_log where id < 5'))
  expect((await checkAuditChain(db)).fault).toBe('row 5 does not follow the row before it')
})

test.runIf(testDatabaseUrl !== undefined)('[P7] npm run audit:log says so, with its exit code', async () => {
  await writeRows(3)
  const [{ name } = { name: '' }] = await db.query<{ name: string }>('select current_database() as name')
  const url = new URL(ensure(testDatabaseUrl))
  url.pathname = `/${name}`
  const run = (...args: string[]) =>
    runScript(['scripts/run-ts.mjs', 'server/src/check-audit-log.ts', ...args], { DATABASE_URL: url.href })
  const good = await run()
  expect(good).toMatchObject({ code: 0 })
  const mark = ensure(/Newest row: (\S+)/.exec(good.output)?.[1])
  expect(await run('--noted', mark)).toMatchObject({ code: 0 })
  expect(await run('--noted', '3')).toMatchObject({ code: 2 })
  await tamper((sql) => sql.query("update audit_log set subject = 'x' where id = 2"))
  expect(await run()).toMatchObject({ code: 1, output: expect.stringContaining('row 2') })
})
