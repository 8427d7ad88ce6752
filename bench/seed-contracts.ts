import type { BenchServer } from './bench-process.ts'

/** What the terms of a contract are. No batch: such a contract has no receipt. */
const TERMS = `batch_id, product_id, symbol, "precision", product_version, calendar_version, source, direction, stake_micros,
  win_profit_micros, rule_id, rule_version, rule_hash, duration_seconds, payout_bps, window_ms, opening_delay_ms,
  open_timeout_ms, max_gap_ms, open_after_seq, opening_price, opening_time_ms, opening_seq`

/** The terms of a contract of 10 USDT on the product, opened at its newest tick. `n` gives the direction. */
const termsFrom = (symbol: string): string => `
  0, p.id, p.symbol, p.precision, p.version, p.calendar_version, h.source, case n.n % 2 when 0 then 'up' else 'down' end,
  10000000, 10000000::bigint * r.payout_bps / 10000, r.id, r.version, r.hash, r.duration_seconds, r.payout_bps, r.window_ms,
  r.opening_delay_ms, r.open_timeout_ms, r.max_gap_ms, h.last_seq, h.last_tick_price, h.last_tick_time_ms, h.last_tick_seq
  from n, products p
  join log_heads h on h.product_id = p.id
  join active_rules a on a.product_id = p.id and a.duration_seconds = 60
  join game_rules r on r.id = a.rule_id
  where p.symbol = '${symbol}'`

/** Running contracts, one of each user, that all end at `expiresAtMs`; the stakes are in position. */
export async function seedRunning(
  server: BenchServer,
  symbol: string,
  count: number,
  expiresAtMs: number,
): Promise<void> {
  const users = `select u.id, row_number() over (order by u.id) as n from users u where u.username like 'bench%' limit ${count}`
  await server.query(`
    with n as (${users})
    insert into contracts (user_id, client_order_id, body_sha256, book, live, state, accepted_at_ms, expires_at_ms, ${TERMS})
    select n.id, 'running-' || ${expiresAtMs}, '', 'demo', false, 'running', ${expiresAtMs} - r.duration_seconds * 1000,
      ${expiresAtMs}, ${termsFrom(symbol)}`)
  await server.query(`
    with n as (${users})
    update user_balances b set available_micros = available_micros - 10000000, in_position_micros = in_position_micros + 10000000
    from n where b.user_id = n.id and b.book = 'demo'`)
}

const PER_STATEMENT = 50_000

/** Lost contracts of the last days with what settlement left behind, spread over the bench's users. */
export async function seedSettled(
  server: BenchServer,
  symbol: string,
  from: number,
  to: number,
): Promise<void> {
  for (let first = from; first < to; first += PER_STATEMENT) {
    const last = Math.min(to, first + PER_STATEMENT) - 1
    await server.query(`
      with n as (
        select g.n, (select min(id) from users where username like 'bench%') + g.n % ${server.userIds.length} as user_id,
          service_now_ms() - 600000 - g.n * 200 as expires from generate_series(${first}, ${last}) as g (n)
      ), added as (
        insert into contracts (user_id, client_order_id, body_sha256, book, live, state, result, profit_micros, settled_at_ms,
          closing_price, closing_time_ms, accepted_at_ms, expires_at_ms, ${TERMS})
        select n.user_id, 'stored-' || n.n, '', 'demo', false, 'completed', 'lost', -10000000, n.expires + 400,
          h.last_tick_price, n.expires, n.expires - r.duration_seconds * 1000, n.expires, ${termsFrom(symbol)}
        returning id, user_id, settled_at_ms
      ), billed as (
        insert into bills (user_id, book, type, status, amount_micros, symbol, ref, created_ms, completed_ms)
        select user_id, 'demo', 'loss', 'completed', -10000000, '${symbol}', 'contract:' || id, settled_at_ms, settled_at_ms from added
      )
      insert into notices (user_id, type, kind, priority, data, created_ms)
      select user_id, 'trade', 'contract-settled', 'medium', '{}', settled_at_ms from added`)
  }
  await server.query('analyze')
}
