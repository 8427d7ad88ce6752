import type { IdentityCheck } from '@truestrike/protocol/people-endpoints.ts'
import { AppError } from '../platform/app-error.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import type { Paper } from '../platform/papers.ts'
import { hasPermission } from '../platform/permissions.ts'
import type { AdminPrincipal, RequestInfo } from '../platform/route.ts'
import { parseRowId } from '../platform/row-id.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { documentContext, nameContext } from './identity.service.ts'
import {
  type DocumentSide,
  decideCheck,
  getDocument,
  getNewestCheck,
  listChecksOf,
  listSidesOf,
} from './identity.store.ts'
import type { PrivateFiles } from './private-files.ts'
import { setIdentityStatus } from './profile.store.ts'

/** What its files are called when they are saved. */
const KIND = 'identity'

type Verdict = { state: 'verified' } | { state: 'refused'; reason: string }

interface Decider {
  adminId: bigint
  ip: string
}

/**
 * What a reviewer decides about an identity check, once; the reason is for the user to read. `alongside`: in the same
 * transaction, before the audit log. Errors: NOT_FOUND when it is decided already, or is none.
 */
export async function decideIdentity(
  { db, clock }: { db: Db; clock: Clock },
  checkId: bigint,
  verdict: Verdict,
  by: Decider,
  alongside: (sql: Sql, userId: bigint) => Promise<void> = async () => {},
): Promise<void> {
  const { state } = verdict
  const reason = verdict.state === 'refused' ? verdict.reason : null
  const atMs = clock.nowMs()
  await db.tx(async (sql) => {
    const userId = await decideCheck(sql, checkId, { state, reason, atMs })
    if (userId === null) throw new AppError('NOT_FOUND')
    await setIdentityStatus(sql, userId, state)
    await alongside(sql, userId)
    await writeAudit(sql, {
      ...{ atMs, actorKind: 'admin', actorId: by.adminId, ip: by.ip },
      ...{ action: `identity.${state}`, subject: `identity:${checkId}` },
    })
  })
}

/** Users are promised that nobody but reviewers sees what they hand in. */
const mayOpen = (admin: AdminPrincipal): boolean => hasPermission(admin, 'identity-checks')

interface Parts {
  db: Db
  clock: Clock
  secrets: SecretBox
  files: PrivateFiles
}

/** Identity checks for who reviews them; who may only look gets states and dates. Who saw names or pictures is in the audit log. */
export function createIdentityReview({ db, clock, secrets, files }: Parts) {
  const look = ({ adminId }: AdminPrincipal, { ip }: RequestInfo, action: string, subject: string) =>
    writeAudit(db, {
      ...{ atMs: clock.nowMs(), actorKind: 'admin', actorId: adminId, ip },
      ...{ action, subject },
    })

  /** `name`: the check and the side, as the address has them. */
  async function open(admin: AdminPrincipal, name: string, request: RequestInfo): Promise<Paper | null> {
    // Asked again: it may have been taken from him since he got the address.
    if (admin.mustChangePassword || !mayOpen(admin)) return null
    const [id, side] = name.split('-') as [string, DocumentSide]
    const checkId = parseRowId(id)
    const kept = checkId === null ? null : await getDocument(db, checkId, side)
    if (checkId === null || kept === null) return null
    await look(admin, request, 'identity.document-seen', `identity:${checkId}`)
    const bytes = secrets.openBytes(kept.sealed, documentContext(checkId, side))
    return { contentType: kept.contentType, bytes }
  }
  files.addForReview(KIND, open)

  return {
    async list(userId: bigint, admin: AdminPrincipal, request: RequestInfo): Promise<IdentityCheck[]> {
      const rows = await listChecksOf(db, userId)
      const isOpen = mayOpen(admin)
      const sides = isOpen
        ? await listSidesOf(
            db,
            rows.map(({ id }) => id),
          )
        : []
      if (isOpen && rows.length > 0) await look(admin, request, 'identity.seen', `user:${userId}`)
      return rows.map(({ id, state, realName, document, submittedMs, decidedMs, reason }) => ({
        ...{ id: id.toString(), state, submittedMs: Number(submittedMs) },
        decidedMs: decidedMs === null ? null : Number(decidedMs),
        realName: isOpen ? secrets.open(realName, nameContext(userId)) : null,
        document: isOpen ? document : null,
        reason: isOpen ? reason : null,
        sides: sides
          .filter(({ checkId }) => checkId === id)
          .map(({ side, contentType }) => ({ side, isPdf: contentType === 'application/pdf' })),
      }))
    },

    /** Of the newest check. Errors: NOT_FOUND. */
    async addressOf(userId: bigint, side: DocumentSide, admin: AdminPrincipal) {
      const check = await getNewestCheck(db, userId)
      const kept = check === null ? [] : await listSidesOf(db, [check.id])
      if (check === null || !kept.some((each) => each.side === side)) throw new AppError('NOT_FOUND')
      return files.addressOf(KIND, `${check.id}-${side}`, admin)
    },

    /** The newest check of this user, as it was looked at. Errors: REVIEW_CONFLICT. */
    async decide(
      { userId, checkId }: { userId: bigint; checkId: string },
      verdict: Verdict,
      by: Decider,
      alongside: (sql: Sql) => Promise<void>,
    ): Promise<void> {
      const newest = await getNewestCheck(db, userId)
      if (newest === null || newest.id.toString() !== checkId || newest.state !== 'pending')
        throw new AppError('REVIEW_CONFLICT')
      try {
        await decideIdentity({ db, clock }, newest.id, verdict, by, alongside)
      } catch (error) {
        // Another reviewer was first.
        const isLate = error instanceof AppError && error.code === 'NOT_FOUND'
        throw isLate ? new AppError('REVIEW_CONFLICT') : error
      }
    },
  }
}
