import type { NotificationChoice } from '@truestrike/protocol/notice-endpoints.ts'
import { newsTopic } from '../accounts/account-news.ts'
import { ACCOUNT_NEWS } from '../accounts/mail-letters.ts'
import type { OnlineUsers } from '../accounts/online-users.ts'
import type { UserInfoService } from '../accounts/user-info.service.ts'
import type { Bus } from '../platform/bus.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import type { Outbox } from '../platform/outbox.ts'
import { parseRowId } from '../platform/row-id.ts'
import { digestDay } from './digest-day.ts'
import { createNoticeSender, NOTICES_ADDED_TOPIC } from './notice-sender.ts'
import { wordNotices } from './notice-wording.ts'
import { listNotices, markNotice, markNoticesThrough } from './notices.store.ts'
import { getNotificationSettings, putNotificationSettings } from './notification-settings.store.ts'
import { createTelling } from './telling.service.ts'

const PAGE_DEFAULT = 50

export interface NoticesParts {
  db: Db
  bus: Bus
  clock: Clock
  outbox: Outbox
  users: Pick<UserInfoService, 'localesOf'> & Pick<OnlineUsers, 'listOnline'>
}

export type NoticesService = ReturnType<typeof createNoticesService>

/** What users are told and find later, and what of it they want. */
export function createNoticesService({ db, bus, clock, outbox, users }: NoticesParts) {
  const { add, push, tell } = createNoticeSender({ db, bus, users })
  const telling = createTelling({ db, clock, add, listOnline: users.listOnline })

  for (const kind of ['password-changed', 'email-changed', ...ACCOUNT_NEWS] as const) {
    outbox.handle(newsTopic(kind), async (sql, payload) => {
      const { userId, wallet, untilMs } = payload as { userId: string; wallet?: string; untilMs?: number }
      const data = {
        ...(wallet === undefined ? {} : { address: wallet }),
        ...(untilMs === undefined ? {} : { untilMs }),
      }
      const priority = kind === 'two-factor-blocked' ? 'high' : 'medium'
      const notice = { type: 'system', kind, priority, data } as const
      await add(sql, [{ ...notice, userId: BigInt(userId) }], clock.nowMs())
    })
  }
  outbox.handle(NOTICES_ADDED_TOPIC, (sql, payload) =>
    push(sql, (payload as { ids: string[] }).ids.map(BigInt)),
  )

  return {
    /** In the caller's transaction: what is told has happened, what was rolled back is not told. */
    add,

    /** After the commit: of notices that the database itself has written. */
    tell,

    /** Tells those who are there of announcements that have begun. */
    tellOnline: telling.tellOnline,

    /** In the locale of the call, where they come worded. */
    async list(
      userId: bigint,
      query: { before?: string | undefined; limit?: number | undefined },
      locale: string,
    ) {
      if (query.before === undefined) await telling.tellUser(userId)
      const limit = query.limit ?? PAGE_DEFAULT
      const rows = await listNotices(db, userId, { before: parseRowId(query.before), limit: limit + 1 })
      const notices = await wordNotices(db, rows.slice(0, limit), () => locale)
      return { notices, more: rows.length > limit }
    },

    async mark(userId: bigint, id: string | undefined, what: 'read' | 'deleted') {
      const row = parseRowId(id)
      if (row !== null) await markNotice(db, { userId, id: row, what }, clock.nowMs())
      return {}
    },

    async markThrough(userId: bigint, id: string, what: 'read' | 'deleted') {
      const throughId = parseRowId(id)
      if (throughId !== null) await markNoticesThrough(db, { userId, throughId, what })
      return {}
    },

    /** Of mails that do not protect the account. */
    wantsMail: async (sql: Sql, userId: bigint) => (await getNotificationSettings(sql, userId)).email,

    getSettings: (userId: bigint) => getNotificationSettings(db, userId),

    setSettings: (userId: bigint, choice: NotificationChoice) =>
      putNotificationSettings(db, userId, choice, digestDay(clock.nowMs())),
  }
}
