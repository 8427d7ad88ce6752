import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listPendingChecks } from '../src/accounts/identity.store.ts'
import { countUsersSeen } from '../src/accounts/sessions.store.ts'
import { listHaltsSince } from '../src/market/public-events.store.ts'
import type { Sql } from '../src/platform/db.ts'
import {
  countOrders,
  HALF_HOUR_MS,
  lastDelayMs,
  listOrders,
  sumCompleted,
} from '../src/trading/figures.store.ts'
import { listFullest, sumOpen } from '../src/trading/risk.store.ts'
import { planOfRun } from './plan-of.ts'
import { openTestDb, type TestDb } from './test-database.ts'

/** History, of which a hundredth is of today and some is open: reading it all would be the wrong plan. */
const ROWS = 20_000
const EVERY_MS = 60_000
const NOW_MS = ROWS * EVERY_MS

describe('[D15] [D16] what the back office reads of history is today’s and open alone', () => {
  let opened: TestDb
  beforeAll(async () => {
    opened = await openTestDb()
    const { db } = opened
    await db.query(
      `insert into contracts (user_id, client_order_id, body_sha256, batch_id, book, live, product_id, symbol, "precision",
        product_version, calendar_version, source, direction, stake_micros, win_profit_micros, rule_id, rule_version, rule_hash,
        duration_seconds, payout_bps, window_ms, opening_delay_ms, open_timeout_ms, max_gap_ms, open_after_seq,
        accepted_at_ms, expires_at_ms, state, result, profit_micros, settled_at_ms)
      select 1 + i % 100, 'order-' || i, '\\x00', i, case when i % 2 = 0 then 'demo' else 'real' end, false, 1 + i % 20,
        'BTCUSDT', 2, 1, 1, 'simulated', 'up', 1000000, 800000, 1, 1, '\\x00', 30, 8000, 2000, 300, 5000, 5000, 1,
        i * ${EVERY_MS}, i * ${EVERY_MS} + 30000,
        case when i > ${ROWS - 100} then 'running' else 'completed' end,
        case when i > ${ROWS - 100} then null else 'won' end, case when i > ${ROWS - 100} then null else 800000 end,
        case when i > ${ROWS - 100} then null else i * ${EVERY_MS} + 31000 end
      from generate_series(1, ${ROWS}) i`,
    )
    await db.query(
      `insert into users (uid, username, username_key, created_at_ms)
      select (1000000000 + i)::text, 'user-' || i, 'user-' || i, i from generate_series(1, 5000) i`,
    )
    await db.query(
      `insert into user_sessions (user_id, token_sha256, cookie_sha256, user_agent, ip, created_at_ms, last_seen_at_ms,
        expires_at_ms)
      select u.id, sha256(u.uid::bytea), '\\x00', '', '', 1, u.id * ${EVERY_MS}, ${2 * NOW_MS} from users u`,
    )
    await db.query(
      `insert into identity_checks (user_id, document, real_name, state, submitted_at_ms, decided_at_ms)
      select u.id, 'passport', '', case when u.id > 4900 then 'pending' else 'verified' end, u.id,
        case when u.id > 4900 then null else u.id end from users u`,
    )
    await db.query(
      `insert into public_events (month, kind, product_id, seq, end_seq, from_ms, to_ms, open_ms)
      select 1, 'halt', 1, i, i + 1, i * ${EVERY_MS}, i * ${EVERY_MS} + 6000, 6000 from generate_series(1, 5000) i`,
    )
    await db.query(
      `insert into exposure_buckets (product_id, expiry_minute)
      select 1 + i % 20, i / 20 from generate_series(1, 20000) i`,
    )
    for (const table of [
      'contracts',
      'user_sessions',
      'identity_checks',
      'public_events',
      'exposure_buckets',
    ]) {
      await db.query(`analyze ${table}`)
    }
  })
  afterAll(() => opened.drop())

  const planned = (run: (sql: Sql) => Promise<unknown>): Promise<string> => planOfRun(opened.db, run)
  const nowMs = NOW_MS
  const midnightMs = NOW_MS - 100 * EVERY_MS

  test.each([
    [
      'orders by half hours',
      'contracts_by_half_hour',
      (sql: Sql) => listOrders(sql, 'real', Math.floor(nowMs / HALF_HOUR_MS) - 4),
    ],
    [
      'orders of yesterday',
      'contracts_by_half_hour',
      (sql: Sql) => countOrders(sql, { book: 'real', fromMs: midnightMs - HALF_HOUR_MS, toMs: midnightMs }),
    ],
    ['results of today', 'contracts_completed', (sql: Sql) => sumCompleted(sql, 'real', midnightMs)],
    ['the newest result', 'contracts_completed', (sql: Sql) => lastDelayMs(sql, 'real')],
    ['users online', 'user_sessions_seen', (sql: Sql) => countUsersSeen(sql, 4_990 * EVERY_MS, nowMs)],
    ['gaps of today', 'public_events_halts', (sql: Sql) => listHaltsSince(sql, 4_990 * EVERY_MS)],
    ['identity checks', 'identity_checks_waiting', (sql: Sql) => listPendingChecks(sql, 5)],
    [
      'open contracts',
      'contracts_due',
      (sql: Sql) =>
        sumOpen(sql, {
          book: 'real',
          productIds: [1, 2, 3],
          nowMs,
          spanEndsMs: [60_000],
          lateBeforeMs: nowMs,
        }),
    ],
    [
      'a user’s exposure',
      'contracts_due',
      (sql: Sql) => listFullest(sql, { book: 'demo', productIds: [1, 2, 3], nowMs: midnightMs }),
    ],
    [
      'the exposure of the house',
      'exposure_buckets_pkey',
      (sql: Sql) => listFullest(sql, { book: 'real', productIds: [1, 2, 3], nowMs: 990 * 60_000 }),
    ],
  ])('%s: by %s', async (_what, index, run) => {
    const plan = await planned(run)
    expect(plan).toContain(index)
    expect(plan).not.toContain('Seq Scan')
  })
})
