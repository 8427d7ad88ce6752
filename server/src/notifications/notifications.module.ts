import type { FastifyInstance } from 'fastify'
import type { Accounts } from '../accounts/accounts.module.ts'
import type { Cancel } from '../platform/clock.ts'
import type { Router } from '../platform/route.ts'
import type { RandomBytes } from '../platform/secret-token.ts'
import { createAnnouncementMails } from './announcement-mails.service.ts'
import { createDigest } from './digest.service.ts'
import { registerNoticesRoutes } from './notices.routes.ts'
import { createNoticesService, type NoticesParts } from './notices.service.ts'
import { startNotificationsJobs } from './notifications.jobs.ts'
import { registerUnsubscribe } from './unsubscribe.routes.ts'

interface Parts extends Omit<NoticesParts, 'users'> {
  router: Router
  /** Where what mails link to is answered. */
  pages: FastifyInstance
  random: RandomBytes
  accounts: NotifiedAccounts
  /** Calls of a page a minute from one address. */
  perMinute: number
  onError(error: unknown): void
}

type NotifiedAccounts = Parameters<typeof createDigest>[0]['accounts'] &
  Parameters<typeof createAnnouncementMails>[0]['accounts'] &
  Pick<Accounts, 'sendsMails'> & { users: NoticesParts['users'] }

/** What users are told, with its calls, the daily mail of what they did not read, and what the operator tells them. */
export async function createNotifications({ router, pages, accounts, perMinute, ...parts }: Parts) {
  const notices = createNoticesService({ ...parts, users: accounts.users })
  registerNoticesRoutes(router, notices)
  const digest = createDigest({ ...parts, accounts })
  const announcements = createAnnouncementMails({ ...parts, accounts })
  await registerUnsubscribe(pages, { digest, announcements, perMinute })
  let stop: Cancel = () => {}
  return {
    notices,
    start(): void {
      const mails = accounts.sendsMails ? { digest, announcements } : null
      stop = startNotificationsJobs({ ...parts, notices, mails })
    },
    stop: (): void => stop(),
  }
}
