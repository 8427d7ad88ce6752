import { COOL_OFF_DAYS_MAX } from '@truestrike/protocol/limits-endpoints.ts'
import type { Clock } from '../platform/clock.ts'
import type { Sql } from '../platform/db.ts'
import type { MailQueue } from '../platform/mail-queue.ts'
import type { RequestInfo, UserPrincipal } from '../platform/route.ts'
import { tellAccountNews } from './account-news.ts'
import { extendExclusion, getExclusion } from './exclusions.store.ts'
import type { FreshProof } from './fresh-proof.service.ts'
import { auditOwnAct } from './own-act.ts'

const DAY_MS = 86_400_000

interface Parts {
  clock: Clock
  proofs: Pick<FreshProof, 'spend'>
  /** Null: this site sends no mails. */
  mails: MailQueue | null
  ownOrigin(origin: string | undefined): string
}

export type ExclusionsService = ReturnType<typeof createExclusionsService>

/** What users exclude themselves from: orders of both books, until a time. */
export function createExclusionsService({ clock, proofs, mails, ownOrigin }: Parts) {
  return {
    /** Until when, in ms; null when never, or over at `nowMs`. */
    async getUntil(sql: Sql, userId: bigint, nowMs: number): Promise<number | null> {
      const untilMs = await getExclusion(sql, userId)
      return untilMs !== null && Number(untilMs) > nowMs ? Number(untilMs) : null
    },

    /**
     * Makes it last so many days of real time from now, in the caller's transaction, and tells the owner: nothing takes it back. One that
     * lasts longer stays as it is. More than a cool-off uses a proof up. Errors: PROOF_REQUIRED.
     */
    async extend(sql: Sql, user: UserPrincipal, days: number, request: RequestInfo): Promise<void> {
      const { userId } = user
      const atMs = clock.nowMs()
      const untilMs = atMs + Math.floor(days * DAY_MS * clock.speed)
      if (!(await extendExclusion(sql, userId, untilMs))) return
      if (days > COOL_OFF_DAYS_MAX) await proofs.spend(sql, user)
      await auditOwnAct(sql, { userId, atMs, request, action: 'user.exclude', after: { days, untilMs } })
      const news = { userId, atMs, untilMs, news: 'self-excluded', origin: ownOrigin(undefined) } as const
      await tellAccountNews(sql, mails, news)
    },
  }
}
