import { createAccountSeal } from '../server/src/funds/sealed-account.ts'
import type { Db } from '../server/src/platform/db.ts'
import type { SecretBox } from '../server/src/platform/secret-box.ts'

// A site that has been at work for two months, written straight into PostgreSQL: what the lists of the back office read.
// Large tables are not written to the log of the database, indexes are made last, triggers are off: nobody would wait for it otherwise.

export interface Amounts {
  users: number
  contracts: number
  /** Results of contracts; those of deposits and withdrawals come on top. */
  bills: number
}

const AT_ONCE = 250_000
const SPAN_MS = 60 * 86_400_000
/** Where rows are many: their indexes are made when they are full. */
const LARGE = [
  'users',
  'user_balances',
  'contracts',
  'bills',
  'transfers',
  'deposits',
  'withdrawals',
  'audit_log',
]
/** Nothing that is logged refers to them. */
const UNLOGGED = [
  'user_balances',
  'contracts',
  'bills',
  'transfers',
  'audit_log',
  'team_sizes',
  'invitation_counts',
]

/** A number in [0, 1) that follows from `i` alone. */
const part = (factor: number): string => `((i::bigint * ${factor} % 1000003 + 1000003) % 1000003) / 1000003.0`
/** Some users have very many: the first about a hundredth of all. */
const userOf = (users: number): string => `1 + floor(${users} * power(${part(7919)}, 3))::bigint`

export async function fillAdminData(
  db: Db,
  secrets: SecretBox,
  amounts: Amounts,
  run: (sql: string) => void,
  tell: (line: string) => void,
): Promise<void> {
  const { users, contracts, bills } = amounts
  const step = async (what: string, work: () => Promise<void> | void): Promise<void> => {
    const beganAt = performance.now()
    await work()
    tell(`${what}: ${((performance.now() - beganAt) / 1000).toFixed(0)} s`)
  }
  await step('tables made ready', async () => {
    for (const table of UNLOGGED) await db.exec(`alter table ${table} set unlogged`)
  })
  const indexes = await dropIndexes(db)
  await step(`${users} users`, () => inParts(db, users, userRows(users)))
  await step('teams', () => unguarded(db, TEAMS))
  await step('approvals and announcements', () => unguarded(db, operatorRows(Math.ceil(users / 10))))
  await step('balances', () => inParts(db, users, balanceRows()))
  await step(`${contracts} contracts`, () => inParts(db, contracts, contractRows(users, contracts)))
  await step(`${bills} bills`, () => inParts(db, Math.min(bills, contracts), billRows()))
  await step('transfers', () => inParts(db, Math.ceil(contracts / 10), transferRows(contracts)))
  await step('entries of the audit log', () => inParts(db, Math.ceil(users / 2), auditRows(users)))
  await step('deposits and withdrawals', () => fillOrders(db, secrets, Math.ceil(users / 5)))
  await step('indexes', () => {
    for (const definition of indexes) run(`set maintenance_work_mem = '512MB'; ${definition}`)
  })
  await step('identities', () => countOn(db))
  await step('statistics', () => {
    for (const table of [...LARGE, 'team_sizes', 'invitation_counts', 'proposals'])
      run(`vacuum analyze ${table}`)
  })
}

