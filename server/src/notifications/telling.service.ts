import type { Wording } from '@truestrike/protocol/announcement-endpoints.ts'
import { isLocale } from '@truestrike/protocol/messages/locales.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import { keepASecond } from '../platform/keep-a-second.ts'
import type { NewNotice } from './notices.store.ts'
import { listCurrentAnnouncements, noteTold, type WordedAnnouncement } from './telling.store.ts'

const USERS_AT_ONCE_MAX = 500

interface Parts {
  db: Db
  clock: Clock
  add(sql: Sql, notices: readonly NewNotice[], nowMs: number): Promise<void>
  /** Users with an open page, by their row ids from the one after `afterId`. */
  listOnline(afterId: bigint, limit: number): Promise<bigint[]>
}

/**
 * Announcements become notices of users one by one: of who is there when one begins, and of everybody else when he next
 * asks for his notices. Each is told once, whatever becomes of the notice.
 */
export function createTelling({ db, clock, add, listOnline }: Parts) {
  const current = keepASecond(clock, (_site: 'all') => listCurrentAnnouncements(db, clock.nowMs()))
  /** Of which everybody who was there then has been told, by this process. */
  let swept: ReadonlySet<bigint> = new Set()

  const tell = (userIds: readonly bigint[], announcementIds: readonly bigint[]): Promise<void> =>
    db.tx(async (sql) => {
      const told = await noteTold(sql, userIds, announcementIds)
      const notices = told.map(({ userId, announcementId }) => ({
        ...({ userId, type: 'system', kind: 'announcement', priority: 'low' } as const),
        data: { announcement: announcementId.toString() },
      }))
      if (notices.length > 0) await add(sql, notices, clock.nowMs())
    })

  return {
    /** Before a user is shown his notices. */
    async tellUser(userId: bigint): Promise<void> {
      const ids = await current('all')
      if (ids.length > 0) await tell([userId], ids)
    },

    /** Tells those who are there of what has begun. */
    async tellOnline(): Promise<void> {
      const ids = await listCurrentAnnouncements(db, clock.nowMs())
      const begun = ids.filter((id) => !swept.has(id))
      if (begun.length > 0) {
        let afterId = 0n
        for (let more = true; more; ) {
          const userIds = await listOnline(afterId, USERS_AT_ONCE_MAX)
          if (userIds.length > 0) await tell(userIds, begun)
          afterId = userIds.at(-1) ?? afterId
          more = userIds.length === USERS_AT_ONCE_MAX
        }
      }
      swept = new Set(ids)
    },
  }
}

/** In the reader's language, else in the one it falls back to. */
export function wordingFor(
  { texts, fallback }: Pick<WordedAnnouncement, 'texts' | 'fallback'>,
  locale: string,
): Wording | null {
  return (isLocale(locale) ? texts[locale] : undefined) ?? texts[fallback] ?? null
}
