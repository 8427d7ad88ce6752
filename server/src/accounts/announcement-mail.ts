import type { Db, Sql } from '../platform/db.ts'
import type { MailQueue } from '../platform/mail-queue.ts'
import { createMailFrame, type MailFrameParts } from './mail-frame.ts'
import type { AnnouncementLetter } from './mail-letters.ts'
import { getMailedUser } from './users.store.ts'

const KEEP_MS = 3 * 24 * 3_600_000
const KIND = 'announcement'

interface Parts extends MailFrameParts {
  db: Db
  mails: MailQueue
}

/** An announcement of the operator as a mail, framed in its reader's language. */
export function composeAnnouncements({ db, mails, ...parts }: Parts): void {
  const { site, frame } = createMailFrame(parts)
  mails.compose(KIND, async (letter) => {
    const { userId, topic, title, text, token, origin } = letter as AnnouncementLetter
    const user = await getMailedUser(db, BigInt(userId))
    if (user === null || !user.proved) return null
    const { words, lay } = frame(user, await site({ locale: user.locale, origin }))
    const unsubscribe = `${origin}/unsubscribe/${topic}/${token}`
    // What the operator wrote is no pattern: braces in it stay as they are.
    const paragraphs = text.split(/\n\s*\n/).map((each) => each.trim())
    const named = paragraphs.map((_, at) => `{p${at}}`)
    const values = Object.fromEntries(paragraphs.map((each, at) => [`p${at}`, each]))
    const mail = lay('{title}', [words.hello, ...named], {
      ...{ note: words.announcement[topic].settings, values: { ...values, title } },
      link: { text: words.digest.unsubscribe, url: unsubscribe },
    })
    return { ...mail, unsubscribe }
  })
}

/** In the transaction that settles how far an announcement has come. */
export async function postAnnouncement(
  sql: Sql,
  mails: MailQueue,
  letter: AnnouncementLetter,
): Promise<void> {
  await mails.post(sql, KIND, letter, KEEP_MS)
}

/** Whether any of them are still on their way. */
export const areAnnouncementsWaiting = (mails: MailQueue): Promise<boolean> => mails.holds(KIND)
