import { formatMicros } from '@truestrike/core/money.ts'
import type { Db, Sql } from '../platform/db.ts'
import { FUNDS_CHECKS } from './funds-audit.ts'

interface AuditCheck {
  name: string
  /** What does not hold, at most `FAULTS_SHOWN_MAX` lines; empty when all is well. */
  faults: string[]
}

export interface AuditReport {
  transfers: bigint
  users: bigint
  books: { book: string; account: string; micros: bigint }[]
  checks: AuditCheck[]
  ok: boolean
}

const FAULTS_SHOWN_MAX = 20

interface Fault {
  fault: string
}

export interface AuditQuery {
  name: string
  query: string
}

/** Each query answers one row a fault, in words. They read one snapshot when run in a REPEATABLE READ transaction. */
const CHECKS: readonly AuditQuery[] = [
  {
    name: 'user balances equal the sum of their transfers',
    query: `with moves as (
        select book, debit_user_id as user_id, debit as account, -amount_micros as delta from transfers
        where debit_user_id is not null
        union all
        select book, credit_user_id, credit, amount_micros from transfers where credit_user_id is not null
      ), sums as (
        select user_id, book, coalesce(sum(delta) filter (where account = 'available'), 0) as available,
          coalesce(sum(delta) filter (where account = 'in_position'), 0) as in_position,
          coalesce(sum(delta) filter (where account = 'frozen'), 0) as frozen
        from moves group by user_id, book
      )
      select format('user %s %s: balance %s/%s/%s, transfers %s/%s/%s (available/in position/frozen)',
        coalesce(b.user_id, s.user_id), coalesce(b.book, s.book), b.available_micros, b.in_position_micros, b.frozen_micros,
        s.available, s.in_position, s.frozen) as fault
      from user_balances b full join sums s on s.user_id = b.user_id and s.book = b.book
      where b.user_id is null or b.available_micros <> coalesce(s.available, 0)
        or b.in_position_micros <> coalesce(s.in_position, 0) or b.frozen_micros <> coalesce(s.frozen, 0)`,
  },
  {
    name: 'system balances equal the sum of their transfers',
    query: `with moves as (
        select book, debit as account, -amount_micros as delta from transfers where debit_user_id is null
        union all
        select book, credit, amount_micros from transfers where credit_user_id is null
      ), sums as (select book, account, sum(delta) as total from moves group by book, account),
      held as (select book, account, sum(balance_micros) as total from system_balances group by book, account)
      select format('%s %s: balance %s, transfers %s', coalesce(h.book, s.book), coalesce(h.account, s.account),
        h.total, s.total) as fault
      from held h full join sums s on s.book = h.book and s.account = h.account
      where coalesce(h.total, 0) <> coalesce(s.total, 0)`,
  },
  {
    name: 'per book all accounts sum to zero',
    query: `select format('%s: %s', t.book, sum(t.total)) as fault from (
        select book, sum(available_micros + in_position_micros + frozen_micros) as total from user_balances group by book
        union all
        select book, sum(balance_micros) from system_balances group by book
      ) t group by t.book having sum(t.total) <> 0`,
  },
  {
    name: 'no user account and no fees are negative',
    query: `select format('user %s %s', user_id, book) as fault from user_balances
      where available_micros < 0 or in_position_micros < 0 or frozen_micros < 0
      union all
      select format('%s fees: %s', book, sum(balance_micros)) from system_balances where account = 'fees'
      group by book having sum(balance_micros) < 0`,
  },
  {
    name: 'in position equals the stakes of open contracts',
    query: `with open as (
        select user_id, book, sum(stake_micros) as total from contracts where state in ('opening', 'running')
        group by user_id, book
      )
      select format('user %s %s: in position %s, open stakes %s', coalesce(b.user_id, o.user_id), coalesce(b.book, o.book),
        b.in_position_micros, o.total) as fault
      from user_balances b full join open o on o.user_id = b.user_id and o.book = b.book
      where coalesce(b.in_position_micros, 0) <> coalesce(o.total, 0)`,
  },
  {
    name: 'what the day has brought equals the results of its contracts',
    query: `with today as materialized (select service_now_ms() / 86400000 as day),
      results as (
        select c.user_id, c.book, sum(c.profit_micros) as total from contracts c, today t
        where c.settled_at_ms >= t.day * 86400000 group by c.user_id, c.book
      ), kept as (
        select d.user_id, d.book, sum(d.profit_micros) as total from user_day_results d, today t
        where d.day >= t.day group by d.user_id, d.book
      )
      select format('user %s %s: kept %s, results %s', coalesce(k.user_id, r.user_id), coalesce(k.book, r.book), k.total,
        r.total) as fault
      from kept k full join results r on r.user_id = k.user_id and r.book = k.book
      where coalesce(k.total, 0) <> coalesce(r.total, 0)`,
  },
  {
    name: 'each contract has its stake held once and settled once',
    query: `with moved as (
        select ref, count(*) filter (where kind = 'stake') as held, count(*) filter (where kind = 'loss') as lost,
          count(*) filter (where kind = 'stake-return') as returned, count(*) filter (where kind = 'void-return') as back,
          coalesce(sum(amount_micros) filter (where kind = 'void-return'), 0) as back_micros,
          coalesce(sum(amount_micros) filter (where kind = 'stake'), 0) as stake,
          coalesce(sum(amount_micros) filter (where kind in ('loss', 'stake-return')), 0) as released,
          coalesce(sum(amount_micros) filter (where kind = 'profit'), 0) as profit,
          array_agg(distinct format('%s %s', coalesce(debit_user_id, credit_user_id), book))
            || array_agg(distinct format('%s %s', coalesce(credit_user_id, debit_user_id), book)) as owners
        from transfers where ref like 'contract:%' group by ref
      ), expected as (
        select *, 'contract:' || id as ref, result is not distinct from 'lost' as is_lost,
          state in ('completed', 'cancelled') as is_settled, cancel_reason is not distinct from 'void' as is_void,
          case when result = 'won' then win_profit_micros else 0 end as win, format('%s %s', user_id, book) as owner
        from contracts
      )
      select format('%s (%s %s of %s, stake %s): held %s × %s, lost %s, returned %s, back by a void %s × %s, %s in all, profit %s, of %s',
        coalesce(c.ref, m.ref), coalesce(c.state, 'unknown'), c.result, c.owner, c.stake_micros, m.held, m.stake, m.lost,
        m.returned, m.back, m.back_micros, m.released, m.profit, m.owners) as fault
      from expected c full join moved m on m.ref = c.ref
      where c.id is null or m.ref is null or m.held <> 1 or m.stake <> c.stake_micros
        or m.back > c.is_void::int or m.back_micros <> m.back * c.stake_micros
        or m.lost <> c.is_lost::int + m.back or m.returned <> (c.is_settled and not c.is_lost)::int - m.back
        or m.released <> c.is_settled::int * c.stake_micros or m.profit <> c.win
        or m.owners <> array[c.owner, c.owner]`,
  },
  {
    name: 'each result of a contract has its bill',
    query: `with told as (
        select ref, count(*) as bills, sum(amount_micros) as total, min(user_id) as user_id, min(book) as book
        from bills where ref like 'contract:%' group by ref
      ), back as (select ref from transfers where kind = 'void-return'),
      results as (
        select c.*, b.ref is not null as is_back
        from contracts c left join back b on b.ref = 'contract:' || c.id where c.profit_micros <> 0 or b.ref is not null
      )
      select format('%s: result %s, %s bills of %s in all', coalesce(t.ref, 'contract:' || c.id), c.profit_micros,
        coalesce(t.bills, 0), t.total) as fault
      from results c full join told t on t.ref = 'contract:' || c.id
      -- A loss that a void gave back has its bill and the reversal of it.
      where c.id is null or t.ref is null or t.bills <> 1 + c.is_back::int or t.total <> c.profit_micros
        or t.user_id <> c.user_id or t.book <> c.book`,
  },
]

