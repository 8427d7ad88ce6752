import type { ListedUser } from '@truestrike/protocol/people-endpoints.ts'
import type { Accounts } from '../accounts/accounts.module.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { Download } from '../platform/http-download.ts'
import { hasPermission } from '../platform/permissions.ts'
import type { AdminPrincipal, RequestInfo } from '../platform/route.ts'
import { exportUsers } from './export-users.ts'
import { maskEmail, maskPhone } from './masked-address.ts'

const PAGE_DEFAULT = 20

export interface UserListParts {
  db: Db
  clock: Clock
  accounts: Pick<Accounts, 'directory'>
  ledger: Pick<LedgerService, 'listBalances'>
}

type Directory = Accounts['directory']
type DirectoryQuery = Parameters<Directory['read']>[0]
type Row = Awaited<ReturnType<Directory['get']>>
type Filter = Awaited<ReturnType<Directory['read']>>['filter']
type Place = Parameters<Directory['list']>[1]['after']

/** Who may act on users sees how to reach them; others see enough to tell them apart. */
export const seesAddresses = (admin: AdminPrincipal): boolean => hasPermission(admin, 'users')

export function listedFields(row: Row, isWhole: boolean) {
  const { id: _, email, phone, joinedMs, lastLoginMs, ...same } = row
  return {
    ...same,
    email: isWhole ? email : maskEmail(email),
    phone: isWhole ? phone : maskPhone(phone),
    joinedMs: Number(joinedMs),
    lastLoginMs: lastLoginMs === null ? null : Number(lastLoginMs),
  }
}

/** Users for the back office, a page at a time or as a file. */
export function createUserLists({ db, clock, accounts: { directory }, ledger }: UserListParts) {
  async function toWire(rows: readonly Row[], isWhole: boolean): Promise<ListedUser[]> {
    const balances = await ledger.listBalances(rows.map(({ id }) => id))
    return rows.map((row) => {
      const own = balances.get(row.id)
      const totals = { real: own?.real.total ?? '0.00', demo: own?.demo.total ?? '0.00' }
      return { ...listedFields(row, isWhole), ...totals }
    })
  }

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
        users: await toWire(shown, isWhole),
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
      return exportUsers({
        ...{ locale: request.locale, nowMs: clock.nowMs() },
        async read(cursor, limit) {
          const rows = await directory.list(filter, { after: placeOf(cursor), limit })
          return { users: await toWire(rows, isWhole), next: cursorAfter(filter, rows.at(-1)) }
        },
      })
    },
  }
}

/** The schema has seen to it that it is two numbers. */
function placeOf(cursor: string | undefined | null): Place {
  const [value, id] = cursor?.split('-') ?? []
  return value === undefined || id === undefined ? null : { value: BigInt(value), id: BigInt(id) }
}

function cursorAfter({ by }: Filter, row: Row | undefined): string | null {
  if (row === undefined) return null
  return `${by === 'joined' ? row.joinedMs : (row.lastLoginMs ?? 0n)}-${row.id}`
}
