import type { Book } from '@truestrike/protocol/scalars.ts'
import type { Sql } from '../platform/db.ts'

/** A limit of one kind; null micros: none. */
export interface KeptLimit {
  micros: bigint | null
  next: { micros: bigint | null; fromMs: number } | null
}

export interface OwnLimitsRow {
  stake: KeptLimit
  daily: KeptLimit
}

interface Columns {
  book: Book
  stake: bigint | null
  nextStake: bigint | null
  stakeFrom: bigint | null
  daily: bigint | null
  nextDaily: bigint | null
  dailyFrom: bigint | null
}

const NONE: KeptLimit = { micros: null, next: null }

/** Limits of both books. */
export async function getOwnLimitRows(sql: Sql, userId: bigint): Promise<Record<Book, OwnLimitsRow>> {
  const rows = await sql.query<Columns>(
    `select book, stake_max_micros as stake, next_stake_max_micros as "nextStake", next_stake_from_ms as "stakeFrom",
      daily_loss_micros as daily, next_daily_loss_micros as "nextDaily", next_daily_from_ms as "dailyFrom"
    from own_limits where user_id = $1`,
    [userId],
  )
  const found: Record<Book, OwnLimitsRow> = {
    demo: { stake: NONE, daily: NONE },
    real: { stake: NONE, daily: NONE },
  }
  for (const { book, stake, nextStake, stakeFrom, daily, nextDaily, dailyFrom } of rows) {
    found[book] = {
      stake: { micros: stake, next: nextOf(nextStake, stakeFrom) },
      daily: { micros: daily, next: nextOf(nextDaily, dailyFrom) },
    }
  }
  return found
}

function nextOf(micros: bigint | null, fromMs: bigint | null): KeptLimit['next'] {
  return fromMs === null ? null : { micros, fromMs: Number(fromMs) }
}

export async function putOwnLimits(
  sql: Sql,
  userId: bigint,
  book: Book,
  { stake, daily }: OwnLimitsRow,
): Promise<void> {
  await sql.query(
    `insert into own_limits (user_id, book, stake_max_micros, next_stake_max_micros, next_stake_from_ms,
      daily_loss_micros, next_daily_loss_micros, next_daily_from_ms)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (user_id, book) do update set
      stake_max_micros = excluded.stake_max_micros, next_stake_max_micros = excluded.next_stake_max_micros,
      next_stake_from_ms = excluded.next_stake_from_ms, daily_loss_micros = excluded.daily_loss_micros,
      next_daily_loss_micros = excluded.next_daily_loss_micros, next_daily_from_ms = excluded.next_daily_from_ms`,
    [
      ...[userId, book, stake.micros, stake.next?.micros ?? null, stake.next?.fromMs ?? null],
      ...[daily.micros, daily.next?.micros ?? null, daily.next?.fromMs ?? null],
    ],
  )
}

/** Looser limits whose time has come count from now on; of one user, or of all. */
export async function applyDueLimits(sql: Sql, nowMs: number, userId: bigint | null): Promise<void> {
  await sql.query(
    `update own_limits set
      stake_max_micros = case when next_stake_from_ms <= $1 then next_stake_max_micros else stake_max_micros end,
      next_stake_max_micros = case when next_stake_from_ms > $1 then next_stake_max_micros end,
      next_stake_from_ms = case when next_stake_from_ms > $1 then next_stake_from_ms end,
      daily_loss_micros = case when next_daily_from_ms <= $1 then next_daily_loss_micros else daily_loss_micros end,
      next_daily_loss_micros = case when next_daily_from_ms > $1 then next_daily_loss_micros end,
      next_daily_from_ms = case when next_daily_from_ms > $1 then next_daily_from_ms end
    where least(next_stake_from_ms, next_daily_from_ms) <= $1 and (next_stake_from_ms is not null
      or next_daily_from_ms is not null) and ($2::bigint is null or user_id = $2)`,
    [nowMs, userId],
  )
}

/** What the day of a book has brought a user so far, open stakes counted as lost. */
export async function getDayResults(sql: Sql, userId: bigint, nowMs: number): Promise<Record<Book, bigint>> {
  const [row] = await sql.query<Record<Book, bigint>>(
    `select trading_day_result($1, 'demo', $2) as demo, trading_day_result($1, 'real', $2) as "real"`,
    [userId, nowMs],
  )
  return { demo: row?.demo ?? 0n, real: row?.real ?? 0n }
}
