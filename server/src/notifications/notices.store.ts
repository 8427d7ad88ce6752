import type { Sql } from '../platform/db.ts'

type NoticeType = 'trade' | 'system'
type NoticePriority = 'high' | 'medium' | 'low'

export interface NewNotice {
  userId: bigint
  type: NoticeType
  /** What it tells, worded by the reader from `data`, such as `deposit-completed`. */
  kind: string
  priority: NoticePriority
  data: object
}

export interface NoticeRow {
  id: bigint
  userId: bigint
  type: NoticeType
  kind: string
  priority: NoticePriority
  data: Record<string, unknown>
  createdMs: bigint
  read: boolean
}

/** In the transaction of what they tell. Answers the ids of those that were written: what a user has switched off is not. */
export async function insertNotices(
  sql: Sql,
  notices: readonly NewNotice[],
  nowMs: number,
): Promise<bigint[]> {
  const rows = await sql.query<{ id: bigint | null }>(
    'select unnest(notifications_add($1, $2, $3, $4, $5, $6::jsonb[])) as id',
    [
      nowMs,
      notices.map(({ userId }) => userId),
      notices.map(({ type }) => type),
      notices.map(({ kind }) => kind),
      notices.map(({ priority }) => priority),
      notices.map(({ data }) => JSON.stringify(data)),
    ],
  )
  return rows.flatMap(({ id }) => (id === null ? [] : [id]))
}

const COLUMNS = `n.id, n.user_id as "userId", n.type::text, n.kind, n.priority::text, n.data, n.created_ms as "createdMs"`

/** Of `notices n`: the operator has not taken back what it tells. */
export const NOT_WITHDRAWN = `not (n.kind = 'announcement' and exists (
  select from announcements a where a.id = (n.data->>'announcement')::bigint and a.state = 'withdrawn'
))`

/** As their users have them by now: until they are told, some were seen in a list, and read or deleted. */
export function listNewNotices(sql: Sql, ids: readonly bigint[]): Promise<NoticeRow[]> {
  return sql.query<NoticeRow>(
    `select ${COLUMNS}, n.read_ms is not null or n.id <= coalesce(m.read_through_id, 0) as read
      from notices n left join notice_marks m on m.user_id = n.user_id
      where n.id = any ($1) and n.deleted_ms is null and n.id > coalesce(m.deleted_through_id, 0)
        and ${NOT_WITHDRAWN}
      order by n.id desc`,
    [ids],
  )
}

/** Newest first, older than `before`; those deleted are left out. */
export function noticesQuery(userId: bigint, before: bigint | null, limit: number) {
  return {
    text: `select ${COLUMNS}, n.read_ms is not null or n.id <= m.read_through_id as read
      from (
        select coalesce(max(read_through_id), 0) as read_through_id, coalesce(max(deleted_through_id), 0) as deleted_through_id
        from notice_marks where user_id = $1
      ) m, notices n
      where n.user_id = $1 and n.id > m.deleted_through_id and n.id < $2 and n.deleted_ms is null
        and ${NOT_WITHDRAWN}
      order by n.id desc limit $3`,
    params: [userId, before ?? 2n ** 63n - 1n, limit],
  }
}

export function listNotices(
  sql: Sql,
  userId: bigint,
  page: { before: bigint | null; limit: number },
): Promise<NoticeRow[]> {
  const { text, params } = noticesQuery(userId, page.before, page.limit)
  return sql.query<NoticeRow>(text, params)
}

export async function markNotice(
  sql: Sql,
  { userId, id, what }: { userId: bigint; id: bigint; what: 'read' | 'deleted' },
  nowMs: number,
): Promise<void> {
  await sql.query(
    `update notices set ${what}_ms = $3 where id = $2 and user_id = $1 and ${what}_ms is null`,
    [userId, id, nowMs],
  )
}

/** The oldest first, `limit` at most; answers how many. Several processes remove different ones. */
export async function removeNotices(sql: Sql, beforeMs: number, limit: number): Promise<number> {
  const rows = await sql.query(
    `delete from notices where id = any (array(
      select id from notices where created_ms < $1 order by created_ms limit $2 for update skip locked
    )) returning 1`,
    [beforeMs, limit],
  )
  return rows.length
}

/** All up to this one; a mark never goes back. */
export async function markNoticesThrough(
  sql: Sql,
  { userId, throughId, what }: { userId: bigint; throughId: bigint; what: 'read' | 'deleted' },
): Promise<void> {
  const column = `${what}_through_id`
  await sql.query(
    `insert into notice_marks (user_id, ${column})
    select $1, least($2, coalesce(max(id), 0)) from notices where user_id = $1
    on conflict (user_id) do update set ${column} = greatest(notice_marks.${column}, excluded.${column})`,
    [userId, throughId],
  )
}
