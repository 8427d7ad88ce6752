import { afterAll, beforeAll, expect, test } from 'vitest'
import { contractTransfersQuery } from '../src/ledger/user-ledger.store.ts'
import type { Sql, SqlValue } from '../src/platform/db.ts'
import { type ContractListFilter, listContractsOfAll } from '../src/trading/contract-list.store.ts'
import { planOf } from './plan-of.ts'
import { openTestDb, type TestDb } from './test-database.ts'

/** Rows: enough that reading them all would be the wrong plan. */
const ROWS = 20_000

let opened: TestDb
beforeAll(async () => {
  opened = await openTestDb()
  await opened.db.exec(`
    alter table contracts disable trigger user;
    insert into contracts (id, user_id, client_order_id, body_sha256, batch_id, book, live, product_id, symbol, "precision",
      product_version, calendar_version, source, direction, stake_micros, win_profit_micros, rule_id, rule_version, rule_hash,
      duration_seconds, payout_bps, window_ms, opening_delay_ms, open_timeout_ms, max_gap_ms, open_after_seq,
      accepted_at_ms, expires_at_ms, state, result, cancel_reason, profit_micros, settled_at_ms)
    select i, i % 500, 'order-' || i, '\\x00', i, case when i % 3 = 0 then 'real' else 'demo' end, false, i % 20 + 1, 'BTCUSDT',
      2, 1, 1, 'simulated', case when i % 2 = 0 then 'up' else 'down' end, s.stake, s.stake * 8 / 10, 1, 1, '\\x00', 60, 8000,
      3000, 300, 5000, 5000, 1, i * 1000::bigint, i * 1000::bigint + 60000,
      case when i > ${ROWS - 50} then 'running' when i % 200 = 7 then 'cancelled' else 'completed' end,
      case when i > ${ROWS - 50} or i % 200 = 7 then null when i % 2 = 0 then 'won' else 'lost' end,
      case when i <= ${ROWS - 50} and i % 200 = 7 then 'price-gap' end,
      case when i > ${ROWS - 50} then null when i % 200 = 7 then 0 when i % 2 = 0 then s.stake * 8 / 10 else -s.stake end,
      case when i > ${ROWS - 50} then null else i * 1000::bigint + 60400 end
    from generate_series(1, ${ROWS}) i, lateral (select (1 + i % 100) * 1000000::bigint as stake) s;
    insert into transfers (book, debit, debit_user_id, credit, credit_user_id, amount_micros, kind, ref, created_ms)
    select 'demo', 'available', 1, 'in_position', 1, 1000000, 'stake', 'contract:' || i, i * 1000::bigint
    from generate_series(1, ${ROWS}) i;
    analyze contracts; analyze transfers; select brin_summarize_new_values('transfers_by_time');`)
})
afterAll(() => opened.drop())

const any: ContractListFilter = {
  ...{
    found: null,
    book: null,
    productIds: Array.from({ length: 20 }, (_, at) => at + 1),
    isOneProduct: false,
  },
  ...{
    direction: null,
    state: null,
    result: null,
    fromMs: null,
    toMs: null,
    minMicros: null,
    maxMicros: null,
  },
  ...{ sort: { by: 'time', isAscending: false }, openSinceMs: (ROWS - 1_000) * 1_000 },
}

async function planFor(filter: Partial<ContractListFilter>): Promise<string> {
  let plan = ''
  const explaining: Sql = {
    async query<Row extends object>(text: string, params?: readonly SqlValue[]): Promise<Row[]> {
      plan = await planOf(opened.db, text, params)
      return await opened.db.query<Row>(text, params)
    },
  }
  const isByStake = filter.sort?.by === 'stake'
  const after = { value: isByStake ? 90_000_000n : 15_000_000n, id: 5n }
  await listContractsOfAll(explaining, { ...any, ...filter }, { after, limit: 31 })
  return plan
}

test('[D9] a page of contracts is read by an index, whatever is asked for; never all of history', async () => {
  const found = { id: 17n, userIds: [3n, 4n] }
  const cases: [Partial<ContractListFilter>, RegExp][] = [
    [{}, /Index Scan Backward using contracts_by_product/],
    [{ book: 'real' }, /Index Scan Backward using contracts_of_real_book/],
    [{ productIds: [1], isOneProduct: true }, /Index Scan Backward using contracts_by_product/],
    [
      { productIds: [1], isOneProduct: true, direction: 'up', result: 'won' },
      /Index Scan Backward using contracts_by_product/,
    ],
    [
      { productIds: [1], isOneProduct: true, result: 'lost' },
      /Index Scan Backward using contracts_by_product/,
    ],
    [{ fromMs: 5_000_000, toMs: 6_000_000 }, /contracts_by_product/],
    [{ state: 'pending' }, /contracts_(due|opening|by_book)/],
    [{ state: 'cancelled' }, /contracts_given_back/],
    [{ result: 'equal', book: 'real' }, /contracts_given_back/],
    [{ result: 'equal', productIds: [1], isOneProduct: true }, /contracts_given_back/],
    [{ sort: { by: 'stake', isAscending: false } }, /contracts_by_stake/],
    [{ minMicros: 99_500_000n }, /contracts_by_stake/],
    [{ minMicros: 2_000_000n }, /Index Scan Backward using contracts_by_product/],
    [{ found }, /contracts_of_user/],
    [{ found, book: 'real' }, /contracts_of_user/],
  ]
  for (const [filter, index] of cases) {
    const plan = await planFor(filter)
    expect(plan, Object.keys(filter).join()).toMatch(index)
    expect(plan, Object.keys(filter).join()).not.toMatch(/Seq Scan on contracts/)
  }
})

test('[D9] the transfers of a contract are found by their moments', async () => {
  const plan = await planOf(opened.db, contractTransfersQuery, [
    'contract:9000',
    8_999_000,
    9_000_000,
    [9_060_000n],
  ])
  expect(plan).toContain('transfers_by_time')
})
