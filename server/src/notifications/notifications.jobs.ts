import { DAY_MS } from '@truestrike/core/utc-day.ts'
import type { Cancel, Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { AnnouncementMails } from './announcement-mails.service.ts'
import type { Digest } from './digest.service.ts'
import type { NoticesService } from './notices.service.ts'
import { removeNotices } from './notices.store.ts'

/** Notices are kept so long, read or not. */
const KEPT_MS = 90 * DAY_MS
const REMOVE_EVERY_MS = 3_600_000
const REMOVED_AT_ONCE_MAX = 5_000
/** Real time between two looks whether the daily mail is due. */
const DIGEST_EVERY_MS = 60_000
/** The same for announcements that begin, and for the mails of them. */
const TELL_EVERY_MS = 5_000
const MAIL_EVERY_MS = 2_000

interface Parts {
  db: Db
  clock: Clock
  notices: Pick<NoticesService, 'tellOnline'>
  /** Null: this site sends no mails. */
  mails: { digest: Pick<Digest, 'run'>; announcements: Pick<AnnouncementMails, 'run'> } | null
  onError(error: unknown): void
}

/** Removes what is old, tells of announcements, and sends the mails. */
export function startNotificationsJobs({ db, clock, notices, mails, onError }: Parts): Cancel {
  const remove = async (): Promise<void> => {
    const beforeMs = clock.nowMs() - KEPT_MS
    while ((await removeNotices(db, beforeMs, REMOVED_AT_ONCE_MAX)) === REMOVED_AT_ONCE_MAX);
  }
  const cancels = [
    clock.every(REMOVE_EVERY_MS, () => remove().catch(onError)),
    clock.every(TELL_EVERY_MS, () => notices.tellOnline().catch(onError)),
  ]
  if (mails !== null) {
    const { digest, announcements } = mails
    cancels.push(
      clock.every(DIGEST_EVERY_MS, () => digest.run().catch(onError)),
      clock.every(MAIL_EVERY_MS, () => announcements.run().catch(onError)),
    )
  }
  return () => {
    for (const cancel of cancels) cancel()
  }
}
