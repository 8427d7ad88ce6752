import { ensure } from '@truestrike/core/assert.ts'
import { exportBills, listBills } from '@truestrike/protocol/bill-endpoints.ts'
import { changeBasicConfig, getSystemConfig } from '@truestrike/protocol/config-endpoints.ts'
import { cancelDeposit } from '@truestrike/protocol/funds-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { billsQuery } from '../src/ledger/bills.store.ts'
import { askDeposit, createFundsApp, depositTo, type FundsApp, type FundsUser } from './funds-app.ts'
import { testDatabaseUrl } from './test-database.ts'

let app: FundsApp
let anna: FundsUser
beforeAll(async () => {
  app = await createFundsApp()
  anna = await app.user('anna')
})
afterAll(() => app.close())

const MANY = 25_000

/** Results of contracts that never were: only lists are looked at here. */
const writeMany = (userId: bigint, count: number) =>
  app.db.query(
    `insert into bills (user_id, book, type, status, amount_micros, symbol, ref, created_ms, completed_ms)
    select $1, 'demo', case when n % 2 = 0 then 'profit' else 'loss' end, 'completed', case when n % 2 = 0 then n else -n end,
      'BTCUSDT', 'test:' || n, 1000000 + n / 3, 1000000 + n / 3
    from generate_series(1, $2::int) n`,
    [userId, count],
  )

test('[F7] filters by type, status and time; pages are neither doubled nor holed where many bear one time', async () => {
  await writeMany(anna.userId, 100)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const query = { book: 'demo' as const, limit: 7, ...(cursor === undefined ? {} : { cursor }) }
    const page = await anna.client.ok(listBills, { query })
    seen.push(...page.bills.map(({ ref }) => ref))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(seen).toEqual(Array.from({ length: 100 }, (_, at) => `test:${100 - at}`))

  const of = async (query: object) =>
    (await anna.client.ok(listBills, { query: { book: 'demo', limit: 100, ...query } })).bills
  expect((await of({ type: 'profit' })).every(({ type }) => type === 'profit')).toBe(true)
  expect(await of({ type: 'profit' })).toHaveLength(50)
  expect(await of({ status: 'failed' })).toEqual([])
  expect((await of({ fromMs: 1_000_010, toMs: 1_000_011 })).map(({ ref }) => ref)).toEqual(
    [35, 34, 33, 32, 31, 30].map((n) => `test:${n}`),
  )
  expect(await anna.client.refused(listBills, { query: { book: 'demo', cursor: 'nonsense' } })).toBe(
    'INVALID_PARAMETERS',
  )
})

test('[C3] the file is in the reader’s language, and no remark is a formula', async () => {
  const admin = await app.admin()
  const bert = await app.user('bert')
  const { id } = await depositTo(bert.client, admin, '1234.5')
  await app.db.query(`update bills set remark = '=1+1' where ref = 'deposit:' || $1`, [id])
  await askDeposit(bert.client, '20')
  bert.client.headers['accept-language'] = 'de-DE'
  const file = await bert.client.raw('GET', `${exportBills.path}?book=real`)
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="crypto-trade-bills-.*\.csv"$/)
  const lines = file.body.split('\r\n')
  expect(lines[0]).toBe(
    '\uFEFFArt,Betrag (USDT),Status,Zeit (UTC),Abgeschlossen (UTC),Zahlungsart,Paar,Bemerkung,Zahlungsreferenz',
  )
  expect(lines[1]).toMatch(/^Einzahlung,20\.00,Ausstehend,.*,,Bank,,,$/)
  expect(lines[2]).toMatch(/^Einzahlung,1234\.50,Abgeschlossen,.*,Bank,,'=1\+1,$/)
})

test('[C3] [F7] a deposit that was taken back is called cancelled, in the file as in the list, and found by that', async () => {
  const { client } = await app.user('dora')
  const { id } = await askDeposit(client, '20')
  await client.ok(cancelDeposit, { params: { id } })
  const found = async (status: 'failed' | 'cancelled') =>
    (await client.ok(listBills, { query: { book: 'real', status } })).bills.map(({ ref }) => ref)
  expect([await found('cancelled'), await found('failed')]).toEqual([[`deposit:${id}`], []])
  client.headers['accept-language'] = 'de-DE'
  const linesOf = async (query: string) =>
    (await client.raw('GET', `${exportBills.path}?book=real${query}`)).body.trimEnd().split('\r\n').slice(1)
  expect(await linesOf('&status=failed')).toEqual([])
  for (const query of ['', '&status=cancelled'])
    expect(await linesOf(query)).toMatchObject([expect.stringMatching(/^Einzahlung,20\.00,Abgebrochen,/)])
})

test('[U-19] [C3] the file is named after the site, as its operator calls it', async () => {
  const admin = await app.admin()
  const nameOf = async () =>
    (await anna.client.raw('GET', `${exportBills.path}?book=real`)).headers['content-disposition']
  expect(await nameOf()).toMatch(/^attachment; filename="crypto-trade-bills-[-0-9]{10}\.csv"$/)
  const { basic, versions } = await admin.ok(getSystemConfig)
  const body = { version: versions.basic.version, basic: { ...basic, siteName: 'Börse "24"' } }
  await admin.ok(changeBasicConfig, { body })
  expect(await nameOf()).toMatch(/^attachment; filename="borse-24-bills-[-0-9]{10}\.csv"$/)
})

test('[C3] [F7] a long file is read a page at a time', async () => {
  const carl = await app.user('carl')
  await writeMany(carl.userId, MANY)
  const file = await carl.client.raw('GET', `${exportBills.path}?book=demo`)
  const lines = file.body.trimEnd().split('\r\n')
  expect(lines).toHaveLength(MANY + 1)
  expect(new Set(lines).size).toBeGreaterThan(MANY)
})

test.runIf(testDatabaseUrl !== undefined)(
  '[F7] lists and files read bills by their index, not all of them',
  async () => {
    await app.db.query('analyze bills')
    const { text, params } = billsQuery({
      ...{ userId: anna.userId, book: 'demo', limit: 20, fromMs: 1_000_010 },
      after: { createdMs: 1_000_020n, id: 5n },
    })
    const plan = await app.db.query<{ 'QUERY PLAN': string }>(`explain ${text}`, params)
    expect(plan.map((row) => ensure(row['QUERY PLAN'])).join('\n')).toContain('bills_of_user')
  },
)
