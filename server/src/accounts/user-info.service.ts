import type { UserInfo } from '@truestrike/protocol/account-endpoints.ts'
import type { Balances } from '@truestrike/protocol/frames.ts'
import { AppError } from '../platform/app-error.ts'
import type { Db } from '../platform/db.ts'
import { getUser, listNames, listUids } from './users.store.ts'

interface Parts {
  db: Db
  /** Both books of a user, with the number of their last change. */
  balancesOf(userId: bigint): Promise<Balances>
}

export type UserInfoService = ReturnType<typeof createUserInfoService>

export function createUserInfoService({ db, balancesOf }: Parts) {
  return {
    /** The numbers of users by their row ids, in the caller's transaction. */
    uidsOf: listUids,

    /** Numbers and names of users by their row ids. */
    namesOf: (userIds: readonly bigint[]) => listNames(db, userIds),

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
