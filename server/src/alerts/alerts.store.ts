import { ensure } from '@truestrike/core/assert.ts'
import type { Direction } from '@truestrike/protocol/scalars.ts'
import type { Sql } from '../platform/db.ts'

export interface AlertRow {
  id: bigint
  userId: bigint
  productId: number
  direction: Direction
  price: bigint
  afterSeq: bigint
  createdMs: bigint
}

const COLUMNS = `id, user_id as "userId", product_id as "productId", direction, price, after_seq as "afterSeq",
  created_ms as "createdMs"`

/** Newest first. */
export function listAlerts(sql: Sql, userId: bigint): Promise<AlertRow[]> {
  return sql.query<AlertRow>(`select ${COLUMNS} from price_alerts where user_id = $1 order by id desc`, [
    userId,
  ])
}

/** For the transaction: two alerts of a user are set one after the other. */
export async function lockAlerts(sql: Sql, userId: bigint): Promise<void> {
  await sql.query('select pg_advisory_xact_lock(hashint8extended($1, 36))', [userId])
}

export async function insertAlert(
  sql: Sql,
  { userId, productId, direction, price, afterSeq, createdMs }: Omit<AlertRow, 'id'>,
): Promise<AlertRow> {
  const rows = await sql.query<AlertRow>(
    `insert into price_alerts (user_id, product_id, direction, price, after_seq, created_ms)
    values ($1, $2, $3, $4, $5, $6) returning ${COLUMNS}`,
    [userId, productId, direction, price, afterSeq, createdMs],
  )
  return ensure(rows[0])
}

export async function deleteAlert(sql: Sql, userId: bigint, id: bigint): Promise<void> {
  await sql.query('delete from price_alerts where user_id = $1 and id = $2', [userId, id])
}

/** Those nobody has held against the log yet. */
export function listUnwatched(
  sql: Sql,
  productIds: readonly number[],
  limit: number,
): Promise<Pick<AlertRow, 'id' | 'productId' | 'afterSeq'>[]> {
  return sql.query(
    `select id, product_id as "productId", after_seq as "afterSeq" from price_alerts
    where not watched and product_id = any ($1::int[]) limit $2`,
    [[...productIds], limit],
  )
}

export async function markWatched(sql: Sql, ids: readonly bigint[]): Promise<void> {
  await sql.query('update price_alerts set watched = true where id = any ($1::bigint[])', [[...ids]])
}

export interface NearestRow {
  productId: number
  /** Lowest price awaited from below, highest from above; null: none. */
  up: bigint | null
  down: bigint | null
}

/** A step into the index for each side of each product, however many wait. */
export function nearestQuery(productIds: readonly number[]) {
  const nearest = (direction: string, order: string) =>
    `(select a.price from price_alerts a where a.product_id = p.id and a.direction = '${direction}'
      order by a.price ${order} limit 1)`
  return {
    text: `select p.id as "productId", ${nearest('up', 'asc')} as up, ${nearest('down', 'desc')} as down
      from unnest($1::int[]) as p (id)`,
    params: [[...productIds]],
  }
}

export function listNearest(sql: Sql, productIds: readonly number[]): Promise<NearestRow[]> {
  const { text, params } = nearestQuery(productIds)
  return sql.query<NearestRow>(text, params)
}

/** Ticks to look at again begin after these seqs; a product none of whose alerts wait is left out. */
export function listProgress(
  sql: Sql,
  productIds: readonly number[],
): Promise<{ productId: number; throughSeq: bigint }[]> {
  return sql.query(
    `select a.product_id as "productId", greatest(min(a.after_seq), coalesce(max(p.through_seq), 0)) as "throughSeq"
    from price_alerts a left join price_alert_progress p on p.product_id = a.product_id
    where a.product_id = any ($1::int[]) group by a.product_id`,
    [[...productIds]],
  )
}

/** Never goes back. */
export async function putProgress(
  sql: Sql,
  progress: readonly { productId: number; throughSeq: number }[],
): Promise<void> {
  await sql.query(
    `insert into price_alert_progress as p (product_id, through_seq)
    select * from unnest($1::int[], $2::bigint[]) order by 1
    on conflict (product_id) do update set through_seq = greatest(p.through_seq, excluded.through_seq)`,
    [progress.map(({ productId }) => productId), progress.map(({ throughSeq }) => BigInt(throughSeq))],
  )
}

export interface ReachedTick {
  seq: number
  timeMs: number
  price: bigint
}

export interface ReachedRow extends Omit<AlertRow, 'createdMs' | 'afterSeq'> {
  reachedPrice: bigint
}

/** Takes alerts that one of these ticks reaches, each with the first that does, `limit` at most: whoever takes one tells of it. */
export function takeReached(
  sql: Sql,
  productId: number,
  ticks: readonly ReachedTick[],
  limit: number,
): Promise<ReachedRow[]> {
  const prices = ticks.map(({ price }) => price)
  const highest = prices.reduce((a, b) => (a > b ? a : b))
  const lowest = prices.reduce((a, b) => (a < b ? a : b))
  return sql.query<ReachedRow>(
    `with reached as (
      select a.id, t.price
      from price_alerts a cross join lateral (
        select u.price from unnest($2::bigint[], $3::bigint[]) as u (seq, price)
        where u.seq > a.after_seq and case a.direction when 'up' then u.price >= a.price else u.price <= a.price end
        order by u.seq limit 1
      ) t
      where (a.product_id = $1 and a.direction = 'up' and a.price <= $4)
        or (a.product_id = $1 and a.direction = 'down' and a.price >= $5)
      order by a.id limit $6 for update of a
    )
    delete from price_alerts a using reached r where a.id = r.id
    returning a.id, a.user_id as "userId", a.product_id as "productId", a.direction, a.price, r.price as "reachedPrice"`,
    [productId, ticks.map(({ seq }) => BigInt(seq)), prices, highest, lowest, limit],
  )
}
