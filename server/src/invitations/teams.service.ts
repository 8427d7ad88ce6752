import { ensure } from '@truestrike/core/assert.ts'
import type { UserInfoService } from '../accounts/user-info.service.ts'
import { AppError } from '../platform/app-error.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { Download } from '../platform/http-download.ts'
import type { ListExports } from '../platform/list-exports.ts'
import type { AdminPrincipal, RequestInfo } from '../platform/route.ts'
import { parseRowId } from '../platform/row-id.ts'
import { teamsExport } from './export-teams.ts'
import { toTeamMembers } from './team-members.ts'
import { getTeamUser, listAbove, listLargestTeams, listMembers, type SizedTeamRow } from './teams.store.ts'

const PAGE_DEFAULT = 20

interface Parts {
  db: Db
  clock: Clock
  users: Pick<UserInfoService, 'findUsers' | 'idOf'>
  exports: ListExports
}

interface PageQuery {
  cursor?: string | undefined
  limit?: number | undefined
}

/** Who invited whom, for administrators: the tree a generation at a time. */
export function createTeamsService({ db, clock, users, exports }: Parts) {
  /** Who a search finds; null: nothing is searched for. */
  const find = async (search: string | undefined): Promise<readonly bigint[] | null> =>
    search === undefined ? null : (await users.findUsers(search.trim())).userIds

  return {
    async list({ search, cursor, limit = PAGE_DEFAULT }: PageQuery & { search?: string | undefined }) {
      const found = await find(search)
      const rows = await listLargestTeams(db, { found, after: placeOf(cursor), limit: limit + 1 })
      const shown = rows.slice(0, limit)
      return {
        teams: await toTeamMembers(db, shown),
        nextCursor: rows.length > limit ? cursorAfter(shown.at(-1)) : null,
      }
    },

    /** Who took the list along, and what was searched for, is in the audit log. */
    async export(
      admin: AdminPrincipal,
      query: { search?: string | undefined },
      request: RequestInfo,
    ): Promise<Download> {
      const found = await find(query.search)
      await writeAudit(db, {
        ...{ atMs: clock.nowMs(), actorKind: 'admin', actorId: admin.adminId, ip: request.ip },
        ...{ action: 'teams.export', subject: 'teams', after: query },
      })
      return exports.file(teamsExport, { found, locale: request.locale }, clock.nowMs())
    },

    /** Errors: USER_NOT_FOUND. */
    async get(uid: string | undefined, { cursor, limit = PAGE_DEFAULT }: PageQuery) {
      const userId = await users.idOf(uid)
      const [own, above, rows] = await Promise.all([
        getTeamUser(db, userId),
        listAbove(db, userId),
        listMembers(db, userId, { before: parseRowId(cursor), limit: limit + 1 }),
      ])
      if (own === null) throw new AppError('USER_NOT_FOUND')
      const shown = rows.slice(0, limit)
      return {
        user: ensure((await toTeamMembers(db, [own]))[0]),
        above,
        members: await toTeamMembers(db, shown),
        nextCursor: rows.length > limit ? (shown.at(-1)?.id.toString() ?? null) : null,
      }
    },
  }
}

/** The schema has seen to it that it is two numbers. */
function placeOf(cursor: string | undefined): { size: bigint; id: bigint } | null {
  const [size, id] = cursor?.split('-').map(BigInt) ?? []
  return size === undefined || id === undefined ? null : { size, id }
}

const cursorAfter = (row: SizedTeamRow | undefined): string | null =>
  row === undefined ? null : `${row.size}-${row.id}`