/** Recomputes every balance from the transfers and compares. Reads all history: for the audit command, not for requests. */
export async function auditLedger(sql: Sql): Promise<AuditReport> {
  const checks: AuditCheck[] = []
  for (const check of [...CHECKS, ...FUNDS_CHECKS]) {
    const rows = await sql.query<Fault>(`${check.query} limit ${FAULTS_SHOWN_MAX}`)
    checks.push({ name: check.name, faults: rows.map((row) => row.fault) })
  }
  const counts = await sql.query<{ transfers: bigint; users: bigint }>(
    'select (select count(*) from transfers) as transfers, (select count(distinct user_id) from user_balances) as users',
  )
  const books = await sql.query<{ book: string; account: string; micros: bigint }>(
    `select t.book, t.account, t.micros::bigint as micros from (
      select book, 'users' as account, sum(available_micros + in_position_micros + frozen_micros) as micros
      from user_balances group by book
      union all select book, account, sum(balance_micros) from system_balances group by book, account) t
    order by t.book, t.account`,
  )
  return {
    transfers: counts[0]?.transfers ?? 0n,
    users: counts[0]?.users ?? 0n,
    books,
    checks,
    ok: checks.every((check) => check.faults.length === 0),
  }
}

/** As `auditLedger`, in one snapshot: the product may be at work meanwhile. */
export function auditInOneSnapshot(db: Db): Promise<AuditReport> {
  return db.tx(async (sql) => {
    await sql.query('set transaction isolation level repeatable read, read only')
    return auditLedger(sql)
  })
}

/** The report as lines for a terminal. */
export function describeAudit(report: AuditReport): string {
  const lines = [`Ledger: ${report.transfers} transfers, ${report.users} users`]
  for (const { book, account, micros } of report.books) {
    const amount = formatMicros(micros, { group: true }).padStart(24)
    lines.push(`  ${book.padEnd(5)} ${account.padEnd(12)} ${amount} USDT`)
  }
  for (const { name, faults } of report.checks) {
    lines.push(`${faults.length === 0 ? 'ok   ' : 'FAULT'} ${name}`)
    for (const fault of faults) lines.push(`      ${fault}`)
  }
  lines.push(report.ok ? 'The ledger is in order.' : 'The ledger is NOT in order.')
  return lines.join('\n')
}
