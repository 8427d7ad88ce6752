import { askDeposit, type FundsApp, type FundsUser } from './funds-app.ts'

/** Rows of each kind: a user of years, and a site of a few thousand users. */
const CONTRACTS = 5_000
const BILLS = 5_000
const ORDERS = 1_500
const NOTICES = 2_000
const LOG_ENTRIES = 3_000
const INVITED = 2_000
const CANDLES = 1_100
const DAYS = 400

/** Rows that no call can make so many of; without the checks of steps, which they did not take. */
async function insertPast({ db }: FundsApp, statements: readonly string[]): Promise<void> {
  await db.tx(async (sql) => {
    await sql.query('set local session_replication_role = replica')
    for (const statement of statements) await sql.query(statement)
  })
}

const contractsOf = (userId: bigint, nowMs: number): string => `
  insert into contracts (user_id, client_order_id, body_sha256, batch_id, book, live, product_id, symbol, "precision",
    product_version, calendar_version, source, direction, stake_micros, win_profit_micros, rule_id, rule_version, rule_hash,
    duration_seconds, payout_bps, window_ms, opening_delay_ms, open_timeout_ms, max_gap_ms, open_after_seq,
    accepted_at_ms, expires_at_ms, state, result, cancel_reason, profit_micros, settled_at_ms)
  select ${userId}, 'past-order-' || i, '\\x00', i, 'demo', false, p.id, p.symbol, p."precision", 1, 1, 'simulated',
    case when i % 2 = 0 then 'up' else 'down' end, s.stake, s.stake * 8 / 10, 1, 1, '\\x00', 30, 8000, 3000, 300, 5000, 5000, 1,
    t.at, t.at + 30000, case when i % 50 = 7 then 'cancelled' else 'completed' end,
    case when i % 50 = 7 then null when i % 3 = 0 then 'won' else 'lost' end, case when i % 50 = 7 then 'price-gap' end,
    case when i % 50 = 7 then 0 when i % 3 = 0 then s.stake * 8 / 10 else -s.stake end, t.at + 30400
  from generate_series(1, ${CONTRACTS}) i, products p,
    lateral (select (1 + i % 100) * 1000000::bigint as stake) s,
    lateral (select ${nowMs}::bigint - 60000 - i * 300::bigint as at) t
  where p.symbol = 'BTCUSDT'`

const moneyOf = (userId: bigint, nowMs: number): string[] => [
  `insert into transfers (book, debit, debit_user_id, credit, credit_user_id, amount_micros, kind, ref, created_ms)
   select b.book, 'available', ${userId}, 'in_position', ${userId}, 1000000, 'stake', 'contract:' || i, ${nowMs} - i * 60000::bigint
   from generate_series(1, ${BILLS}) i, (values ('demo'), ('real')) b (book)`,
  `insert into bills (user_id, book, type, status, amount_micros, symbol, ref, created_ms, completed_ms)
   select ${userId}, b.book, case when i % 3 = 0 then 'profit' else 'loss' end, 'completed',
     case when i % 3 = 0 then 800000 else -1000000 end, 'BTCUSDT', 'contract:' || i, t.at, t.at
   from generate_series(1, ${BILLS}) i, (values ('demo'), ('real')) b (book),
     lateral (select ${nowMs} - i * 60000::bigint as at) t`,
]

/** Sealed accounts are those of the one deposit there is. */
const ordersOf = (userId: bigint, nowMs: number): string[] => [
  `insert into deposits (user_id, request_id, method_id, amount_micros, payer, payer_mark, state, reviewer_id, credited_micros,
     remark, created_ms, updated_ms, ended_ms)
   select ${userId}, 'past-deposit-' || i, d.method_id, i * 1000000::bigint, d.payer, d.payer_mark,
     case when i % 10 = 0 then 'rejected' else 'completed' end, 999999, case when i % 10 = 0 then null else i * 1000000::bigint end,
     case when i % 10 = 0 then repeat('x', 500) end, t.at, t.at, t.at
   from generate_series(1, ${ORDERS}) i, (select * from deposits order by id limit 1) d,
     lateral (select ${nowMs} - 86400000 - i * 60000::bigint as at) t`,
  `insert into withdrawals (user_id, request_id, method, network, address, amount_micros, fee_micros, rule_version, state,
     reviewer_id, approved_by, approved_ms, paid_by, payout_ref, created_ms, updated_ms, ended_ms)
   select ${userId}, 'past-payout-' || i, 'wallet', 'eth', '0x' || lpad(to_hex(i), 40, '0'), i * 1000000::bigint, 0, 1, 'completed',
     999999, 999999, t.at, 999998, '0x' || lpad(to_hex(900000 + i), 64, '0'), t.at, t.at, t.at
   from generate_series(1, ${ORDERS}) i, lateral (select ${nowMs} - 86400000 - i * 60000::bigint as at) t`,
]

