import { ensure } from '@truestrike/core/assert.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appendToLog, headsOf, listMissingBatches } from '../src/market/log.store.ts'
import { seedProducts } from '../src/market/seed-products.ts'
import type { Sql, SqlValue } from '../src/platform/db.ts'
import { listBatchedOrders, listOpenUntil } from '../src/trading/acceptance.store.ts'
import { contractsQuery } from '../src/trading/contracts.store.ts'
import { firstTouchedAfter, listBehind, listToReturn, sumTouched } from '../src/trading/void-figures.store.ts'
import { finishVoid } from '../src/trading/voids.store.ts'
import { planOf as planOfStatement, planOfRun as planOfStatementOf } from './plan-of.ts'
import { openTestDb, type TestDb } from './test-database.ts'

/** Rows of one busy user and of the others: enough that reading them all would be the wrong plan. */
const ROWS = 20_000

describe('statements that grow with history', () => {
  let opened: TestDb
  beforeAll(async () => {
    opened = await openTestDb()
    await opened.db.query(
      `insert into contracts (user_id, client_order_id, body_sha256, batch_id, book, live, product_id, symbol, "precision",
        product_version, calendar_version, source, direction, stake_micros, win_profit_micros, rule_id, rule_version, rule_hash,
        duration_seconds, payout_bps, window_ms, opening_delay_ms, open_timeout_ms, max_gap_ms, open_after_seq,
        accepted_at_ms, expires_at_ms, state, result, profit_micros, settled_at_ms)
      select 1 + i % 100, 'order-' || i, '\\x00', i, 'demo', false, 1 + i % 20, 'BTCUSDT', 2, 1, 1, 'simulated', 'up', 1000000, 800000,
        1, 1, '\\x00', 30, 8000, 2000, 300, 5000, 5000, 1, i * 1000, i * 1000 + 30000,
        case when i > ${ROWS - 200} then 'running' else 'completed' end,
        case when i > ${ROWS - 200} then null else 'won' end, case when i > ${ROWS - 200} then null else 800000 end,
        case when i > ${ROWS - 200} then null else i * 1000 + 31000 end
      from generate_series(1, ${ROWS}) i`,
    )
    await opened.db.query(
      `insert into acceptance_batches (id, last_id, open_products, product_ids, seqs, key_id, signature)
      select i, i, case when i > ${ROWS - 20} then array[1] else '{}'::int[] end,
        case when i > ${ROWS - 20} then '{}'::int[] else array[1] end, case when i > ${ROWS - 20} then '{}'::bigint[] else array[i] end,
        case when i > ${ROWS - 20} then null else 'key' end,
        case when i > ${ROWS - 20} then null else decode(repeat('00', 64), 'hex') end
      from generate_series(1, ${ROWS}) i`,
    )
    await opened.db.query('analyze contracts')
    await opened.db.query('analyze acceptance_batches')
  })
  afterAll(() => opened.drop())

  const planOf = (text: string, params: readonly SqlValue[] = []) => planOfStatement(opened.db, text, params)
  const planOfRun = (run: (sql: Sql) => Promise<unknown>) => planOfStatementOf(opened.db, run)

  test('[C1] a page of records reads the user index in order: no sort, no full scan', async () => {
    const page = { userId: 7n, book: 'demo', limit: 21 } as const
    for (const filter of [
      page,
      { ...page, after: { acceptedAtMs: 9_000_000n, id: 9_000n } },
      { ...page, state: 'settled' as const },
    ]) {
      const { text, params } = contractsQuery(filter)
      const plan = await planOf(text, params)
      expect(plan).toContain('contracts_of_user')
      expect(plan).not.toMatch(/Seq Scan|Sort/)
    }
  })

  test('[T8] due contracts are found by state and expiry, whatever lies in history', async () => {
    const plan = await planOf(
      `select id from contracts where product_id = $1 and state in ('opening', 'running') and expires_at_ms <= $2
      order by expires_at_ms, id limit 500`,
      [3, 30_000_000n],
    )
    expect(plan).toContain('contracts_due')
    expect(plan).not.toMatch(/Seq Scan/)
  })

  test('[D9] what a void gives back is found by who lost and when, whatever lies in history', async () => {
    const at = { productId: 3, fromMs: 9_000_000, toMs: 9_010_000, seq: 1, timeMs: 9_100_000 }
    const marks = { sources: [], voids: [] }
    const plans = await Promise.all([
      planOfRun((sql) => listToReturn(sql, at)),
      planOfRun((sql) => sumTouched(sql, at, marks)),
      planOfRun((sql) => firstTouchedAfter(sql, at)),
      planOfRun((sql) => finishVoid(sql, 1n, 1)),
    ])
    for (const plan of plans) {
      expect(plan).toContain('contracts_lost')
      expect(plan).not.toContain('Seq Scan on contracts')
    }
    const behind = await planOfRun((sql) => listBehind(sql, at, 10))
    expect(behind).toMatch(/contracts_(due|opening)/)
    expect(behind).not.toContain('Seq Scan')
  })

  test('[T4] one look-up tells whether an order id was used', async () => {
    const plan = await planOf(
      `select id from contracts where user_id::text || ':' || client_order_id = $1::bigint::text || ':' || $2`,
      [7n, 'order-6'],
    )
    expect(plan).toContain('contracts_order_id')
  })
  test('[T11] the orders of a batch, and the batches a log lacks, are found through indexes', async () => {
    const batch = await planOfRun((sql) => listBatchedOrders(sql, 7_000n))
    expect(batch).toContain('acceptance_batches_pkey')
    expect(batch).toContain('contracts_pkey')
    const missing = await planOfRun((sql) => listMissingBatches(sql, [1, 2]))
    expect(missing).toContain('acceptance_batches_open')
    const open = await planOfRun((sql) => listOpenUntil(sql, [1, 2]))
    expect(open).toContain('contracts_due')
    for (const plan of [batch, missing, open]) expect(plan).not.toContain('Seq Scan')
  })

  test('[T11] entering a root reads its batch and those a log lacks, however many there are', async () => {
    const { db } = opened
    await seedProducts(db, { source: 'simulated', forexAlwaysOpen: true })
    const head = ensure((await headsOf(db, [1])).get(1))
    const signature = Buffer.alloc(64).toString('base64url')
    const batches = [{ batchId: BigInt(ROWS), seq: 1, keyId: 'key', signature }]
    const read = await db.tx(async (sql) => {
      const after = { ...head, lastSeq: 1, lastTimeMs: 1 }
      const missing = await appendToLog(sql, [
        { head: after, firstSeq: 1, packed: Uint8Array.of(0), batches },
      ])
      expect(missing).toHaveLength(19)
      return await sql.query(
        `select seq_scan as scans, idx_tup_fetch < 100 as few from pg_stat_xact_user_tables
        where relname = 'acceptance_batches'`,
      )
    })
    expect(read).toEqual([{ scans: 0n, few: true }])
  })
})
