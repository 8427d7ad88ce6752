import type { FastifyInstance } from 'fastify'
import type { Accounts } from '../accounts/accounts.module.ts'
import type { Cancel } from '../platform/clock.ts'
import type { Router } from '../platform/route.ts'
import type { RandomBytes } from '../platform/secret-token.ts'
import { createDigest } from './digest.service.ts'
import { registerNoticesRoutes } from './notices.routes.ts'
import { createNoticesService, type NoticesParts } from './notices.service.ts'
import { startNotificationsJobs } from './notifications.jobs.ts'
import { registerUnsubscribe } from './unsubscribe.routes.ts'

interface Parts extends NoticesParts {
  router: Router
  /** Where what mails link to is answered. */
  pages: FastifyInstance
  random: RandomBytes
  accounts: Pick<Accounts, 'sendsMails' | 'mailDigest' | 'hurryMails'>
  /** Calls of a page a minute from one address. */
  perMinute: number
  onError(error: unknown): void
}

/** What users are told, with its calls, and the daily mail of what they did not read. */
export async function createNotifications({ router, pages, accounts, perMinute, ...parts }: Parts) {
  const notices = createNoticesService(parts)
  registerNoticesRoutes(router, notices)
  const digest = createDigest({ ...parts, accounts })
  await registerUnsubscribe(pages, { digest, perMinute })
  let stop: Cancel = () => {}
  return {
    notices,
    start(): void {
      stop = startNotificationsJobs({ ...parts, digest: accounts.sendsMails ? digest : null })
    },
    stop: (): void => stop(),
  }
}
