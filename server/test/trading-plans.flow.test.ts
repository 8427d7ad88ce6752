import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractsQuery } from '../src/trading/contracts.store.ts'
import { openTestDb, type TestDb } from './test-database.ts'

/** Rows of one busy user and of the others: enough that reading them all would be the wrong plan. */
const ROWS = 20_000

describe('statements that grow with history', () => {
  let opened: TestDb
  beforeAll(async () => {
    opened = await openTestDb()
    await opened.db.query(
      `insert into contracts (user_id, client_order_id, body_sha256, book, live, product_id, symbol, "precision",
        product_version, calendar_version, source, direction, stake_micros, win_profit_micros, rule_id, rule_version, rule_hash,
        duration_seconds, payout_bps, window_ms, opening_delay_ms, open_timeout_ms, max_gap_ms, open_after_seq,
        accepted_at_ms, expires_at_ms, state, result, profit_micros, settled_at_ms)
      select 1 + i % 100, 'order-' || i, '\\x00', 'demo', false, 1 + i % 20, 'BTCUSDT', 2, 1, 1, 'simulated', 'up', 1000000, 800000,
        1, 1, '\\x00', 30, 8000, 2000, 300, 5000, 5000, 1, i * 1000, i * 1000 + 30000,
        case when i > ${ROWS - 200} then 'running' else 'completed' end,
        case when i > ${ROWS - 200} then null else 'won' end, case when i > ${ROWS - 200} then null else 800000 end,
        case when i > ${ROWS - 200} then null else i * 1000 + 31000 end
      from generate_series(1, ${ROWS}) i`,
    )
    await opened.db.query('analyze contracts')
  })
  afterAll(() => opened.drop())

  async function planOf(text: string, params: readonly (string | number | bigint)[]): Promise<string> {
    const rows = await opened.db.query<Record<string, string>>(`explain ${text}`, params)
    return rows.map((row) => Object.values(row)[0]).join('\n')
  }

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

  test('[T4] one look-up tells whether an order id was used', async () => {
    const plan = await planOf(
      `select id from contracts where user_id::text || ':' || client_order_id = $1::bigint::text || ':' || $2`,
      [7n, 'order-6'],
    )
    expect(plan).toContain('contracts_order_id')
  })
})
