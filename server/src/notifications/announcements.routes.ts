import {
  createAnnouncement,
  editAnnouncement,
  getAnnouncement,
  listAnnouncements,
  publishAnnouncement,
  withdrawAnnouncement,
} from '@truestrike/protocol/announcement-endpoints.ts'
import type { AdminPrincipal, Call, Router } from '../platform/route.ts'
import { parseRowId } from '../platform/row-id.ts'
import { type AnnouncementsParts, createAnnouncementsService } from './announcements.service.ts'

const READ = { limit: 'read' } as const

/** What the operator tells all users, for the page of the back office that writes it. */
export function addAnnouncements(router: Router, parts: AnnouncementsParts): void {
  const announcements = createAnnouncementsService(parts)

  /** Who acts, and on what. */
  const actBy = (call: Call<unknown, { version: number }>, admin: AdminPrincipal) => ({
    ...{ id: parseRowId(call.params.id), version: call.body.version, admin, request: call.request },
  })

  router.route(listAnnouncements, ({ query }) => announcements.list(query), READ)
  router.route(getAnnouncement, ({ params }) => announcements.get(parseRowId(params.id)), READ)
  router.route(createAnnouncement, ({ body, request }, admin) => {
    const { requestId, ...content } = body
    return announcements.create({ admin, request }, requestId, content)
  })
  router.route(editAnnouncement, (call, admin) => {
    const { version: _seen, ...content } = call.body
    return announcements.edit(actBy(call, admin), content)
  })
  router.route(publishAnnouncement, (call, admin) => announcements.publish(actBy(call, admin)))
  router.route(withdrawAnnouncement, (call, admin) => announcements.withdraw(actBy(call, admin)))
}
