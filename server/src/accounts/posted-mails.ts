import type { Sql } from '../platform/db.ts'
import type { MailQueue } from '../platform/mail-queue.ts'
import { postAccountNews, postMoneyNews } from './account-mails.ts'
import { areAnnouncementsWaiting, postAnnouncement } from './announcement-mail.ts'
import { postDigest } from './digest-mail.ts'
import type { AddressNews, AnnouncementLetter, DigestLetter, MoneyLetter } from './mail-letters.ts'
import { listLocales } from './users.store.ts'

interface Parts {
  /** Null: this site sends no mails. */
  mails: MailQueue | null
  ownOrigin(origin: string | undefined): string
}

/** Mails that other modules post, where this site sends any; each in the transaction of what it tells. */
export function createPosting({ mails, ownOrigin }: Parts) {
  const here = (): { origin: string } => ({ origin: ownOrigin(undefined) })
  return {
    sendsMails: mails !== null,
    /** After the commit: what was posted goes now. */
    hurryMails: (): void => mails?.hurry(),

    /** Whether its user wants it is asked before. */
    async mailMoneyNews(sql: Sql, news: Omit<MoneyLetter, 'origin'>): Promise<void> {
      if (mails !== null) await postMoneyNews(sql, mails, { ...news, ...here() })
    },

    /** Of an address for withdrawals that was saved, removed or made the default. */
    async mailAddressNews(
      sql: Sql,
      news: { userId: bigint; news: AddressNews; address: string; atMs: number },
    ): Promise<void> {
      if (mails !== null) await postAccountNews(sql, mails, { ...news, ...here() })
    },

    async mailDigest(sql: Sql, letter: Omit<DigestLetter, 'origin'>): Promise<void> {
      if (mails !== null) await postDigest(sql, mails, { ...letter, ...here() })
    },

    async mailAnnouncement(sql: Sql, letter: Omit<AnnouncementLetter, 'origin'>): Promise<void> {
      if (mails !== null) await postAnnouncement(sql, mails, { ...letter, ...here() })
    },
    /** Whether mails of announcements are on their way. */
    isMailing: async (): Promise<boolean> => mails !== null && (await areAnnouncementsWaiting(mails)),
    /** Of those among the users who have proved their address: their languages. */
    mailedLocales: (sql: Sql, userIds: readonly bigint[]) => listLocales(sql, userIds, true),
  }
}
