import type { AnnouncementTexts } from '@truestrike/protocol/announcement-endpoints.ts'
import type { Sql } from '../platform/db.ts'

/** What is told by mail too, and to whom. */
export type MailTopic = 'newsletter' | 'marketing'

export interface MailedAnnouncement {
  id: bigint
  texts: AnnouncementTexts
  fallback: keyof AnnouncementTexts
  mail: MailTopic
  /** Users up to this one have been mailed. */
  mailedUserId: bigint
}

/** The first one that is not through, held to the end of the transaction; of several processes one gets it. */
export async function claimMailedAnnouncement(sql: Sql, nowMs: number): Promise<MailedAnnouncement | null> {
  const [row] = await sql.query<MailedAnnouncement>(
    `select id, texts, fallback, mail, mailed_user_id as "mailedUserId" from announcements
    where state = 'published' and mail is not null and not mail_done and from_ms <= $1 and to_ms > $1
    order by id limit 1 for update skip locked`,
    [nowMs],
  )
  return row ?? null
}

export interface Subscriber {
  userId: bigint
  token: string | null
}

/** Who wants mails of the topic, in order of the users. */
export function listSubscribers(
  sql: Sql,
  topic: MailTopic,
  afterId: bigint,
  limit: number,
): Promise<Subscriber[]> {
  return sql.query<Subscriber>(
    `select user_id as "userId", unsubscribe_token as token from notification_settings
    where ${topic} and user_id > $1 order by user_id limit $2 for update`,
    [afterId, limit],
  )
}

export async function putTokens(
  sql: Sql,
  subscribers: readonly { userId: bigint; token: string }[],
): Promise<void> {
  await sql.query(
    `update notification_settings s set unsubscribe_token = u.token
    from unnest($1::bigint[], $2::text[]) as u (user_id, token)
    where s.user_id = u.user_id and s.unsubscribe_token is null`,
    [subscribers.map(({ userId }) => userId), subscribers.map(({ token }) => token)],
  )
}

export async function noteMailed(
  sql: Sql,
  id: bigint,
  { throughId, mails, isDone }: { throughId: bigint; mails: number; isDone: boolean },
): Promise<void> {
  await sql.query(
    'update announcements set mailed_user_id = $2, mailed = mailed + $3, mail_done = $4 where id = $1',
    [id, throughId, mails, isDone],
  )
}

/** False: nobody has this token. */
export async function endTopic(sql: Sql, topic: MailTopic, token: string): Promise<boolean> {
  const rows = await sql.query(
    `update notification_settings set ${topic} = false where unsubscribe_token = $1 returning 1`,
    [token],
  )
  return rows.length > 0
}
