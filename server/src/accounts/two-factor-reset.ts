import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Sql } from '../platform/db.ts'
import type { MailQueue } from '../platform/mail-queue.ts'
import { tellAccountNews } from './account-news.ts'
import { deleteTwoFactor, getTwoFactor } from './two-factor.store.ts'
import { lockUser } from './users.store.ts'

interface Parts {
  clock: Clock
  /** Null: this site sends no mails. */
  mails: MailQueue | null
  ownOrigin(origin: string | undefined): string
}

/** By administrators, for who lost his app and his codes; in their transaction. */
export function createTwoFactorReset({ clock, mails, ownOrigin }: Parts) {
  return {
    /** Whether there is something to reset. */
    async isOn(sql: Sql, userId: bigint): Promise<boolean> {
      const row = await getTwoFactor(sql, userId)
      return row !== null && row.confirmedAtMs !== null
    },

    /** Withdrawals wait for a day from then on. Errors: TWO_FACTOR_CHANGED when it is off. */
    async reset(sql: Sql, userId: bigint): Promise<void> {
      await lockUser(sql, userId)
      const atMs = clock.nowMs()
      if (!(await deleteTwoFactor(sql, userId, atMs))) throw new AppError('TWO_FACTOR_CHANGED')
      const news = { userId, news: 'two-factor-off', atMs } as const
      await tellAccountNews(sql, mails, { ...news, origin: ownOrigin(undefined) })
    },
  }
}
