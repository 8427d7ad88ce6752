import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listCandleRows, listOpenCandles } from '../src/market/candle.store.ts'
import { lastBlockOf, listBlocks } from '../src/market/log.store.ts'
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
      `insert into log_blocks (product_id, first_seq, last_seq, first_time_ms, last_time_ms, hash_before, packed)
       select p, i * 80 - 79, i * 80, i * 10000 - 9999, i * 10000, '\\x00', '\\x00'
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
    for (const given of [
      { ...range, fromSeq: 200_000 },
      { ...range, fromMs: 30_000_000, toMs: 30_060_000 },
      { ...range, fromSeq: 200_000, fromMs: 20_000_000 },
    ]) {
      const plan = await planOf((sql) => listBlocks(sql, 3, given))
      expect(plan).toMatch(/Index Scan using (log_blocks_pkey|log_blocks_by_time)/)
      expect(plan).not.toMatch(/Seq Scan|Sort/)
    }
    expect(await planOf((sql) => lastBlockOf(sql, 3))).toContain('Backward using log_blocks_pkey')
  })

  test('[M2] a page of candles and the newest ones are read from the index in order', async () => {
    const page = await planOf((sql) =>
      listCandleRows(sql, { productId: 3, period: '5m', beforeMs: 40_000_000, limit: 50 }),
    )
    expect(page).toContain('using candles_pkey')
    expect(page).not.toMatch(/Seq Scan|Sort/)
    const newest = await planOf((sql) => listOpenCandles(sql, 3))
    expect(newest).toContain('using candles_pkey')
    expect(newest).not.toMatch(/Seq Scan|Sort/)
  })
})