const accountOf = (userId: bigint, nowMs: number): string[] => [
  `insert into notices (user_id, type, kind, priority, data, created_ms)
   select ${userId}, 'trade', 'contract-settled', 'low', jsonb_build_object('symbol', 'BTCUSDT', 'precision', 2,
     'stakeMicros', '10000000', 'profitMicros', '8000000', 'openingPrice', '5000000', 'closingPrice', '5000100', 'reason', null,
     'durationSeconds', 30, 'contractId', i::text, 'book', 'demo', 'direction', 'up', 'result', 'won'), ${nowMs} - i * 60000::bigint
   from generate_series(1, ${NOTICES}) i`,
  `insert into login_history (user_id, at_ms, method, outcome, ip, user_agent)
   select ${userId}, ${nowMs} - i * 60000::bigint, 'password', case when i % 2 = 0 then 'signed-in' else 'wrong-password' end,
     '198.51.100.1', repeat('Mozilla/5.0 ', 40) from generate_series(1, 200) i`,
  `insert into user_devices (user_id, device_sha256, user_agent, last_ip, first_seen_at_ms, last_seen_at_ms)
   select ${userId}, sha256(i::text::bytea), repeat('Mozilla/5.0 ', 40), '198.51.100.1', ${nowMs} - i, ${nowMs} - i
   from generate_series(1, 200) i`,
  `insert into user_notes (user_id, admin_id, act, text, request_id, created_ms)
   select ${userId}, 1, 'note', repeat('語', 2000), 'past-note-' || i, ${nowMs} - i from generate_series(1, 200) i`,
  `insert into withdrawal_addresses (user_id, network, address, label, is_default, created_ms)
   select ${userId}, 'eth', '0x' || lpad(to_hex(i), 40, 'a'), repeat('語', 40), false, ${nowMs} - i from generate_series(1, 12) i`,
  `insert into price_alerts (user_id, product_id, direction, price, after_seq, watched, created_ms)
   select ${userId}, p.id, 'up', 9000000 + i, 1, true, ${nowMs} - i from generate_series(1, 40) i, products p
   where p.symbol = 'BTCUSDT'`,
]

const siteOf = (nowMs: number): string[] => [
  `insert into candles (product_id, period, open_time_ms, origin, open, high, low, close, volume_micros)
   select p.id, e, (${nowMs}::bigint / m.ms - i) * m.ms, 'g', 5000000 + i, 5000100 + i, 4999900, 5000000, 123456789
   from products p, generate_series(0, 7) e, generate_series(1, ${CANDLES}) i,
     lateral (select (array[60000, 300000, 900000, 1800000, 3600000, 14400000, 86400000, 604800000])[e + 1]::bigint as ms) m
   where p.symbol = 'BTCUSDT' on conflict do nothing`,
  `insert into public_events (month, kind, product_id, seq, end_seq, from_ms, to_ms, open_ms)
   select month_of_ms(${nowMs}), 'halt', p.id, 100000000 + i, 100000001 + i, ${nowMs} - i * 60000::bigint, ${nowMs} - i * 60000::bigint + 5000, 5000
   from products p, generate_series(1, 300) i where p.symbol = 'BTCUSDT'`,
  `insert into liability_trees (book, day, taken_ms, leaf_count, total_micros, root, key_id, signature)
   select 'demo', ${nowMs}::bigint / 86400000 - i, ${nowMs} - i * 86400000::bigint, 10, 1000000, sha256('a'), k.id,
     decode(repeat('00', 64), 'hex') from site_keys k, generate_series(1, ${DAYS}) i`,
]

/** Their rows are counted as they come, and hang together: with all checks. */
const peopleOf = (userId: bigint, nowMs: number): string[] => [
  `insert into users (uid, username, username_key, email, email_key, referred_by, created_at_ms, nickname, phone)
   select (8000000000 + i)::text, 'invited_' || i, 'invited_' || i, 'invited_' || i || '@example.com',
     'invited_' || i || '@example.com', ${userId}, ${nowMs} - i, repeat('語', 30), '+4915112' || lpad(i::text, 6, '0')
   from generate_series(1, ${INVITED}) i`,
  `insert into audit_log (at_ms, actor_kind, actor_id, action, subject, ip, before, after)
   select ${nowMs} - (${LOG_ENTRIES} - i), 'admin', 1, 'user.note', 'user:${userId}', '198.51.100.1', null,
     jsonb_build_object('reason', repeat('語', 500)) from generate_series(1, ${LOG_ENTRIES}) i`,
]

/** Gives a user, and the site around it, the history of years. */
export async function fillHistory(app: FundsApp, user: FundsUser): Promise<void> {
  const nowMs = app.clock.nowMs()
  await askDeposit(user.client, '10')
  const { userId } = user
  await insertPast(app, [
    ...[contractsOf(userId, nowMs), ...moneyOf(userId, nowMs), ...ordersOf(userId, nowMs)],
    ...[...accountOf(userId, nowMs), ...siteOf(nowMs)],
  ])
  for (const statement of peopleOf(userId, nowMs)) await app.db.query(statement)
  // Without it pages of many users would be read as those of few.
  await app.db.exec('analyze')
}
