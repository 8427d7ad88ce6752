import type { IdentityCheck } from '@truestrike/protocol/people-endpoints.ts'
import { AppError } from '../platform/app-error.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import { numberOrNull } from '../platform/number-or-null.ts'
import type { Paper } from '../platform/papers.ts'
import { hasPermission } from '../platform/permissions.ts'
import type { AdminPrincipal, RequestInfo } from '../platform/route.ts'
import { parseRowId } from '../platform/row-id.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { documentContext, nameContext } from './identity.service.ts'
import {
  type DocumentSide,
  getDocument,
  getNewestCheck,
  listChecksOf,
  listDecidedChecks,
  listSidesOf,
  recordView,
} from './identity.store.ts'
import type { PrivateFiles } from './private-files.ts'

/** What its files are called when they are saved. */
const KIND = 'identity'

/** What administrators are called. */
export type NamesOf = (ids: readonly bigint[]) => Promise<ReadonlyMap<bigint, string>>

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
  const look = (
    sql: Sql,
    { adminId }: AdminPrincipal,
    { ip }: RequestInfo,
    what: { action: string; subject: string },
  ) => writeAudit(sql, { ...{ atMs: clock.nowMs(), actorKind: 'admin', actorId: adminId, ip }, ...what })

  /** `name`: the check and the side, as the address has them. */
  async function open(admin: AdminPrincipal, name: string, request: RequestInfo): Promise<Paper | null> {
    // Asked again: it may have been taken away since the address was given out.
    if (admin.mustChangePassword || !mayOpen(admin)) return null
    const [id, side] = name.split('-') as [string, DocumentSide]
    const checkId = parseRowId(id)
    const kept = checkId === null ? null : await getDocument(db, checkId, side)
    if (checkId === null || kept === null) return null
    const bytes = secrets.openBytes(kept.sealed, documentContext(checkId, side))
    await db.tx(async (sql) => {
      await recordView(sql, { checkId, side, adminId: admin.adminId, atMs: clock.nowMs() })
      await look(sql, admin, request, { action: 'identity.document-seen', subject: `identity:${checkId}` })
    })
    return { contentType: kept.contentType, bytes }
  }
  files.addForReview(KIND, open)

  return {
    /** All checks of a user, newest first; `namesOf` says what administrators are called. */
    async list(
      userId: bigint,
      { admin, request, namesOf }: { admin: AdminPrincipal; request: RequestInfo; namesOf: NamesOf },
    ): Promise<IdentityCheck[]> {
      const rows = await listChecksOf(db, userId)
      const isOpen = mayOpen(admin)
      const sides = isOpen
        ? await listSidesOf(
            db,
            rows.map(({ id }) => id),
            admin.adminId,
          )
        : []
      if (isOpen && rows.length > 0)
        await look(db, admin, request, { action: 'identity.seen', subject: `user:${userId}` })
      const deciders = rows.flatMap(({ decidedBy, revokedBy }) => [decidedBy ?? [], revokedBy ?? []].flat())
      const names = await namesOf(deciders)
      const nameOf = (id: bigint | null) => (id === null ? null : (names.get(id) ?? null))
      return rows.map(({ id, state, realName, document, submittedMs, reason, ...row }) => ({
        ...{ id: id.toString(), state, submittedMs: Number(submittedMs) },
        ...{ decidedMs: numberOrNull(row.decidedMs), decidedBy: nameOf(row.decidedBy) },
        ...{ revokedMs: numberOrNull(row.revokedMs), revokedBy: nameOf(row.revokedBy) },
        realName: isOpen ? secrets.open(realName, nameContext(userId)) : null,
        document: isOpen ? document : null,
        reason: isOpen ? reason : null,
        sides: sides
          .filter(({ checkId }) => checkId === id)
          .map(({ side, contentType, isSeen }) => ({
            side,
            isPdf: contentType === 'application/pdf',
            isSeen,
          })),
      }))
    },

    /** Of the newest check. Errors: NOT_FOUND. */
    async addressOf(userId: bigint, side: DocumentSide, admin: AdminPrincipal) {
      const check = await getNewestCheck(db, userId)
      const kept = check === null ? [] : await listSidesOf(db, [check.id], admin.adminId)
      if (check === null || !kept.some((each) => each.side === side)) throw new AppError('NOT_FOUND')
      return files.addressOf(KIND, `${check.id}-${side}`, admin)
    },

    /** Users whose newest check is decided, newest first, before the check of this id. */
    listDecided: (limit: number, beforeId: bigint | null) => listDecidedChecks(db, limit, beforeId),
  }
}
