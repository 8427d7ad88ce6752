import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import type { RequestInfo } from '../platform/route.ts'
import { findUser, type GuardedUser, getGuardedUser, holdGuardedUser } from './money-guard.store.ts'
import type { PasswordCheck } from './password-check.ts'
import { usernameKey } from './registration-fields.ts'
import type { SecondFactor } from './second-factor.ts'
import { type WithdrawalLock, withdrawalLock } from './withdrawal-lock.ts'

/** What a user confirms with that money leaves him. */
export type Confirmation = 'password' | 'code' | 'none'

interface Parts {
  db: Db
  clock: Clock
  checkPassword: PasswordCheck
  secondFactor: SecondFactor
}

export type MoneyGuard = ReturnType<typeof createMoneyGuard>

/** Stands between a session and money that leaves the account. */
export function createMoneyGuard({ db, clock, checkPassword, secondFactor }: Parts) {
  const lockOf = (user: GuardedUser): WithdrawalLock | null => withdrawalLock(user, clock)

  function refuse(user: GuardedUser | null): GuardedUser {
    if (user === null) throw new AppError('UNAUTHORIZED')
    if (user.status === 'frozen') throw new AppError('USER_FROZEN')
    const lock = lockOf(user)
    if (lock === null) return user
    const waitSeconds = Math.ceil((lock.untilMs - clock.nowMs()) / clock.speed / 1_000)
    throw new AppError('WITHDRAWALS_LOCKED', { ...lock }, waitSeconds)
  }

  return {
    /** Until when nothing leaves and why, null: it may; how it is confirmed; whether the user is frozen, and was identified. */
    async describe(userId: bigint): Promise<{
      lock: WithdrawalLock | null
      confirmation: Confirmation
      isIdentified: boolean
      isFrozen: boolean
    }> {
      const user = await getGuardedUser(db, userId)
      if (user === null) throw new AppError('UNAUTHORIZED')
      const confirmation = user.hasTwoFactor ? 'code' : user.hasPassword ? 'password' : 'none'
      const { isIdentified, status } = user
      return { lock: lockOf(user), confirmation, isIdentified, isFrozen: status === 'frozen' }
    },

    /**
     * The code when two-factor sign-in is on, else the password. Errors: USER_FROZEN, WITHDRAWALS_LOCKED,
     * CONFIRMATION_MISSING for a user who has neither, TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG, INVALID_PARAMETERS naming
     * `password`, ACCOUNT_LOCKED.
     */
    async confirm(
      userId: bigint,
      { password, code }: { password?: string | undefined; code?: string | undefined },
      request: RequestInfo,
    ): Promise<void> {
      const user = refuse(await getGuardedUser(db, userId))
      if (user.hasTwoFactor) return void (await secondFactor.require(userId, code, request))
      if (!user.hasPassword) throw new AppError('CONFIRMATION_MISSING')
      await checkPassword(userId, password, request, 'password')
    },

    /** In the transaction that moves the money: what was allowed when it was confirmed still is. Errors: as `confirm`. */
    async hold(sql: Sql, userId: bigint): Promise<GuardedUser> {
      return refuse(await holdGuardedUser(sql, userId))
    },

    /** In the transaction that pays a user, or decides that he is paid. Errors: PAYEE_FROZEN. */
    async holdPayee(sql: Sql, userId: bigint): Promise<void> {
      if ((await holdGuardedUser(sql, userId))?.status !== 'active') throw new AppError('PAYEE_FROZEN')
    },

    /** Errors: USER_FROZEN, WITHDRAWALS_LOCKED. */
    async check(userId: bigint): Promise<GuardedUser> {
      return refuse(await getGuardedUser(db, userId))
    },

    /** Who has this number and this name; null when they do not belong together, or nobody has the number. */
    async findRecipient(sql: Sql, uid: string, username: string): Promise<bigint | null> {
      return (await findUser(sql, uid, usernameKey(username.trim())))?.id ?? null
    },
  }
}
