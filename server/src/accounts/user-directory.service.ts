import type { UserSession } from '@truestrike/protocol/people-endpoints.ts'
import type { IdentityStatus } from '@truestrike/protocol/profile-endpoints.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import { describeCaller } from './caller-description.ts'
import { cleanPhone } from './profile-texts.ts'
import { usernameKey } from './registration-fields.ts'
import { listOpenSessions } from './sessions.store.ts'
import {
  getListedUser,
  type ListedUserRow,
  listUsers,
  listUsersReached,
  type UserFilter,
  type UserPage,
} from './user-directory.store.ts'
import type { UserInfoService } from './user-info.service.ts'
import { RUN_LENGTH } from './user-search.store.ts'
import type { Standing } from './user-standing.store.ts'

/** Users a search looks at. */
const FOUND_MAX = 500

interface Parts {
  db: Db
  clock: Clock
  users: Pick<UserInfoService, 'findUsers' | 'idOf'>
}

export interface DirectoryQuery {
  search?: string | undefined
  status?: Standing | undefined
  identity?: IdentityStatus | undefined
  team?: string | undefined
  fromMs?: number | undefined
  toMs?: number | undefined
  sort?: '-joined' | 'joined' | '-seen' | 'seen' | undefined
}

/** A page of users, in the order of the filter. */
export const listDirectory = (sql: Sql, filter: UserFilter, page: UserPage): Promise<ListedUserRow[]> =>
  listUsers(sql, filter, page)

/** Where the list goes on after a user. */
export const placeAfter = ({ by }: UserFilter, row: ListedUserRow): { value: bigint; id: bigint } => ({
  value: by === 'joined' ? row.joinedMs : (row.lastLoginMs ?? 0n),
  id: row.id,
})

/** Users, for administrators. */
export function createUserDirectory({ db, clock, users }: Parts) {
  /** `byAddress`: also by parts of addresses and telephone numbers. */
  async function find(text: string, byAddress: boolean) {
    const { userIds, hasMore } = await users.findUsers(text)
    if (!byAddress) return { ids: userIds, hasMore }
    const digits =
      cleanPhone(text)?.replace('+', '') ?? (/^\+?[0-9]{3,15}$/.test(text) ? text.replace('+', '') : '')
    const reached = await listUsersReached(db, {
      emailKey: text.includes('@') || text.length >= RUN_LENGTH ? usernameKey(text) : null,
      phone: digits === '' ? null : digits,
      limit: FOUND_MAX + 1,
    })
    const ids = [...new Set([...userIds, ...reached.slice(0, FOUND_MAX)])]
    return { ids, hasMore: hasMore || reached.length > FOUND_MAX }
  }

  return {
    /** Errors: USER_NOT_FOUND, of the team. */
    async read(
      query: DirectoryQuery,
      byAddress: boolean,
    ): Promise<{ filter: UserFilter; moreNames: boolean }> {
      const { search, team, sort = '-joined' } = query
      const found = search === undefined ? null : await find(search.trim(), byAddress)
      return {
        filter: {
          ...{ status: query.status ?? null, identity: query.identity ?? null, found: found?.ids ?? null },
          teamOf: team === undefined ? null : await users.idOf(team),
          ...{ fromMs: query.fromMs ?? null, toMs: query.toMs ?? null },
          ...{ by: sort.endsWith('joined') ? 'joined' : 'seen', isAscending: !sort.startsWith('-') },
        },
        moreNames: found?.hasMore ?? false,
      }
    },

    list: (filter: UserFilter, page: UserPage): Promise<ListedUserRow[]> => listDirectory(db, filter, page),

    /** Errors: USER_NOT_FOUND. */
    async get(userId: bigint): Promise<ListedUserRow> {
      const row = await getListedUser(db, userId)
      if (row === null) throw new AppError('USER_NOT_FOUND')
      return row
    },

    async listSessions(userId: bigint): Promise<UserSession[]> {
      const rows = await listOpenSessions(db, userId, clock.nowMs())
      return rows.map(({ id, method, ip, userAgent, startedMs, seenMs }) => {
        const { browser, system } = describeCaller(ip, userAgent)
        return {
          ...{ id: id.toString(), method, ip, browser, system },
          ...{ startedMs: Number(startedMs), seenMs: Number(seenMs) },
        }
      })
    },
  }
}
