import { ensure } from '@truestrike/core/assert.ts'
import type { AuditEntry } from '@truestrike/protocol/audit-endpoints.ts'
import { usernameKey } from '../accounts/registration-fields.ts'
import type { UserInfoService } from '../accounts/user-info.service.ts'
import { AppError } from '../platform/app-error.ts'
import { getLastAuditCheck } from '../platform/audit-checks.ts'
import { writeAudit } from '../platform/audit-log.ts'
import {
  type AuditFilter,
  type AuditRow,
  getAudit,
  getNewestAudit,
  searchAudit,
} from '../platform/audit-search.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { Download } from '../platform/http-download.ts'
import type { ListExports } from '../platform/list-exports.ts'
import type { AdminPrincipal, RequestInfo } from '../platform/route.ts'
import { parseRowId } from '../platform/row-id.ts'
import { actAudit } from './admin-audit.ts'
import { listAdministratorIds } from './administrators.store.ts'
import { auditWordsOf } from './audit-words.ts'
import { auditLogExport } from './export-audit-log.ts'

const PAGE_DEFAULT = 50
/** Names a search looks at. */
const FOUND_MAX = 500

export interface AuditSearchParts {
  db: Db
  clock: Clock
  users: Pick<UserInfoService, 'findId' | 'findUsers'>
  exports: ListExports
}

const UID_OF_USER = /^user:([0-9]{10})$/

interface FilterQuery {
  who?: string
  actorKind?: AuditRow['actorKind']
  action?: string
  subject?: string
  fromMs?: number
  toMs?: number
}

export type AuditSearchService = ReturnType<typeof createAuditSearchService>

/** The audit log to look at: it takes entries, and no changes. */
export function createAuditSearchService({ db, clock, users, exports }: AuditSearchParts) {
  const readFilter = createFilterReader({ db, users })

  async function toWire(rows: readonly AuditRow[]): Promise<AuditEntry[]> {
    const { nameOf, subjectOf, peopleOf } = await auditWordsOf(db, rows)
    return rows.map(({ id, atMs, actorId, hash: _, ...row }) => {
      const name = nameOf({ ...row, actorId })
      const actor = actorId === null ? null : { id: actorId.toString(), name }
      const subject = subjectOf(row)
      return { ...row, id: id.toString(), timeMs: Number(atMs), actor, subject, people: peopleOf(row) }
    })
  }

  return {
    /** Newest first. */
    async list({
      cursor,
      limit = PAGE_DEFAULT,
      ...query
    }: FilterQuery & { cursor?: string; limit?: number }) {
      const { filter, moreNames } = await readFilter(query)
      const rows = await searchAudit(db, filter, { cursorId: parseRowId(cursor), limit: limit + 1 })
      const page = rows.slice(0, limit)
      return {
        entries: await toWire(page),
        nextCursor: rows.length > limit ? (page.at(-1)?.id.toString() ?? null) : null,
        moreNames,
      }
    },

    /** Errors: REVIEW_NOT_FOUND. */
    async get(id: bigint | null): Promise<{ entry: AuditEntry }> {
      const row = id === null ? null : await getAudit(db, id)
      if (row === null) throw new AppError('REVIEW_NOT_FOUND')
      return { entry: ensure((await toWire([row]))[0]) }
    },

    /** Who took it along, and what he asked for, is an entry of its own. */
    async export(query: FilterQuery, admin: AdminPrincipal, request: RequestInfo): Promise<Download> {
      const { filter } = await readFilter(query)
      const atMs = clock.nowMs()
      const act = { atMs, action: 'audit-log.export', subject: 'audit-log', after: query }
      await writeAudit(db, actAudit(admin, request, act))
      return exports.file(auditLogExport, { filter }, atMs)
    },

    async getChain() {
      const [newest, check] = await Promise.all([getNewestAudit(db), getLastAuditCheck(db)])
      return {
        newest: newest === null ? null : markOf(newest.id, newest.hash),
        lastCheck:
          check === null
            ? null
            : {
                ...{ timeMs: Number(check.atMs), rows: Number(check.rows), fault: check.fault },
                newest: markOf(check.newestId, check.newestHash),
              },
      }
    },
  }
}

/** Who is meant by a search. */
function createFilterReader({ db, users }: Pick<AuditSearchParts, 'db' | 'users'>) {
  async function readFilter(query: FilterQuery): Promise<{ filter: AuditFilter; moreNames: boolean }> {
    const { who, actorKind = null, action, subject, fromMs = null, toMs = null } = query
    const found = who === undefined ? null : await findActors(who.trim())
    const text = subject?.trim()
    return {
      filter: {
        ...{ actorKind, actors: found, fromMs, toMs, action: action?.trim() ?? null },
        subject: text === undefined ? null : await findSubject(text),
      },
      moreNames: found?.hasMore ?? false,
    }
  }

  async function findSubject(text: string): Promise<AuditFilter['subject']> {
    const uid = UID_OF_USER.exec(text)?.[1]
    const userId = uid === undefined ? null : await users.findId(uid)
    return { text: userId === null ? text : `user:${userId}`, isWhole: /:[0-9]+$/.test(text) }
  }

  async function findActors(text: string) {
    const [adminIds, { userIds, hasMore }] = await Promise.all([
      listAdministratorIds(db, usernameKey(text), FOUND_MAX + 1),
      users.findUsers(text),
    ])
    return {
      ...{ adminIds: adminIds.slice(0, FOUND_MAX), userIds },
      hasMore: hasMore || adminIds.length > FOUND_MAX,
    }
  }

  return readFilter
}

const markOf = (id: bigint | null, hash: Uint8Array | null) =>
  id === null || hash === null ? null : { id: id.toString(), hash: Buffer.from(hash).toString('hex') }
