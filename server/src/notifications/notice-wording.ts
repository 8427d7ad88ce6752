import type { Notice } from '@truestrike/protocol/notice-endpoints.ts'
import type { UserInfoService } from '../accounts/user-info.service.ts'
import type { Bus } from '../platform/bus.ts'
import type { Sql } from '../platform/db.ts'
import { subjectOf } from '../platform/socket-user-events.ts'
import { listNewNotices, type NoticeRow } from './notices.store.ts'
import { wordingFor } from './telling.service.ts'
import { listWordings } from './telling.store.ts'
import { announcementOf, toWireNotice } from './wire-notice.ts'

/** As they go over the wire: announcements with their words for the reader, all others to be worded by him. */
export async function wordNotices(
  sql: Sql,
  rows: readonly NoticeRow[],
  localeOf: (userId: bigint) => string,
): Promise<Notice[]> {
  const ids = rows.flatMap(announcementOf)
  const announcements = new Map(
    (ids.length === 0 ? [] : await listWordings(sql, ids)).map((row) => [row.id, row]),
  )
  return rows.map((row) => {
    const notice = toWireNotice(row)
    const announcement = announcementOf(row).map((id) => announcements.get(id))[0]
    const words = announcement === undefined ? null : wordingFor(announcement, localeOf(row.userId))
    return words === null ? notice : { ...notice, data: { ...notice.data, ...words } }
  })
}

interface Parts {
  bus: Bus
  users: Pick<UserInfoService, 'localesOf'>
}

/** Sends notices to the sockets of their users. */
export function createNoticePush({ bus, users }: Parts) {
  return async (sql: Sql, ids: readonly bigint[]): Promise<void> => {
    const rows = await listNewNotices(sql, ids)
    const readers = rows.filter((row) => announcementOf(row).length > 0).map(({ userId }) => userId)
    const locales = readers.length === 0 ? new Map<bigint, string>() : await users.localesOf(sql, readers)
    const told = await wordNotices(sql, rows, (userId) => locales.get(userId) ?? '')
    for (const userId of new Set(rows.map((row) => row.userId))) {
      const items = told.filter((_notice, at) => rows[at]?.userId === userId)
      bus.publish(subjectOf(userId), { type: 'notices', items })
    }
  }
}