/** Answers how to make them again. What a constraint needs stays. */
async function dropIndexes(db: Db): Promise<string[]> {
  const rows = await db.query<{ name: string; definition: string }>(
    `select i.indexname as name, i.indexdef as definition from pg_indexes i
    where i.schemaname = 'public' and i.tablename = any ($1)
      and not exists (select from pg_constraint c where c.conname = i.indexname)`,
    [LARGE],
  )
  for (const { name } of rows) await db.exec(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

async function inParts(db: Db, count: number, rows: (from: number, to: number) => string): Promise<void> {
  for (let from = 1; from <= count; from += AT_ONCE) {
    await unguarded(db, rows(from, Math.min(count, from + AT_ONCE - 1)))
  }
}

/** Without triggers and foreign keys: what they would say is known. */
const unguarded = (db: Db, sql: string): Promise<void> =>
  db.exec(`begin; set local session_replication_role = replica; ${sql}; commit`)

const userRows =
  (users: number) =>
  (from: number, to: number): string =>
    `
    insert into users (id, uid, username, username_key, email, email_key, nickname, status, identity_status, login_type,
      referred_by, country, last_login_at_ms, created_at_ms) overriding system value
    select i, (1000000000 + i * 7)::text, 'trader' || i, 'trader' || i, 'trader' || i || '@example.com',
      'trader' || i || '@example.com', '', case when i % 500 = 0 then 'frozen' else 'active' end,
      case when i % 10 = 0 then 'verified' when i % 97 = 0 then 'pending' else 'none' end,
      case when i % 20 = 0 then 'wallet' else 'account' end, case when i = 1 then null else 1 + (i * 7919) % (i - 1) end,
      case i % 3 when 0 then 'DE' when 1 then 'BR' else null end,
      service_now_ms() - (i * 104729 % ${SPAN_MS}), service_now_ms() - ${SPAN_MS} + i * ${Math.floor(SPAN_MS / users)}
    from generate_series(${from}::bigint, ${to}) i`

/** As the triggers count them, which are off. */
const TEAMS = `
    with recursive line as (
      select referred_by as above, 1 as generation, identity_status = 'verified' as certified
      from users where referred_by is not null
      union all
      select u.referred_by, line.generation + 1, line.certified from line join users u on u.id = line.above
      where line.generation < 3 and u.referred_by is not null
    )
    insert into invitation_counts (user_id, generation, members, certified)
    select above, generation, count(*), count(*) filter (where certified) from line group by above, generation;
    insert into team_sizes (user_id, size) select user_id, sum(members) from invitation_counts group by user_id`

/** Decided ones, but for the newest; and announcements that are over. */
const operatorRows = (proposals: number): string => `
    insert into proposals (kind, subject, payload, reason, request_id, state, proposed_by, proposed_ms, expires_ms, decided_by,
      decided_ms)
    select 'adjust-balance', 'user:' || (1000000000 + i * 7), '{"userId":"1","uid":"1000000007","book":"real","micros":"1"}',
      'because', 'request-' || i, case when i > ${proposals} - 40 then 'proposed' else 'done' end, 1,
      service_now_ms() - 1000, service_now_ms() + ${SPAN_MS}, case when i > ${proposals} - 40 then null else 2 end,
      case when i > ${proposals} - 40 then null else service_now_ms() end
    from generate_series(1, ${proposals}) i;
    insert into announcements (author_id, request_id, texts, fallback, from_ms, to_ms, state, published_ms, withdrawn_ms, created_ms,
      updated_ms)
    select 1, 'request-' || i, '{"en-US": {"title": "One", "text": "Words"}}', 'en-US', 1, 2, 'withdrawn', 1, 2, 1, 1
    from generate_series(1, 2000) i`

const balanceRows =
  () =>
  (from: number, to: number): string =>
    `
    insert into user_balances (user_id, book, available_micros, in_position_micros)
    select i, b.book, case b.book when 'demo' then 10000000000 else floor(${part(104_729)} * 5000000000)::bigint end, 0
    from generate_series(${from}::bigint, ${to}) i, (values ('demo'), ('real')) b (book)`

/** One in a hundred was cancelled, one ended equal; half of the others were lost. All have ended: the server settles what has not. */
const contractRows =
  (users: number, contracts: number) =>
  (from: number, to: number): string =>
    `
    with terms as (
      select i, ${userOf(users)} as user_id, ((i * 31) % p.n)::int as product,
        service_now_ms() - ${SPAN_MS} + floor(i * ${SPAN_MS / contracts})::bigint - 400000 as accepted,
        (1 + i % 50) * 1000000 as stake, i % 100 as lot, (array[30, 60, 120, 300])[1 + i % 4] as seconds
      from generate_series(${from}::bigint, ${to}) i, (select count(*) as n from products) p
    )
    insert into contracts (id, user_id, client_order_id, body_sha256, batch_id, book, live, product_id, symbol, "precision",
      product_version, calendar_version, source, direction, stake_micros, win_profit_micros, rule_id, rule_version, rule_hash,
      duration_seconds, payout_bps, window_ms, opening_delay_ms, open_timeout_ms, max_gap_ms, open_after_seq,
      accepted_at_ms, expires_at_ms, state, result, cancel_reason, opening_price, opening_time_ms, opening_seq,
      closing_price, closing_time_ms, profit_micros, settled_at_ms)
    select t.i, t.user_id, 'order-' || t.i, '\\x00', 0, case when t.i % 4 = 0 then 'real' else 'demo' end, false, p.id, p.symbol,
      p.precision, p.version, p.calendar_version, 'simulated', case t.i % 2 when 0 then 'up' else 'down' end, t.stake,
      t.stake * 8000 / 10000, 1, 1, '\\x00', t.seconds, 8000, 2000, 300, 5000, 5000, 1, t.accepted,
      t.accepted + t.seconds * 1000, case when t.lot = 7 then 'cancelled' else 'completed' end,
      case when t.lot = 7 then null when t.lot < 50 then 'lost' when t.lot = 99 then 'equal' else 'won' end,
      case when t.lot = 7 then 'price-gap' end, 1000000, t.accepted + 300, 2,
      case when t.lot = 7 then null else 1000001 end,
      case when t.lot = 7 then null else t.accepted + t.seconds * 1000 end,
      case when t.lot = 7 or t.lot = 99 then 0 when t.lot < 50 then -t.stake
        else t.stake * 8000 / 10000 end,
      t.accepted + t.seconds * 1000 + 300
    from terms t join (select p.*, row_number() over (order by p.id) - 1 as place from products p) p on p.place = t.product`

const billRows =
  () =>
  (from: number, to: number): string =>
    `
    insert into bills (user_id, book, type, status, amount_micros, symbol, ref, created_ms, completed_ms)
    select c.user_id, c.book, case when c.profit_micros >= 0 then 'profit' else 'loss' end, 'completed', c.profit_micros,
      c.symbol, 'contract:' || c.id, c.settled_at_ms, c.settled_at_ms
    from contracts c where c.id between ${from} and ${to} order by c.id`

/** Of the newest tenth of the contracts: the stake that goes, and what comes back. */
const transferRows =
  (contracts: number) =>
  (from: number, to: number): string =>
    `
    insert into transfers (book, debit, debit_user_id, credit, credit_user_id, amount_micros, kind, ref, created_ms)
    select c.book, t.debit, case when t.debit = 'house' then null else c.user_id end, t.credit,
      case when t.credit = 'house' then null else c.user_id end, c.stake_micros, t.kind, 'contract:' || c.id, c.accepted_at_ms
    from contracts c, (values ('available', 'in_position', 'stake'), ('in_position', 'house', 'loss')) t (debit, credit, kind)
    where c.id between ${Math.floor(contracts * 0.9)} + ${from} and ${Math.floor(contracts * 0.9)} + ${to} order by c.id`

const auditRows =
  (users: number) =>
  (from: number, to: number): string =>
    `
    insert into audit_log (id, at_ms, actor_kind, actor_id, action, subject, ip, before, after, previous, hash)
    select i, service_now_ms() - ${SPAN_MS} + i * ${Math.floor((2 * SPAN_MS) / users)},
      case i % 5 when 0 then 'admin' when 1 then 'system' else 'user' end, 1 + i % 40,
      (array['session.open', 'deposit.approve', 'withdrawal.take', 'withdrawal.pay', 'user.freeze', 'settings.change'])[1 + i % 6],
      'user:' || (1 + i * 7919 % ${users}), '198.51.100.' || i % 250, '{"state": "pending"}', '{"state": "completed"}',
      sha256(i::text::bytea), sha256((i + 1)::text::bytea)
    from generate_series(${from}::bigint, ${to}) i`

const STATE = `case when i % 1000 < 955 then 'completed' when i % 1000 < 985 then 'rejected' when i % 1000 < 993 then 'failed'
  when i % 1000 < 996 then 'processing' else 'pending' end`
const ENDED = `case when ${STATE} in ('completed', 'rejected', 'failed') then u.at end`
const REMARK = `case when ${STATE} in ('rejected', 'failed') then 'The account is another one''s.' end`
const SEALED_AT_ONCE = 20_000

/** Payers are sealed as the product does it: the list opens them. */
async function fillOrders(db: Db, secrets: SecretBox, count: number): Promise<void> {
  const { seal } = createAccountSeal(secrets)
  for (let from = 1; from <= count; from += SEALED_AT_ONCE) {
    const ids = Array.from({ length: Math.min(SEALED_AT_ONCE, count - from + 1) }, (_, index) => from + index)
    const owners = ids.map((id) => 1 + ((id * 7919) % (count * 5)))
    const account = (id: number) => ({
      ...{ accountName: `Trader ${id}`, accountNumber: `DE89 3704 0044 ${id}`, bankName: 'A bank' },
    })
    const payers = ids.map((id, index) => seal('payer', BigInt(owners[index] ?? 1), account(id)))
    const rows = `unnest($1::bigint[], $2::bigint[], $3::text[]) as u0 (i, user_id, payer), lateral (
      select service_now_ms() - ${SPAN_MS} + u0.i * ${Math.floor(SPAN_MS / count)} as at) u`
    await db.tx(async (sql) => {
      await sql.query('set local session_replication_role = replica')
      await sql.query(
        `insert into deposits (id, user_id, request_id, method_id, amount_micros, payer, state, reviewer_id, credited_micros,
          remark, created_ms, updated_ms, ended_ms) overriding system value
        select i, user_id, 'request-' || i, 1 + i % 3, (10 + i % 5000) * 1000000, payer, ${STATE}, 1,
          case when ${STATE} = 'completed' then (10 + i % 5000) * 1000000 end, ${REMARK}, u.at, u.at, ${ENDED}
        from ${rows}`,
        [ids, owners, payers],
      )
      await sql.query(
        `insert into withdrawals (id, user_id, request_id, method, network, address, amount_micros, fee_micros, rule_version,
          state, reviewer_id, approved_by, approved_ms, paid_by, payout_ref, remark, created_ms, updated_ms, ended_ms)
          overriding system value
        select i, user_id, 'request-' || i, 'wallet', case i % 2 when 0 then 'eth' else 'tron' end, 'address-' || i % 90000,
          (10 + i % 5000) * 1000000, 1000000, 1, ${STATE}, 1, a.by, a.by, p.by, p.by::text, ${REMARK}, u.at, u.at, ${ENDED}
        from ${rows},
          lateral (select case when ${STATE} in ('completed', 'failed') then 1 end as by) a,
          lateral (select case when ${STATE} = 'completed' then 1 end as by) p where $3::text[] is not null`,
        [ids, owners, payers],
      )
    })
  }
}

/** Numbers go on after what was written. */
async function countOn(db: Db): Promise<void> {
  const counted = [...LARGE.filter((name) => !['user_balances', 'audit_log'].includes(name)), 'proposals']
  for (const table of counted)
    await db.exec(
      `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) + 1 from ${table}))`,
    )
  await db.exec(`select setval('audit_log_id', (select max(id) from audit_log))`)
}
