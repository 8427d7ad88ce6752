import type { AnnouncementTexts } from '@truestrike/protocol/announcement-endpoints.ts'
import type { Sql } from '../platform/db.ts'

/** Those that are to be told now. */
export async function listCurrentAnnouncements(sql: Sql, nowMs: number): Promise<bigint[]> {
  const rows = await sql.query<{ id: bigint }>(
    `select id from announcements where state = 'published' and from_ms <= $1 and to_ms > $1 order by id`,
    [nowMs],
  )
  return rows.map(({ id }) => id)
}

export interface Telling {
  userId: bigint
  announcementId: bigint
}

/** Notes that these users are told, and answers of what they had not been told before: each user of each announcement once. */
export function noteTold(
  sql: Sql,
  userIds: readonly bigint[],
  announcementIds: readonly bigint[],
): Promise<Telling[]> {
  return sql.query<Telling>(
    `insert into announcements_told (user_id, announcement_id)
    select u.id, a.id from unnest($1::bigint[]) as u (id), unnest($2::bigint[]) as a (id)
    where not exists (select from announcements_told t where t.user_id = u.id and t.announcement_id = a.id)
    order by u.id, a.id
    on conflict do nothing returning user_id as "userId", announcement_id as "announcementId"`,
    [[...userIds], [...announcementIds]],
  )
}

export interface WordedAnnouncement {
  id: bigint
  texts: AnnouncementTexts
  fallback: keyof AnnouncementTexts
}

export function listWordings(sql: Sql, ids: readonly bigint[]): Promise<WordedAnnouncement[]> {
  return sql.query<WordedAnnouncement>(
    'select id, texts, fallback from announcements where id = any ($1::bigint[])',
    [[...ids]],
  )
}
