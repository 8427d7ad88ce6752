import type { Accounts } from '../accounts/accounts.module.ts'
import { placeAfter } from '../accounts/user-directory.service.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { Download } from '../platform/http-download.ts'
import type { ListExports } from '../platform/list-exports.ts'
import { hasPermission } from '../platform/permissions.ts'
import type { AdminPrincipal, RequestInfo } from '../platform/route.ts'
import { usersExport } from './export-users.ts'
import { toListedUsers } from './listed-user.ts'

const PAGE_DEFAULT = 20

export interface UserListParts {
  db: Db
  clock: Clock
  accounts: Pick<Accounts, 'directory'>
  exports: ListExports
}

type Directory = Accounts['directory']
type DirectoryQuery = Parameters<Directory['read']>[0]
type Row = Awaited<ReturnType<Directory['get']>>
type Filter = Awaited<ReturnType<Directory['read']>>['filter']
type Place = Parameters<Directory['list']>[1]['after']

/** Who may act on users sees how to reach them; others see enough to tell them apart. */
export const seesAddresses = (admin: AdminPrincipal): boolean => hasPermission(admin, 'users')

/** Users for the back office, a page at a time or as a file. */
export function createUserLists({ db, clock, accounts: { directory }, exports }: UserListParts) {
  return {
    async list(
      admin: AdminPrincipal,
      { cursor, limit = PAGE_DEFAULT, ...query }: DirectoryQuery & { cursor?: string; limit?: number },
    ) {
      const isWhole = seesAddresses(admin)
      const { filter, moreNames } = await directory.read(query, isWhole)
      const rows = await directory.list(filter, { after: placeOf(cursor), limit: limit + 1 })
      const shown = rows.slice(0, limit)
      return {
        users: await toListedUsers(db, shown, isWhole),
        nextCursor: rows.length > limit ? cursorAfter(filter, shown.at(-1)) : null,
        moreNames,
      }
    },

    /** Who took a list along, and which, is in the audit log. */
    async export(admin: AdminPrincipal, query: DirectoryQuery, request: RequestInfo): Promise<Download> {
      const isWhole = seesAddresses(admin)
      const { filter } = await directory.read(query, isWhole)
      await writeAudit(db, {
        ...{ atMs: clock.nowMs(), actorKind: 'admin', actorId: admin.adminId, ip: request.ip },
        ...{ action: 'users.export', subject: 'users', after: { ...query, addresses: isWhole } },
      })
      return exports.file(usersExport, { filter, isWhole, locale: request.locale }, clock.nowMs())
    },
  }
}

/** The schema has seen to it that it is two numbers. */
function placeOf(cursor: string | undefined): Place {
  const [value, id] = cursor?.split('-') ?? []
  return value === undefined || id === undefined ? null : { value: BigInt(value), id: BigInt(id) }
}

function cursorAfter(filter: Filter, row: Row | undefined): string | null {
  if (row === undefined) return null
  const { value, id } = placeAfter(filter, row)
  return `${value}-${id}`
}
