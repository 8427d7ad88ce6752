import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { MailQueue } from '../platform/mail-queue.ts'
import type { RequestInfo } from '../platform/route.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { sha256 } from '../platform/secret-token.ts'
import { tellAccountNews } from './account-news.ts'
import { knownDeviceOf } from './known-device.ts'
import type { LoginThrottle } from './login-throttle.ts'
import { createCodeTaker } from './take-code.ts'
import { countFailure, getTwoFactor, takeRecoveryCode, takeStep } from './two-factor.store.ts'
import { getUser } from './users.store.ts'

interface Parts {
  db: Db
  clock: Clock
  /** Real time in ms: authenticator apps know no other. */
  wallMs(): number
  secrets: SecretBox
  throttle: LoginThrottle
  /** Null: this site sends no mails. */
  mails: MailQueue | null
  ownOrigin(origin: string | undefined): string
}

export type SecondFactor = ReturnType<typeof createSecondFactor>

/** What a sealed secret of an authenticator app is sealed for. */
export const totpContext = (userId: bigint): string => `totp:${userId}`

/** Checks codes of two-factor sign-in. Every right code is taken: it counts once. */
export function createSecondFactor({ db, clock, wallMs, secrets, throttle, mails, ownOrigin }: Parts) {
  const take = createCodeTaker({
    ...{ clock, wallMs, secrets, contextOf: totpContext },
    keeper: {
      countFailure: (userId, most) => countFailure(db, userId, most),
      takeStep: (userId, sealed, step) => takeStep(db, userId, sealed, step),
      takeRecoveryCode: (userId, code, atMs) => takeRecoveryCode(db, userId, code, atMs),
    },
    async onBlocked(userId) {
      const origin = ownOrigin(undefined)
      const news = { userId, news: 'two-factor-blocked', atMs: clock.nowMs(), origin } as const
      await db.tx((sql) => tellAccountNews(sql, mails, news))
      mails?.hurry()
    },
  })

  /**
   * Errors: TWO_FACTOR_WRONG, ACCOUNT_LOCKED after ten wrong ones in 15 minutes, but not on a device its owner has used,
   * TWO_FACTOR_BLOCKED after a hundred in a row.
   */
  async function check(userId: bigint, sealed: string, code: string, request: RequestInfo): Promise<void> {
    const user = await getUser(db, userId)
    const attempt = await throttle.enter({
      scope: 'code',
      accountSha256: sha256(`user:${userId}`),
      // Not by address: a code is six digits, and addresses are cheap.
      address: `user:${userId}`,
      deviceSha256: user === null ? null : await knownDeviceOf(db, user.username, request),
      atMs: clock.nowMs(),
    })
    const right = await take(userId, sealed, code).catch(async (error) => {
      // One that is not looked at is a failure, too: nobody asks without end.
      if (!(error instanceof AppError)) await throttle.withdraw(attempt)
      throw error
    })
    if (!right) throw new AppError('TWO_FACTOR_WRONG')
    await throttle.succeed(attempt)
  }

  return {
    check,
    /**
     * Passes when two-factor sign-in is off, or the code is right, which is then used up. For whatever needs more than a
     * session: a new password, a withdrawal. Answers whether a code was asked for. Errors: TWO_FACTOR_REQUIRED without a code, and those of `check`.
     */
    async require(userId: bigint, code: string | undefined, request: RequestInfo): Promise<boolean> {
      const row = await getTwoFactor(db, userId)
      if (row === null || row.confirmedAtMs === null) return false
      if (code === undefined) throw new AppError('TWO_FACTOR_REQUIRED')
      await check(userId, row.secret, code, request)
      return true
    },
  }
}
