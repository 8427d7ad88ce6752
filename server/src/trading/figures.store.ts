import type { Sql } from '../platform/db.ts'

type Book = 'demo' | 'real'

/** Half hours since 1970. */
export const HALF_HOUR_MS = 1_800_000

export interface OrdersOfHalfHour {
  halfHour: bigint
  up: bigint
  down: bigint
}

/** Orders accepted from a half hour on, by half hours that had any. */
export function listOrders(sql: Sql, book: Book, fromHalfHour: number): Promise<OrdersOfHalfHour[]> {
  return sql.query<OrdersOfHalfHour>(
    `select accepted_at_ms / 1800000 as "halfHour", count(*) filter (where direction = 'up') as up,
      count(*) filter (where direction = 'down') as down
    from contracts where accepted_at_ms / 1800000 >= $2 and book = $1 group by 1 order by 1`,
    [book, BigInt(fromHalfHour)],
  )
}

/** Orders accepted from a full half hour up to a moment, both included. */
export async function countOrders(
  sql: Sql,
  { book, fromMs, toMs }: { book: Book; fromMs: number; toMs: number },
): Promise<number> {
  const [row] = await sql.query<{ orders: bigint }>(
    `select count(*) as orders from contracts
    where accepted_at_ms / 1800000 between $2 and $3 and book = $1 and accepted_at_ms <= $4`,
    [book, BigInt(Math.floor(fromMs / HALF_HOUR_MS)), BigInt(Math.floor(toMs / HALF_HOUR_MS)), BigInt(toMs)],
  )
  return Number(row?.orders ?? 0n)
}

export interface CompletedSums {
  contracts: bigint
  stakeMicros: bigint
  /** What users won less what they lost. */
  profitMicros: bigint
}

/** Contracts with a result that were settled since; a cancelled one has none. */
export async function sumCompleted(sql: Sql, book: Book, sinceMs: number): Promise<CompletedSums> {
  const [row] = await sql.query<CompletedSums>(
    `select count(*) as contracts, coalesce(sum(stake_micros), 0)::bigint as "stakeMicros",
      coalesce(sum(profit_micros), 0)::bigint as "profitMicros"
    from contracts where book = $1 and state = 'completed' and settled_at_ms >= $2`,
    [book, BigInt(sinceMs)],
  )
  return row ?? { contracts: 0n, stakeMicros: 0n, profitMicros: 0n }
}

/** From expiry to settled, of the contract that was completed last; null: none was. */
export async function lastDelayMs(sql: Sql, book: Book): Promise<number | null> {
  const [row] = await sql.query<{ delayMs: bigint }>(
    `select settled_at_ms - expires_at_ms as "delayMs" from contracts
    where book = $1 and state = 'completed' order by settled_at_ms desc limit 1`,
    [book],
  )
  return row === undefined ? null : Math.max(0, Number(row.delayMs))
}
