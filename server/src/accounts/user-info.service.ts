import { ensure } from '@truestrike/core/assert.ts'
import type { UserInfo } from '@truestrike/protocol/account-endpoints.ts'
import type { Balances } from '@truestrike/protocol/frames.ts'
import { AppError } from '../platform/app-error.ts'
import type { Db, Sql } from '../platform/db.ts'
import { getProfileOf } from './profile.store.ts'
import { usernameKey } from './registration-fields.ts'
import { listUsersHolding, listUsersNamed, RUN_LENGTH } from './user-search.store.ts'
import { getUserIdOf } from './user-standing.store.ts'
import { getUser, listLocales, listNames, listUids } from './users.store.ts'

/** Users a search looks at. */
const FOUND_MAX = 500

interface Parts {
  db: Db
  /** Both books of a user, with the number of their last change. */
  balancesOf(userId: bigint): Promise<Balances>
}

export interface UserNames {
  uid: string
  username: string
}

/** Numbers and names of users by their row ids. */
export const namesOfUsers = (sql: Sql, userIds: readonly bigint[]): Promise<Map<bigint, UserNames>> =>
  listNames(sql, userIds)

/** Rows with the number and name of the user each is of. */
export async function withNames<Row extends { userId: bigint }>(
  sql: Sql,
  rows: readonly Row[],
): Promise<(Row & UserNames)[]> {
  const names = await namesOfUsers(sql, [...new Set(rows.map(({ userId }) => userId))])
  return rows.map((row) => ({ ...row, ...(names.get(row.userId) ?? { uid: '', username: '' }) }))
}

export type UserInfoService = ReturnType<typeof createUserInfoService>

export function createUserInfoService({ db, balancesOf }: Parts) {
  return {
    /** The numbers of users by their row ids, in the caller's transaction. */
    uidsOf: listUids,

    /** The languages users were last seen in, by their row ids. */
    localesOf: (sql: Sql, userIds: readonly bigint[]) => listLocales(sql, userIds),

    /** Numbers and names of users by their row ids. */
    namesOf: (userIds: readonly bigint[]) => namesOfUsers(db, userIds),

    /** The row of the user with this number; null: nobody has it. */
    findId: (uid: string): Promise<bigint | null> => getUserIdOf(db, uid),

    /** The same. Errors: USER_NOT_FOUND. */
    async idOf(uid: string | undefined): Promise<bigint> {
      const id = uid === undefined ? null : await getUserIdOf(db, uid)
      if (id === null) throw new AppError('USER_NOT_FOUND')
      return id
    },

    /**
     * Those a text means: a number (UID) as it is, else names that begin with it, and of three characters or more also
     * names that hold it anywhere. `hasMore`: only the first of them are here.
     */
    async findUsers(text: string): Promise<{ userIds: bigint[]; hasMore: boolean }> {
      const key = usernameKey(text)
      const first = await listUsersNamed(db, { uid: text, beginning: key, limit: FOUND_MAX + 1 })
      const isLong = [...key].length >= RUN_LENGTH
      const others = isLong && first.length <= FOUND_MAX ? await listUsersHolding(db, key, FOUND_MAX + 1) : []
      const userIds = [...new Set([...first, ...others])]
      return { userIds: userIds.slice(0, FOUND_MAX), hasMore: userIds.length > FOUND_MAX }
    },

    /** Who a user is, for those who review what he asked for. */
    async describeUser(userId: bigint) {
      const { uid, username, joinedMs, identity, isFrozen } = ensure(await getProfileOf(db, userId))
      return { uid, username, joinedMs: Number(joinedMs), identity, frozen: isFrozen }
    },

    async getUserInfo(userId: bigint, signedInBy: UserInfo['signedInBy']): Promise<UserInfo> {
      const [user, { demo, real, version }] = await Promise.all([getUser(db, userId), balancesOf(userId)])
      if (user === null) throw new AppError('UNAUTHORIZED')
      return {
        uid: user.uid,
        username: user.username,
        nickname: user.nickname === '' ? user.username : user.nickname,
        avatar: user.avatar,
        loginType: user.loginType,
        signedInBy,
        balance: real.available,
        balances: { demo, real },
        balanceVersion: version,
      }
    },
  }
}
