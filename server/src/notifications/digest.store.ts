import type { Sql } from '../platform/db.ts'
import { NOT_WITHDRAWN } from './notices.store.ts'

export interface DueDigest {
  userId: bigint
  /** The day of the last one; 0: none yet. */
  lastDay: number
  token: string | null
}

/** Held to the end of the transaction; of several processes each gets others. */
export function claimDigests(sql: Sql, day: number, limit: number): Promise<DueDigest[]> {
  return sql.query<DueDigest>(
    `select user_id as "userId", digest_day as "lastDay", unsubscribe_token as token from notification_settings
    where digest and digest_day < $1 order by digest_day, user_id limit $2 for update skip locked`,
    [day, limit],
  )
}

export async function putDigests(
  sql: Sql,
  day: number,
  digests: readonly { userId: bigint; token: string }[],
): Promise<void> {
  await sql.query(
    `update notification_settings s set digest_day = $1, unsubscribe_token = u.token
    from unnest($2::bigint[], $3::text[]) as u (user_id, token) where s.user_id = u.user_id`,
    [day, digests.map(({ userId }) => userId), digests.map(({ token }) => token)],
  )
}

/** False: nobody has this token. */
export async function endDigest(sql: Sql, token: string): Promise<boolean> {
  const rows = await sql.query(
    'update notification_settings set digest = false where unsubscribe_token = $1 returning 1',
    [token],
  )
  return rows.length > 0
}

export interface UnreadRow {
  userId: bigint
  kind: string
  book: string | null
  cancelled: boolean
  count: bigint
  profitMicros: bigint
  /** Of price alerts, the newest first: `BTCUSDT 67500.00`. */
  reached: string[]
}

/** What is neither read, deleted nor taken back of each user's span, by kind. */
export function listUnread(
  sql: Sql,
  spans: readonly { userId: bigint; fromMs: number }[],
  toMs: number,
): Promise<UnreadRow[]> {
  return sql.query<UnreadRow>(
    `select n.user_id as "userId", n.kind, n.data->>'book' as book,
      coalesce(n.data->>'result', '') = 'cancelled' as cancelled, count(*) as count,
      coalesce(sum((n.data->>'profitMicros')::bigint), 0)::bigint as "profitMicros",
      coalesce((array_agg((n.data->>'symbol') || ' ' || (n.data->>'target') order by n.id desc)
        filter (where n.kind = 'price-alert'))[1:5], '{}') as reached
    from unnest($1::bigint[], $2::bigint[]) as u (user_id, from_ms)
    join notices n on n.user_id = u.user_id
    left join notice_marks m on m.user_id = n.user_id
    where n.created_ms > u.from_ms and n.created_ms <= $3 and n.read_ms is null and n.deleted_ms is null
      and n.id > greatest(coalesce(m.read_through_id, 0), coalesce(m.deleted_through_id, 0))
      and ${NOT_WITHDRAWN}
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
    [spans.map(({ userId }) => userId), spans.map(({ fromMs }) => BigInt(fromMs)), BigInt(toMs)],
  )
}
