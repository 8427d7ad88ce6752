import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listUsersNamed } from '../src/accounts/user-search.store.ts'
import { listDepositsToReview, sumDepositsToReview } from '../src/funds/deposits.store.ts'
import type { OrderFilter } from '../src/funds/order-filter.ts'
import {
  listWithdrawalsToReview,
  type PayoutWay,
  sumWithdrawalsToReview,
} from '../src/funds/withdrawals.store.ts'
import type { Sql, SqlValue } from '../src/platform/db.ts'
import { openTestDb, type TestDb } from './test-database.ts'

/** Rows a table: enough that reading them all would be the wrong plan. */
const ROWS = 6_000
const USERS = 2_000
/** Of a hundred orders most are decided. */
const STATE = `case when i % 100 < 95 then 'completed' when i % 100 < 97 then 'rejected' when i % 100 < 98 then 'failed'
  when i % 100 < 99 then 'processing' else 'pending' end`
const ENDED = `case when ${STATE} in ('completed', 'rejected', 'failed') then i end`
const OF_COMPLETED = `case when ${STATE} = 'completed' then i * 1000000::bigint end`
const REMARK = `case when ${STATE} in ('rejected', 'failed') then 'x' end`

describe('lists of orders for review', () => {
  let opened: TestDb
  beforeAll(async () => {
    opened = await openTestDb()
    await opened.db.exec(`
      insert into users (uid, username, username_key, created_at_ms)
      select 2000000000 + i, 'name' || i, 'name' || i, 1 from generate_series(1, ${USERS}) i;
      insert into deposit_methods (kind, network, address, account_name, account_number, bank_name, is_test, created_ms)
      values ('bank', null, null, 'a', 'b', 'c', true, 1), ('wallet', 'eth', 'x', null, null, null, true, 1);
      alter table deposits disable trigger user;
      alter table withdrawals disable trigger user;
      insert into deposits (user_id, request_id, method_id, amount_micros, payer, state, reviewer_id, credited_micros,
        remark, created_ms, updated_ms, ended_ms)
      select i % ${USERS} + 1, 'request-' || i, 1, i * 1000000::bigint, 'sealed', ${STATE}, 1, ${OF_COMPLETED}, ${REMARK},
        i, i, ${ENDED}
      from generate_series(1, ${ROWS}) i;
      insert into withdrawals (user_id, request_id, method, network, address, amount_micros, fee_micros, rule_version,
        state, reviewer_id, approved_by, approved_ms, paid_by, payout_ref, remark, created_ms, updated_ms, ended_ms)
      select i % ${USERS} + 1, 'request-' || i, 'wallet', 'eth', 'address-' || i, i * 1000000::bigint, 0, 1, ${STATE}, 1,
        a.by, a.by, p.by, p.by::text, ${REMARK}, i, i, ${ENDED}
      from generate_series(1, ${ROWS}) i,
        lateral (select case when ${STATE} in ('completed', 'failed') then 1 end as by) a,
        lateral (select case when ${STATE} = 'completed' then 1 end as by) p;
      analyze users; analyze deposit_methods; analyze deposits; analyze withdrawals;`)
  })
  afterAll(() => opened.drop())

  /** Plan of the last statement that `run` makes; those before it are carried out. */
  async function planOf(run: (sql: Sql) => Promise<unknown>): Promise<string> {
    let plan = ''
    const explaining: Sql = {
      async query<Row extends object>(text: string, params?: readonly SqlValue[]): Promise<Row[]> {
        const rows = await opened.db.query<Record<string, string>>(`explain ${text}`, params)
        plan = rows.map((row) => Object.values(row)[0]).join('\n')
        return await opened.db.query<Row>(text, params)
      },
    }
    await run(explaining)
    return plan
  }

  const any = {
    state: null,
    isOldestFirst: false,
    found: null,
    method: null,
    minMicros: null,
    maxMicros: null,
  } as const
  const page = { cursorId: 4_321n, limit: 21 }
  const found = { id: 17n, userIds: [3n], address: null }
  const few = { minMicros: BigInt(ROWS - 5) * 1_000_000n }

  test('[D10] a page of recharge orders by state, number, user, rare method or amount: by an index, never all of them', async () => {
    const cases: [Partial<OrderFilter<'bank' | 'wallet'>>, RegExp, boolean][] = [
      [{}, /using deposits_pkey/, true],
      [{ state: 'open', isOldestFirst: true }, /using deposits_(open|by_state|pkey)/, false],
      [{ state: 'pending', isOldestFirst: true }, /using deposits_(by_state|open)/, false],
      [{ state: 'rejected' }, /using deposits_by_state/, false],
      [{ state: 'completed' }, /using deposits_(by_state|pkey)/, true],
      [{ found }, /deposits_of_user/, false],
      [{ method: 'wallet' }, /deposits_by_method/, false],
      [{ method: 'wallet', state: 'completed' }, /deposits_by_method/, false],
      [{ ...few, state: 'completed' }, /deposits_by_amount/, false],
    ]
    for (const [filter, index, inOrder] of cases) {
      const plan = await planOf((sql) => listDepositsToReview(sql, { ...any, ...filter }, page))
      expect(plan).toMatch(index)
      expect(plan).not.toMatch(/Seq Scan on deposits /)
      // Few rows may be put in order as they are; many never.
      if (inOrder) expect(plan).not.toMatch(/Sort/)
    }
  })

  test('[D10] a page of withdraw orders likewise, and by the address', async () => {
    const cases: [Partial<OrderFilter<PayoutWay>>, RegExp, boolean][] = [
      [{}, /using withdrawals_pkey/, true],
      [{ state: 'pending', isOldestFirst: true }, /using withdrawals_(by_state|open)/, false],
      [{ state: 'failed' }, /using withdrawals_by_state/, false],
      [{ found }, /withdrawals_of_user/, false],
      [{ found: { ...found, address: 'address-9' } }, /withdrawals_by_address/, false],
      [{ method: 'tron' }, /withdrawals_by_method/, false],
      [{ method: 'bank', state: 'completed' }, /withdrawals_by_method/, false],
      [few, /withdrawals_by_amount/, false],
    ]
    for (const [filter, index, inOrder] of cases) {
      const plan = await planOf((sql) => listWithdrawalsToReview(sql, { ...any, ...filter }, page))
      expect(plan).toMatch(index)
      expect(plan).not.toMatch(/Seq Scan on withdrawals /)
      // Few rows may be put in order as they are; many never.
      if (inOrder) expect(plan).not.toMatch(/Sort/)
    }
  })

  test('[D10] what waits is counted and added up through an index, whatever else the filter asks for', async () => {
    for (const filter of [
      { state: 'open' },
      { state: 'pending' },
      { state: 'processing', minMicros: 1n },
    ] as const) {
      const deposits = await planOf((sql) => sumDepositsToReview(sql, { ...any, ...filter }))
      expect(deposits).toMatch(/deposits_(open|by_state)/)
      expect(deposits).not.toMatch(/Seq Scan/)
      const payouts = await planOf((sql) =>
        sumWithdrawalsToReview(sql, { ...any, ...filter, method: 'tron' }),
      )
      expect(payouts).toMatch(/withdrawals_(open|by_state|by_method)/)
      expect(payouts).not.toMatch(/Seq Scan/)
    }
  })

  test('[D10] names are found by their beginning through an index', async () => {
    const plan = await planOf((sql) =>
      listUsersNamed(sql, { uid: '2000000007', beginning: 'name7', limit: 9 }),
    )
    expect(plan).toContain('users_by_name')
    expect(plan).toContain('users_uid_key')
  })
})
