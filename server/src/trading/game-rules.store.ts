import type { GameRuleContent } from '@truestrike/core/game-rule.ts'
import type { Sql } from '../platform/db.ts'

/** One version of a rule, frozen. */
export interface GameRuleRow extends Omit<GameRuleContent, 'symbol'> {
  id: bigint
  productId: number
  version: number
  hash: Uint8Array
}

const COLUMNS = `r.id, r.product_id as "productId", r.duration_seconds as "durationSeconds", r.version,
  r.payout_bps as "payoutBps", r.stake_min_micros as "stakeMinMicros", r.stake_max_micros as "stakeMaxMicros",
  r.window_ms as "windowMs", r.opening_delay_ms as "openingDelayMs", r.open_timeout_ms as "openTimeoutMs",
  r.stale_ms as "staleMs", r.max_gap_ms as "maxGapMs", r.hash`

/** The rules a product is offered with, shortest first. */
export function listActiveRules(sql: Sql, productId: number): Promise<GameRuleRow[]> {
  return sql.query<GameRuleRow>(
    `select ${COLUMNS} from active_rules a join game_rules r on r.id = a.rule_id
    where a.product_id = $1 and a.enabled order by r.duration_seconds`,
    [productId],
  )
}

/** A rule as it is offered now, or was until it was stopped. */
export interface ActiveRuleRow extends GameRuleRow {
  enabled: boolean
  createdMs: bigint
}

/** Of all products, offered or stopped; shortest first within each. `lock`: nobody else changes them meanwhile. */
export function listAllRules(
  sql: Sql,
  { productIds, lock }: { productIds: readonly number[]; lock: boolean },
): Promise<ActiveRuleRow[]> {
  return sql.query<ActiveRuleRow>(
    `select ${COLUMNS}, a.enabled, r.created_ms as "createdMs" from active_rules a join game_rules r on r.id = a.rule_id
    where a.product_id = any ($1::int[]) order by a.product_id, r.duration_seconds ${lock ? 'for update of a' : ''}`,
    [[...productIds]],
  )
}

/** Every version of a rule there ever was, newest first. */
export function listRuleVersions(
  sql: Sql,
  productId: number,
  durationSeconds: number,
): Promise<Omit<ActiveRuleRow, 'enabled'>[]> {
  return sql.query<Omit<ActiveRuleRow, 'enabled'>>(
    `select ${COLUMNS}, r.created_ms as "createdMs" from game_rules r
    where r.product_id = $1 and r.duration_seconds = $2 order by r.version desc limit 200`,
    [productId, durationSeconds],
  )
}

export async function setRuleEnabled(sql: Sql, ruleId: bigint, enabled: boolean): Promise<void> {
  await sql.query('update active_rules set enabled = $2 where rule_id = $1', [ruleId, enabled])
}

/** The longest life a contract of the product can have by any version of its rules, in seconds; 0: it has none. */
export async function longestDuration(sql: Sql, productId: number): Promise<number> {
  const rows = await sql.query<{ seconds: number | null }>(
    'select max(duration_seconds) as seconds from game_rules where product_id = $1',
    [productId],
  )
  return rows[0]?.seconds ?? 0
}

/** Rules by id: any version that ever was. */
export function listRulesById(sql: Sql, ids: readonly bigint[]): Promise<GameRuleRow[]> {
  return sql.query<GameRuleRow>(`select ${COLUMNS} from game_rules r where r.id = any ($1::bigint[])`, [
    [...ids],
  ])
}

export interface NewRule {
  productId: number
  content: GameRuleContent
  /** SHA-256 of the content's canonical bytes. */
  hash: Uint8Array
}

/**
 * Makes the content the offered rule of its duration, as the next version; the same content as now changes nothing.
 * Accepted contracts keep what they froze. `onlyMissing`: leaves durations alone that already have a rule, or get one from
 * another process meanwhile.
 */
export async function putRules(
  sql: Sql,
  rules: readonly NewRule[],
  { nowMs, onlyMissing }: { nowMs: number; onlyMissing: boolean },
): Promise<void> {
  await sql.query(
    `with o as (
      select * from unnest($1::int[], $2::int[], $3::int[], $4::bigint[], $5::bigint[], $6::int[], $7::int[], $8::int[],
        $9::int[], $10::int[], $11::bytea[])
        as u (product_id, duration_seconds, payout_bps, stake_min, stake_max, window_ms, opening_delay_ms, open_timeout_ms,
          stale_ms, max_gap_ms, hash)
    ), added as (
      insert into game_rules (product_id, duration_seconds, version, payout_bps, stake_min_micros, stake_max_micros,
        window_ms, opening_delay_ms, open_timeout_ms, stale_ms, max_gap_ms, hash, created_ms)
      select o.product_id, o.duration_seconds, coalesce((select max(r.version) from game_rules r
          where r.product_id = o.product_id and r.duration_seconds = o.duration_seconds), 0) + 1,
        o.payout_bps, o.stake_min, o.stake_max, o.window_ms, o.opening_delay_ms, o.open_timeout_ms, o.stale_ms,
        o.max_gap_ms, o.hash, $12
      from o
      left join active_rules a on a.product_id = o.product_id and a.duration_seconds = o.duration_seconds
      left join game_rules c on c.id = a.rule_id
      where c.id is null or (not $13::boolean and c.hash <> o.hash)
      ${onlyMissing ? 'on conflict (product_id, duration_seconds, version) do nothing' : ''}
      returning id, product_id, duration_seconds
    )
    insert into active_rules (product_id, duration_seconds, rule_id)
    select product_id, duration_seconds, id from added
    on conflict (product_id, duration_seconds) do update set rule_id = excluded.rule_id`,
    [
      rules.map((rule) => rule.productId),
      rules.map((rule) => rule.content.durationSeconds),
      rules.map((rule) => rule.content.payoutBps),
      rules.map((rule) => rule.content.stakeMinMicros),
      rules.map((rule) => rule.content.stakeMaxMicros),
      rules.map((rule) => rule.content.windowMs),
      rules.map((rule) => rule.content.openingDelayMs),
      rules.map((rule) => rule.content.openTimeoutMs),
      rules.map((rule) => rule.content.staleMs),
      rules.map((rule) => rule.content.maxGapMs),
      rules.map((rule) => rule.hash),
      nowMs,
      onlyMissing,
    ],
  )
}
