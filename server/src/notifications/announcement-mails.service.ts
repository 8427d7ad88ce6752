import type { Accounts } from '../accounts/accounts.module.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { newSecretToken, type RandomBytes } from '../platform/secret-token.ts'
import {
  claimMailedAnnouncement,
  endTopic,
  listSubscribers,
  type MailTopic,
  noteMailed,
  putTokens,
} from './announcement-mails.store.ts'
import { wordingFor } from './telling.service.ts'

/** Posted together, and the next ones once these are through: a code never waits behind more of them. */
const AT_ONCE = 40

interface Parts {
  db: Db
  clock: Clock
  random: RandomBytes
  accounts: Pick<Accounts, 'mailAnnouncement' | 'isMailing' | 'mailedLocales' | 'hurryMails'>
}

export type AnnouncementMails = ReturnType<typeof createAnnouncementMails>

/**
 * Announcements that go by mail too, to who has switched these mails on and has proved his address. How far one has come is
 * settled in the transaction that posts: each gets it once, whoever looks, and whatever is killed.
 */
export function createAnnouncementMails({ db, clock, random, accounts }: Parts) {
  const some = (): Promise<number> =>
    db.tx(async (sql) => {
      const announcement = await claimMailedAnnouncement(sql, clock.nowMs())
      if (announcement === null) return 0
      const { id, mail: topic, mailedUserId } = announcement
      const found = await listSubscribers(sql, topic, mailedUserId, AT_ONCE)
      const subscribers = found.map(({ userId, token }) => ({
        userId,
        token: token ?? newSecretToken(random),
      }))
      await putTokens(sql, subscribers)
      const locales = await accounts.mailedLocales(
        sql,
        subscribers.map(({ userId }) => userId),
      )
      let mails = 0
      for (const { userId, token } of subscribers) {
        const locale = locales.get(userId)
        const words = locale === undefined ? null : wordingFor(announcement, locale)
        if (words === null) continue
        await accounts.mailAnnouncement(sql, { userId: userId.toString(), topic, token, ...words })
        mails += 1
      }
      const throughId = subscribers.at(-1)?.userId ?? mailedUserId
      await noteMailed(sql, id, { throughId, mails, isDone: found.length < AT_ONCE })
      return mails
    })

  return {
    /** Posts the next ones, unless the ones before are still on their way. */
    async run(): Promise<void> {
      if (await accounts.isMailing()) return
      if ((await some()) > 0) accounts.hurryMails()
    },

    /** False: nobody was given this token. */
    end: (topic: MailTopic, token: string): Promise<boolean> => endTopic(db, topic, token),
  }
}
