import {
  clearNotices,
  deleteNotice,
  getNotificationSettings,
  listNotices,
  readAllNotices,
  readNotice,
  setNotificationSettings,
} from '@truestrike/protocol/notice-endpoints.ts'
import type { Router } from '../platform/route.ts'
import type { NoticesService } from './notices.service.ts'

export function registerNoticesRoutes(router: Router, notices: NoticesService): void {
  router.route(getNotificationSettings, (_call, { userId }) => notices.getSettings(userId), { limit: 'read' })
  router.route(setNotificationSettings, ({ body }, { userId }) => notices.setSettings(userId, body))
  router.route(listNotices, ({ query, request }, { userId }) => notices.list(userId, query, request.locale), {
    limit: 'read',
  })
  router.route(readNotice, ({ params }, { userId }) => notices.mark(userId, params.id, 'read'))
  router.route(deleteNotice, ({ params }, { userId }) => notices.mark(userId, params.id, 'deleted'))
  router.route(readAllNotices, ({ body }, { userId }) => notices.markThrough(userId, body.throughId, 'read'))
  router.route(clearNotices, ({ body }, { userId }) => notices.markThrough(userId, body.throughId, 'deleted'))
}
