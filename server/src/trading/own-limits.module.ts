import {
  excludeMyself,
  getOwnLimits,
  type OwnLimits,
  resetDemoBalance,
  setOwnLimits,
} from '@truestrike/protocol/limits-endpoints.ts'
import type { ExclusionsService } from '../accounts/exclusions.service.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import type { Bus } from '../platform/bus.ts'
import type { Cancel, Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { Router } from '../platform/route.ts'
import { subjectOf } from '../platform/socket-user-events.ts'
import { createOwnLimitsService } from './own-limits.service.ts'

/** Real time; a looser limit that is due waits at most so long, or until its owner looks. */
const APPLY_EVERY_MS = 30_000

export interface OwnLimitsParts {
  db: Db
  bus: Bus
  clock: Clock
  router: Router
  ledger: LedgerService
  accounts: { exclusions: ExclusionsService; hurryMails(): void }
  onError(error: unknown): void
}

export interface OwnLimitsModule {
  /** For those who help a user: to look at only. */
  get(userId: bigint): Promise<OwnLimits>
  /** Begins the periodic work; its answer stops it. */
  start(): Cancel
}

/** A user's own limits, and the practice balance. */
export function createOwnLimits(parts: OwnLimitsParts): OwnLimitsModule {
  const { bus, clock, router, ledger, onError } = parts
  const limits = createOwnLimitsService({ ...parts, ...parts.accounts })
  router.route(getOwnLimits, (_call, user) => limits.get(user.userId), { limit: 'read' })
  router.route(setOwnLimits, ({ body }, user) => limits.set(user.userId, body))
  router.route(excludeMyself, ({ body, request }, user) => limits.exclude(user, body.days, request))
  router.route(resetDemoBalance, async ({ body }, { userId }) => {
    await ledger.resetDemo(userId, body.requestId)
    bus.publish(subjectOf(userId), { type: 'balances', balances: await ledger.getBalances(userId) })
    return {}
  })
  return { get: limits.get, start: () => clock.every(APPLY_EVERY_MS, () => limits.applyDue().catch(onError)) }
}
