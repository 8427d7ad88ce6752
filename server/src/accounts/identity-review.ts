import { AppError } from '../platform/app-error.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { decideCheck } from './identity.store.ts'
import { setIdentityStatus } from './profile.store.ts'

/** Permission of an administrator. */
export const IDENTITY_PERMISSION = 'identity-checks'

type Verdict = { state: 'verified' } | { state: 'refused'; reason: string }

/** What a reviewer decides about an identity check, once; the reason is for the user to read. Errors: NOT_FOUND when it is decided already, or is none. */
export async function decideIdentity(
  { db, clock }: { db: Db; clock: Clock },
  checkId: bigint,
  verdict: Verdict,
  by: { adminId: bigint; ip: string },
): Promise<void> {
  const { state } = verdict
  const reason = verdict.state === 'refused' ? verdict.reason : null
  const atMs = clock.nowMs()
  await db.tx(async (sql) => {
    const userId = await decideCheck(sql, checkId, { state, reason, atMs })
    if (userId === null) throw new AppError('NOT_FOUND')
    await setIdentityStatus(sql, userId, state)
    await writeAudit(sql, {
      ...{ atMs, actorKind: 'admin', actorId: by.adminId, ip: by.ip },
      ...{ action: `identity.${state}`, subject: `identity:${checkId}`, after: { reason } },
    })
  })
}
