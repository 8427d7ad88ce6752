import { ensure } from '@truestrike/core/assert.ts'
import type {
  AnnouncementState,
  AnnouncementTexts,
  Announcement as WireAnnouncement,
} from '@truestrike/protocol/announcement-endpoints.ts'
import type { Sql, SqlValue } from '../platform/db.ts'

/** What an announcement says, to whom and when. */
export interface AnnouncementContent {
  texts: AnnouncementTexts
  fallback: WireAnnouncement['fallback']
  fromMs: number
  toMs: number
  mail: WireAnnouncement['mail']
}

export interface AnnouncementRow extends Omit<AnnouncementContent, 'fromMs' | 'toMs'> {
  id: bigint
  authorId: bigint
  state: AnnouncementState
  fromMs: bigint
  toMs: bigint
  version: number
  mailed: number
  createdMs: bigint
  publishedMs: bigint | null
  withdrawnMs: bigint | null
}

const COLUMNS = `id, author_id as "authorId", state, texts, fallback, from_ms as "fromMs", to_ms as "toMs", mail, version, mailed,
  created_ms as "createdMs", published_ms as "publishedMs", withdrawn_ms as "withdrawnMs"`

const contentValues = ({ texts, fallback, fromMs, toMs, mail }: AnnouncementContent): SqlValue[] => [
  texts,
  fallback,
  fromMs,
  toMs,
  mail,
]

/** Null: this request has made one before. */
export async function insertAnnouncement(
  sql: Sql,
  { authorId, requestId, nowMs }: { authorId: bigint; requestId: string; nowMs: number },
  content: AnnouncementContent,
): Promise<AnnouncementRow | null> {
  const [row] = await sql.query<AnnouncementRow>(
    `insert into announcements (author_id, request_id, created_ms, updated_ms, texts, fallback, from_ms, to_ms, mail)
    values ($1, $2, $3, $3, $4, $5, $6, $7, $8) on conflict (author_id, request_id) do nothing returning ${COLUMNS}`,
    [authorId, requestId, nowMs, ...contentValues(content)],
  )
  return row ?? null
}

/** The one this request has made; null: it reads otherwise. */
export async function getAnnouncementOf(
  sql: Sql,
  { authorId, requestId }: { authorId: bigint; requestId: string },
  content: AnnouncementContent,
): Promise<AnnouncementRow | null> {
  const [row] = await sql.query<AnnouncementRow>(
    `select ${COLUMNS} from announcements where author_id = $1 and request_id = $2
    and texts = $3 and fallback = $4 and from_ms = $5 and to_ms = $6 and mail is not distinct from $7`,
    [authorId, requestId, ...contentValues(content)],
  )
  return row ?? null
}

/** `hold`: nobody changes it until the transaction ends. */
export async function getAnnouncement(sql: Sql, id: bigint, hold = false): Promise<AnnouncementRow | null> {
  const [row] = await sql.query<AnnouncementRow>(
    `select ${COLUMNS} from announcements where id = $1 ${hold ? 'for update' : ''}`,
    [id],
  )
  return row ?? null
}

export async function updateAnnouncement(
  sql: Sql,
  id: bigint,
  nowMs: number,
  content: AnnouncementContent,
): Promise<AnnouncementRow> {
  const [row] = await sql.query<AnnouncementRow>(
    `update announcements set texts = $3, fallback = $4, from_ms = $5, to_ms = $6, mail = $7, version = version + 1,
      updated_ms = $2 where id = $1 returning ${COLUMNS}`,
    [id, nowMs, ...contentValues(content)],
  )
  return ensure(row)
}

export async function setAnnouncementState(
  sql: Sql,
  id: bigint,
  state: 'published' | 'withdrawn',
  nowMs: number,
): Promise<AnnouncementRow> {
  const [row] = await sql.query<AnnouncementRow>(
    `update announcements set state = $2, ${state}_ms = $3, version = version + 1, updated_ms = $3
    where id = $1 returning ${COLUMNS}`,
    [id, state, nowMs],
  )
  return ensure(row)
}

/** Newest first, older than the cursor. */
export function listAnnouncements(
  sql: Sql,
  { state, cursorId, limit }: { state: AnnouncementState | null; cursorId: bigint | null; limit: number },
): Promise<AnnouncementRow[]> {
  const params: SqlValue[] = [limit]
  const at = (value: SqlValue): string => `$${params.push(value)}`
  const conditions = [
    ...(state === null ? [] : [`state = ${at(state)}`]),
    ...(cursorId === null ? [] : [`id < ${at(cursorId)}`]),
  ]
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
  return sql.query<AnnouncementRow>(
    `select ${COLUMNS} from announcements ${where} order by id desc limit $1`,
    params,
  )
}

export async function countTold(sql: Sql, id: bigint): Promise<number> {
  const [row] = await sql.query<{ count: bigint }>(
    'select count(*) as count from announcements_told where announcement_id = $1',
    [id],
  )
  return Number(row?.count ?? 0n)
}
