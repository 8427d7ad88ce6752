import { ensure } from '@truestrike/core/assert.ts'
import { LOCALES } from '@truestrike/protocol/messages/locales.ts'
import { recordWordsFor } from '@truestrike/protocol/messages/record-words.ts'
import { listContracts } from '@truestrike/protocol/trade-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../src/platform/db.ts'
import { contractsExport } from '../src/trading/export-contracts.ts'
import { createTestExports } from './test-exports.ts'
import { createTradingApp, START_PRICE, type Trader, type TradingApp } from './trading-app.ts'

const PATH = '/api/trade/contracts/export'
const COLUMNS = Object.keys(recordWordsFor('en-US').column)

let app: TradingApp
let anna: Trader

beforeAll(async () => {
  app = await createTradingApp()
  anna = await app.trader('Anna')
  await anna.place({ direction: 'down' })
  await anna.place({ stake: '20.5' })
  await app.run(1_000, START_PRICE)
  await app.run(30_000, '50100.00')
  // The prices stop, and come back after the expiry.
  await anna.place()
  await app.clock.advance(40_000)
  await app.run(1_000, START_PRICE)
  await anna.place({ symbol: 'BTCUSDT', durationSeconds: 60 })
})
afterAll(() => app.close())

async function exported(query: string, language = 'en-US', trader = anna) {
  const answer = await trader.client.raw('GET', `${PATH}?${query}`, undefined, {
    'accept-language': language,
  })
  expect(answer.statusCode).toBe(200)
  return answer
}

/** No cell of a contract holds a comma, so that a line is cut at each of them. */
function rowsOf(body: string): Record<string, string>[] {
  const lines = body.split('\r\n')
  expect(lines.pop()).toBe('')
  return lines.slice(1).map((line) => {
    const cells = line.split(',')
    expect(cells).toHaveLength(COLUMNS.length)
    return Object.fromEntries(COLUMNS.map((column, at) => [column, ensure(cells[at])]))
  })
}

test('[C3] records are a file of CSV that says what the list says, losses as numbers', async () => {
  const answer = await exported('book=demo')
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="crypto-trade-contracts-2026-01-05.csv"',
    'cache-control': 'no-store',
  })
  expect(answer.body.startsWith('\uFEFFOrder number,Funds,Pair,')).toBe(true)
  const rows = rowsOf(answer.body)
  const contracts = await anna.list()
  expect(rows.map(({ orderNo }) => orderNo)).toEqual(contracts.map(({ orderNo }) => orderNo))
  expect(rows).toMatchObject([
    { state: 'Pending', result: '', cancelReason: '', profit: '', duration: '60', closingPrice: '' },
    { state: 'Cancelled', result: '', cancelReason: 'No opening price in time', profit: '0.00' },
    { state: 'Completed', result: 'Won', stake: '20.50', profit: '16.40', direction: 'Up', payout: '80.00' },
    { state: 'Completed', result: 'Lost', stake: '10.00', profit: '-10.00', source: 'Simulated prices' },
  ])
  const [lost, shown] = [ensure(rows.at(-1)), ensure(contracts.at(-1))]
  expect(lost.accepted).toBe(new Date(shown.acceptedAtMs).toISOString().replace('T', ' ').replace('Z', ''))
  expect([lost.openingPrice, lost.closingPrice]).toEqual([shown.openingPrice, shown.closingPrice])
})

test.each([
  'book=real',
  'book=demo&state=settled',
  'book=demo&state=pending',
  'book=demo&result=lost',
  'book=demo&direction=up',
  'book=demo&symbol=ETHUSDT',
  'book=demo&fromMs=0&toMs=1',
])('[C3] %s gives the contracts the list gives', async (query) => {
  const rows = rowsOf((await exported(query)).body)
  const filters = Object.fromEntries(new URLSearchParams(query))
  const listed = await anna.client.ok(listContracts, { query: filters as { book: 'demo' } })
  expect(rows.map(({ orderNo }) => orderNo)).toEqual(listed.contracts.map(({ orderNo }) => orderNo))
})

test.each(LOCALES)('[C3] [L3] in %s headings and words are of that language', async (locale) => {
  const { body } = await exported('book=demo', locale)
  const words = recordWordsFor(locale)
  expect(body.slice(1).split('\r\n')[0]).toBe(Object.values(words.column).join(','))
  expect(rowsOf(body).at(-1)).toMatchObject({ result: words.result.lost, book: words.book.demo })
})

test('[C3] [K3] [K4] nobody else’s are in it, guests and wrong filters are refused as everywhere', async () => {
  const berta = await app.trader('Berta')
  expect(rowsOf((await exported(`book=demo&userId=${anna.userId}`, 'en-US', berta)).body)).toEqual([])
  const guest = await app.client().raw('GET', `${PATH}?book=demo`)
  expect([guest.statusCode, guest.json().code]).toEqual([401, 'UNAUTHORIZED'])
  const wrong = await anna.client.raw('GET', `${PATH}?book=house`)
  expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'INVALID_PARAMETERS'])
})

test('[C3] however many there are, a page is read when the one before has gone out', async () => {
  const many = await app.trader('Many')
  const { id } = await many.place()
  await app.db.query(
    `insert into contracts select (jsonb_populate_record(c, jsonb_build_object(
       'id', c.id + 100000 + n, 'client_order_id', 'copy-' || n,
       'accepted_at_ms', c.accepted_at_ms - n, 'expires_at_ms', c.expires_at_ms - n))).*
     from contracts c, generate_series(1, 2500) n where c.id = $1`,
    [BigInt(id)],
  )
  let reads = 0
  const db = {
    query: (...given: Parameters<Db['query']>) => {
      reads += 1
      return app.db.query(...given)
    },
  } as Db
  const exports = createTestExports({ db, secrets: app.secrets })
  const filter = { userId: many.userId, book: 'demo' } as const
  const nowMs = app.clock.nowMs()
  const file = exports.file(contractsExport, { filter, locale: 'en-US', nowMs }, nowMs)
  if (!('pieces' in file)) throw new Error('not made while it is sent')
  const seen: [reads: number, rows: number][] = []
  for await (const piece of file.pieces)
    seen.push([reads, Buffer.from(piece).toString().split('\r\n').length - 1])
  await exports.stop()
  expect(seen).toEqual([
    [0, 1],
    [1, 1_000],
    [2, 1_000],
    [3, 501],
  ])
  const rows = rowsOf((await exported('book=demo', 'en-US', many)).body)
  expect(new Set(rows.map(({ orderNo }) => orderNo)).size).toBe(2_501)
})
