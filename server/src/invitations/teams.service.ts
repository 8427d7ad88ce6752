import { ensure } from '@truestrike/core/assert.ts'
import type { TeamMember } from '@truestrike/protocol/people-endpoints.ts'
import type { UserInfoService } from '../accounts/user-info.service.ts'
import { AppError } from '../platform/app-error.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { Download } from '../platform/http-download.ts'
import type { AdminPrincipal, RequestInfo } from '../platform/route.ts'
import { parseRowId } from '../platform/row-id.ts'
import { exportTeams } from './export-teams.ts'
import type { CountRow } from './invitations.store.ts'
import {
  getTeamUser,
  listAbove,
  listCountsOf,
  listLargestTeams,
  listMembers,
  type SizedTeamRow,
  type TeamRow,
} from './teams.store.ts'

const PAGE_DEFAULT = 20

interface Parts {
  db: Db
  clock: Clock
  users: Pick<UserInfoService, 'findUsers' | 'idOf'>
}

interface PageQuery {
  cursor?: string | undefined
  limit?: number | undefined
}

/** All three of a user; those with nobody in them are not kept. */
export function threeGenerations(rows: readonly CountRow[]): TeamMember['generations'] {
  const of = (wanted: number) => {
    const { members = 0n, certified = 0n } = rows.find(({ generation }) => generation === wanted) ?? {}
    return { members: Number(members), certified: Number(certified) }
  }
  return [of(1), of(2), of(3)]
}

/** Who invited whom, for administrators: the tree a generation at a time. */
export function createTeamsService({ db, clock, users }: Parts) {
  async function toWire(rows: readonly TeamRow[]): Promise<TeamMember[]> {
    const counts = await listCountsOf(
      db,
      rows.map(({ id }) => id),
    )
    return rows.map(({ id, uid, username, certified, status, joinedMs }) => ({
      ...{ uid, username, certified, status, joinedMs: Number(joinedMs) },
      generations: threeGenerations(counts.filter(({ userId }) => userId === id)),
    }))
  }

  /** Who a search finds; null: nothing is searched for. */
  const find = async (search: string | undefined): Promise<readonly bigint[] | null> =>
    search === undefined ? null : (await users.findUsers(search.trim())).userIds

  return {
    async list({ search, cursor, limit = PAGE_DEFAULT }: PageQuery & { search?: string | undefined }) {
      const found = await find(search)
      const rows = await listLargestTeams(db, { found, after: placeOf(cursor ?? null), limit: limit + 1 })
      const shown = rows.slice(0, limit)
      return {
        teams: await toWire(shown),
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
      return exportTeams({
        ...{ locale: request.locale, nowMs: clock.nowMs() },
        async read(cursor, limit) {
          const rows = await listLargestTeams(db, { found, after: placeOf(cursor), limit })
          return { teams: await toWire(rows), next: cursorAfter(rows.at(-1)) }
        },
      })
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
        user: ensure((await toWire([own]))[0]),
        above,
        members: await toWire(shown),
        nextCursor: rows.length > limit ? (shown.at(-1)?.id.toString() ?? null) : null,
      }
    },
  }
}

/** The schema has seen to it that it is two numbers. */
function placeOf(cursor: string | null): { size: bigint; id: bigint } | null {
  const [size, id] = cursor?.split('-').map(BigInt) ?? []
  return size === undefined || id === undefined ? null : { size, id }
}

const cursorAfter = (row: SizedTeamRow | undefined): string | null =>
  row === undefined ? null : `${row.size}-${row.id}`
