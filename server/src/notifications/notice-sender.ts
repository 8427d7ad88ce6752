import type { UserInfoService } from '../accounts/user-info.service.ts'
import type { Bus } from '../platform/bus.ts'
import type { Db, Sql } from '../platform/db.ts'
import { postEvent } from '../platform/outbox.ts'
import { createNoticePush } from './notice-wording.ts'
import { insertNotices, type NewNotice } from './notices.store.ts'

/** Event of the outbox: notices were stored, and their users' sockets are to get them. Payload: `{ ids: string[] }`. */
export const NOTICES_ADDED_TOPIC = 'notices.added'

interface Parts {
  db: Db
  bus: Bus
  users: Pick<UserInfoService, 'localesOf'>
}

/** Stores notices and sends them to the sockets of their users. */
export function createNoticeSender({ db, bus, users }: Parts) {
  const push = createNoticePush({ bus, users })
  return {
    /** In the caller's transaction: the notice of something that is rolled back is never sent. */
    async add(sql: Sql, notices: readonly NewNotice[], nowMs: number): Promise<void> {
      const ids = await insertNotices(sql, notices, nowMs)
      if (ids.length > 0) await postEvent(sql, NOTICES_ADDED_TOPIC, { ids: ids.map(String) }, nowMs)
    },

    push,

    /** After the commit: of notices that the database itself has written. */
    tell: (ids: readonly bigint[]): Promise<void> => push(db, ids),
  }
}
