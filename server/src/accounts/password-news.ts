import type { Sql } from '../platform/db.ts'
import type { MailQueue } from '../platform/mail-queue.ts'
import { postEvent } from '../platform/outbox.ts'
import { postPasswordChanged } from './account-mails.ts'

export const PASSWORD_CHANGED = 'accounts.password-changed'

/** Tells the owner by mail, where this site sends any, and by a notice; in the transaction of the change. */
export async function tellPasswordChanged(
  sql: Sql,
  mails: MailQueue | null,
  change: Parameters<typeof postPasswordChanged>[2],
): Promise<void> {
  await postEvent(sql, PASSWORD_CHANGED, { userId: change.userId.toString() }, change.atMs)
  if (mails !== null) await postPasswordChanged(sql, mails, change)
}
