import { ensure } from '@truestrike/core/assert.ts'
import type { Identity, IdentityPaper } from '@truestrike/protocol/profile-endpoints.ts'
import { REAL_NAME } from '@truestrike/protocol/text-rules.ts'
import { AppError, faultyField } from '../platform/app-error.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { numberOrNull } from '../platform/number-or-null.ts'
import type { Paper, Papers } from '../platform/papers.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { turnOwner } from '../platform/shared-turns.ts'
import {
  countPendingChecks,
  type DocumentSide,
  deleteDocumentsOf,
  getDocument,
  getNewestCheck,
  hasDocument,
  type IdentityCheckRow,
  insertCheck,
  insertDocument,
  listPendingChecks,
} from './identity.store.ts'
import { setIdentityStatus } from './profile.store.ts'
import { cleanLine } from './profile-texts.ts'
import { lockUser } from './users.store.ts'

const SIDES: Record<IdentityPaper, readonly DocumentSide[]> = {
  passport: ['front'],
  'identity-card': ['front', 'back'],
  'driving-licence': ['front', 'back'],
}
/** Of the longest. */
export const SIDES_MAX = 2

interface Parts {
  db: Db
  clock: Clock
  secrets: SecretBox
  papers: Papers
}

export type IdentityService = ReturnType<typeof createIdentityService>

export const nameContext = (userId: bigint): string => `identity-name:${userId}`
export const documentContext = (checkId: bigint, side: DocumentSide): string =>
  `identity-document:${checkId}:${side}`

/** The check of who a user is. Names and papers are sealed; nobody gets a paper but its owner and a reviewer. */
export function createIdentityService({ db, clock, secrets, papers }: Parts) {
  async function get(userId: bigint): Promise<Identity> {
    const row = await getNewestCheck(db, userId)
    if (row === null) return { status: 'none', check: null }
    return {
      status: row.state,
      check: {
        realName: secrets.open(row.realName, nameContext(userId)),
        document: row.document,
        submittedMs: Number(row.submittedMs),
        decidedMs: numberOrNull(row.revokedMs ?? row.decidedMs),
        reason: row.reason,
      },
    }
  }

  return {
    get,

    /** How many checks wait for a reviewer, and those that wait for longest, after the check of this id. */
    async listWaiting(limit: number, afterId = 0n) {
      const [count, oldest] = await Promise.all([
        countPendingChecks(db),
        listPendingChecks(db, limit, afterId),
      ])
      return { count, oldest }
    },

    /** Errors: INVALID_PARAMETERS, FILE_MISSING, those of `Papers`, IDENTITY_PENDING, IDENTITY_VERIFIED. */
    async submit(
      userId: bigint,
      form: { realName: string; document: IdentityPaper },
      files: readonly Uint8Array[],
      ip: string,
    ): Promise<Identity> {
      const realName = cleanLine(form.realName)
      if (realName.length < REAL_NAME.minLength) throw faultyField('realName', 'minLength')
      const sides = SIDES[form.document]
      if (files.length < sides.length || files.some(({ length }) => length === 0)) {
        throw new AppError('FILE_MISSING')
      }
      if (files.length > sides.length) throw faultyField('file', 'maxItems')
      // Before the work of decoding, and again where it counts.
      refuseUnlessOpen(await getNewestCheck(db, userId))
      const sheets: Paper[] = []
      const owner = turnOwner(ip, `user#${userId}`)
      for (const file of files) sheets.push(await papers.clean(owner, file))
      const atMs = clock.nowMs()
      await db.tx(async (sql) => {
        await lockUser(sql, userId)
        refuseUnlessOpen(await getNewestCheck(sql, userId))
        await deleteDocumentsOf(sql, userId)
        const sealed = secrets.seal(realName, nameContext(userId))
        const id = await insertCheck(sql, { userId, document: form.document, realName: sealed, atMs })
        for (const [at, side] of sides.entries()) {
          const { contentType, bytes } = ensure(sheets[at])
          const sealedSheet = secrets.sealBytes(bytes, documentContext(id, side))
          await insertDocument(sql, { checkId: id, side, contentType, sealed: sealedSheet })
        }
        await setIdentityStatus(sql, userId, 'pending')
        await writeAudit(sql, {
          ...{ atMs, actorKind: 'user', actorId: userId, ip },
          ...{ action: 'identity.submit', subject: `identity:${id}` },
        })
      })
      return await get(userId)
    },

    /** Whether his newest check has this paper. */
    async hasDocument(userId: bigint, side: string): Promise<boolean> {
      const check = await getNewestCheck(db, userId)
      return check !== null && isSide(side) && (await hasDocument(db, check.id, side))
    },

    /** The owner's own paper of his newest check; null: there is none. */
    async openDocument(userId: bigint, side: string): Promise<Paper | null> {
      const check = await getNewestCheck(db, userId)
      const kept = check !== null && isSide(side) ? await getDocument(db, check.id, side) : null
      if (check === null || !isSide(side) || kept === null) return null
      const bytes = secrets.openBytes(kept.sealed, documentContext(check.id, side))
      return { contentType: kept.contentType, bytes }
    },
  }
}

const isSide = (text: string): text is DocumentSide => text === 'front' || text === 'back'

function refuseUnlessOpen(check: IdentityCheckRow | null): void {
  if (check?.state === 'pending') throw new AppError('IDENTITY_PENDING')
  if (check?.state === 'verified') throw new AppError('IDENTITY_VERIFIED')
}
