import type { Router } from '../platform/route.ts'
import { registerNoticesRoutes } from './notices.routes.ts'
import { createNoticesService, type NoticesParts, type NoticesService } from './notices.service.ts'

/** What users are told, with its calls. */
export function createNotifications({ router, ...parts }: NoticesParts & { router: Router }): NoticesService {
  const notices = createNoticesService(parts)
  registerNoticesRoutes(router, notices)
  return notices
}
