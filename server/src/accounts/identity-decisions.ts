import { AppError } from '../platform/app-error.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import {
  decideCheck,
  getNewestCheck,
  hasSeenAll,
  type IdentityCheckRow,
  revokeCheck,
} from './identity.store.ts'
import { setIdentityStatus } from './profile.store.ts'

interface Parts {
  db: Db
  clock: Clock
}

type Verdict = { state: 'verified' } | { state: 'refused'; reason: string }

interface Decider {
  adminId: bigint
  ip: string
}

/**
 * What a reviewer decides about an identity check, once; the reason is for the user to read. `alongside`: in the same
 * transaction, before the audit log. Errors: IDENTITY_NOT_SEEN when it is to be confirmed and the reviewer has not opened each of
 * its documents; NOT_FOUND when it is decided already, or is none.
 */
export async function decideIdentity(
  { db, clock }: Parts,
  checkId: bigint,
  verdict: Verdict,
  by: Decider,
  alongside: (sql: Sql, userId: bigint) => Promise<void> = async () => {},
): Promise<void> {
  const { state } = verdict
  const reason = verdict.state === 'refused' ? verdict.reason : null
  const atMs = clock.nowMs()
  await db.tx(async (sql) => {
    const userId = await decideCheck(sql, checkId, { state, reason, atMs, adminId: by.adminId })
    if (userId === null) throw new AppError('NOT_FOUND')
    const isSeen = state === 'refused' || (await hasSeenAll(sql, checkId, by.adminId))
    if (!isSeen) throw new AppError('IDENTITY_NOT_SEEN')
    await setIdentityStatus(sql, userId, state)
    await alongside(sql, userId)
    await writeAudit(sql, {
      ...{ atMs, actorKind: 'admin', actorId: by.adminId, ip: by.ip },
      ...{ action: `identity.${state}`, subject: `identity:${checkId}` },
    })
  })
}

/** Takes a confirmation back; the reason is for the user to read. Errors: REVIEW_CONFLICT when it is none, or no longer. */
async function revokeIdentity(
  { db, clock }: Parts,
  checkId: bigint,
  reason: string,
  by: Decider,
  alongside: (sql: Sql) => Promise<void>,
): Promise<void> {
  const atMs = clock.nowMs()
  await db.tx(async (sql) => {
    const userId = await revokeCheck(sql, checkId, { reason, atMs, adminId: by.adminId })
    if (userId === null) throw new AppError('REVIEW_CONFLICT')
    await setIdentityStatus(sql, userId, 'revoked')
    await alongside(sql)
    await writeAudit(sql, {
      ...{ atMs, actorKind: 'admin', actorId: by.adminId, ip: by.ip },
      ...{ action: 'identity.revoked', subject: `identity:${checkId}` },
      ...{ before: { state: 'verified' }, after: { state: 'revoked' } },
    })
  })
}

/** What reviewers make of identity checks. */
export function createIdentityDecisions({ db, clock }: Parts) {
  /** The newest check of a user, if it is the one that was looked at and still in this state. Errors: REVIEW_CONFLICT. */
  async function newestIn(
    state: IdentityCheckRow['state'],
    userId: bigint,
    checkId: string,
  ): Promise<IdentityCheckRow> {
    const newest = await getNewestCheck(db, userId)
    if (newest === null || newest.id.toString() !== checkId || newest.state !== state)
      throw new AppError('REVIEW_CONFLICT')
    return newest
  }

  return {
    /** The newest check of this user, as it was looked at. Errors: REVIEW_CONFLICT. */
    async decide(
      { userId, checkId }: { userId: bigint; checkId: string },
      verdict: Verdict,
      by: Decider,
      alongside: (sql: Sql) => Promise<void>,
    ): Promise<void> {
      const newest = await newestIn('pending', userId, checkId)
      try {
        await decideIdentity({ db, clock }, newest.id, verdict, by, alongside)
      } catch (error) {
        // Another reviewer was first.
        const isLate = error instanceof AppError && error.code === 'NOT_FOUND'
        throw isLate ? new AppError('REVIEW_CONFLICT') : error
      }
    },

    /** The newest check of this user, which is confirmed. Errors: REVIEW_CONFLICT. */
    async revoke(
      { userId, checkId }: { userId: bigint; checkId: string },
      reason: string,
      by: Decider,
      alongside: (sql: Sql) => Promise<void>,
    ): Promise<void> {
      const newest = await newestIn('verified', userId, checkId)
      await revokeIdentity({ db, clock }, newest.id, reason, by, alongside)
    },
  }
}
