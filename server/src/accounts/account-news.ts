import type { Sql } from '../platform/db.ts'
import type { MailQueue } from '../platform/mail-queue.ts'
import { postEvent } from '../platform/outbox.ts'
import { postAccountNews, postPasswordChanged } from './account-mails.ts'
import type { AccountNews } from './mail-letters.ts'

/** Outbox topic of what a user is told about his account. */
export const newsTopic = (news: AccountNews | 'password-changed' | 'email-changed'): string =>
  `accounts.${news}`

/** Tells the owner by mail, where this site sends any, and by a notice; in the transaction of the change. */
export async function tellPasswordChanged(
  sql: Sql,
  mails: MailQueue | null,
  change: Parameters<typeof postPasswordChanged>[2],
): Promise<void> {
  await postEvent(sql, newsTopic('password-changed'), { userId: change.userId.toString() }, change.atMs)
  if (mails !== null) await postPasswordChanged(sql, mails, change)
}

/** By a notice alone; mail goes to the address before. */
export async function tellEmailChanged(
  sql: Sql,
  { userId, atMs }: { userId: bigint; atMs: number },
): Promise<void> {
  await postEvent(sql, newsTopic('email-changed'), { userId: userId.toString() }, atMs)
}

/** As of a password, of what else adds or removes a way in, or a protection, or stops trading. */
export async function tellAccountNews(
  sql: Sql,
  mails: MailQueue | null,
  change: Parameters<typeof postAccountNews>[2] & { news: AccountNews },
): Promise<void> {
  const { userId, news, wallet, untilMs, atMs } = change
  const event = {
    ...{ userId: userId.toString() },
    ...(wallet === undefined ? {} : { wallet }),
    ...(untilMs === undefined ? {} : { untilMs }),
  }
  await postEvent(sql, newsTopic(news), event, atMs)
  if (mails !== null) await postAccountNews(sql, mails, change)
}
