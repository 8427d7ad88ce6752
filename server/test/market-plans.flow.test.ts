import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listCandleRows, readStoredCandles } from '../src/market/candle.store.ts'
import { blockEndBefore, listBlocksOf, listChunks, listHeaders } from '../src/market/log-blocks.store.ts'
import type { Sql, SqlValue } from '../src/platform/db.ts'
import { openTestDb, type TestDb } from './test-database.ts'

/** Rows a product: enough that reading them all would be the wrong plan. */
const ROWS = 4_000
const PRODUCTS = 10

describe('market statements that grow with history', () => {
  let opened: TestDb
  beforeAll(async () => {
    opened = await openTestDb()
    await opened.db.query(
      `insert into site_keys (id, public_key, from_ms) values ('a', decode(repeat('00', 32), 'hex'), 0)`,
    )
    await opened.db.query(
      `insert into log_blocks (product_id, number, product_version, first_seq, last_seq, last_time_ms, sealed_ms,
         last_source_seq, last_void_seq, root, previous, running_hash, site_key, signature, packed)
       select p, i, 1, i * 80 - 79, i * 80, i * 10000, i * 10000, 1, 0, sha256('a'), sha256('a'), sha256('a'),
         (select number from site_keys), decode(repeat('00', 64), 'hex'), decode(repeat('00', 500), 'hex')
       from generate_series(1, ${PRODUCTS}) p, generate_series(1, ${ROWS}) i`,
    )
    await opened.db.query(
      `insert into candles (product_id, period, open_time_ms, origin, open, high, low, close, volume_micros)
       select p, e, i * 60000::bigint, 't', 1, 1, 1, 1, 1
       from generate_series(1, ${PRODUCTS}) p, generate_series(0, 7) e, generate_series(1, ${ROWS / 4}) i`,
    )
    await opened.db.query('analyze log_blocks')
    await opened.db.query('analyze candles')
  })
  afterAll(() => opened.drop())

  /** Plan of the one statement that `run` makes. */
  async function planOf(run: (sql: Sql) => Promise<unknown>): Promise<string> {
    let plan = ''
    const explaining: Sql = {
      async query<Row extends object>(text: string, params?: readonly SqlValue[]): Promise<Row[]> {
        const rows = await opened.db.query<Record<string, string>>(`explain ${text}`, params)
        plan = rows.map((row) => Object.values(row)[0]).join('\n')
        return []
      },
    }
    await run(explaining)
    return plan
  }

  test('[P1] blocks are found by seq or by time through an index, in order, without a sort', async () => {
    const range = { fromSeq: 1, fromMs: 0, toMs: 9e15, limit: 64 }
    const reads: ((sql: Sql) => Promise<unknown>)[] = [
      (sql) => listChunks(sql, 3, { ...range, fromSeq: 200_000 }),
      (sql) => listChunks(sql, 3, { ...range, fromMs: 30_000_000, toMs: 30_060_000 }),
      (sql) => listChunks(sql, 3, { ...range, fromSeq: 200_000, fromMs: 20_000_000 }),
      (sql) => listBlocksOf(sql, 3, { fromSeq: 200_000, toMs: 30_000_000 }),
      (sql) => listBlocksOf(sql, 3, { fromMs: 30_000_000, toMs: 30_060_000 }),
      (sql) => listBlocksOf(sql, 3, { fromSeq: 200_000, toSeq: 200_500 }),
      (sql) => listHeaders(sql, 3, { number: 2_000 }, 100),
      (sql) => listHeaders(sql, 3, { seq: 200_000 }, 100),
      (sql) => listHeaders(sql, 3, 'newest', 100),
      (sql) => blockEndBefore(sql, 3, 200_000),
    ]
    for (const read of reads) {
      const plan = await planOf(read)
      expect(plan).toMatch(/Index Scan (Backward )?using log_blocks_(pkey|by_time|by_number)/)
      expect(plan).not.toMatch(/Seq Scan on log_blocks|Sort/)
    }
  })

  test('[M2] a page of candles and the newest ones are read from the index in order', async () => {
    const page = await planOf((sql) =>
      listCandleRows(sql, { productId: 3, period: '5m', beforeMs: 40_000_000, limit: 50 }),
    )
    expect(page).toContain('using candles_pkey')
    expect(page).not.toMatch(/Seq Scan|Sort/)
    const newest = await planOf((sql) => readStoredCandles(sql, 3))
    expect(newest).toContain('using candles_pkey')
    expect(newest).not.toMatch(/Seq Scan|Sort/)
  })
})
