import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { RequestInfo } from '../platform/route.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { sha256 } from '../platform/secret-token.ts'
import { knownDeviceOf } from './known-device.ts'
import type { LoginThrottle } from './login-throttle.ts'
import { bareCode, stepOfCode } from './one-time-codes.ts'
import { countFailure, getTwoFactor, takeRecoveryCode, takeStep } from './two-factor.store.ts'
import { getUser } from './users.store.ts'

/** Wrong codes in a row after which the app's count no more, only a recovery code: a long patience guesses six digits. */
const FAILURES_IN_ROW_MAX = 100

interface Parts {
  db: Db
  clock: Clock
  /** Real time in ms: authenticator apps know no other. */
  wallMs(): number
  secrets: SecretBox
  throttle: LoginThrottle
}

export type SecondFactor = ReturnType<typeof createSecondFactor>

/** What a sealed secret of an authenticator app is sealed for. */
export const totpContext = (userId: bigint): string => `totp:${userId}`

/** Checks codes of two-factor sign-in. Every right code is taken: it counts once. */
export function createSecondFactor({ db, clock, wallMs, secrets, throttle }: Parts) {
  async function takeOfApp(userId: bigint, sealed: string, code: string): Promise<boolean> {
    if (!(await countFailure(db, userId, FAILURES_IN_ROW_MAX))) return false
    const step = stepOfCode(secrets.open(sealed, totpContext(userId)), code, wallMs())
    return step !== null && (await takeStep(db, userId, sealed, step))
  }

  function take(userId: bigint, sealed: string, text: string): Promise<boolean> {
    const code = bareCode(text)
    return /^[0-9]{6}$/.test(code)
      ? takeOfApp(userId, sealed, code)
      : takeRecoveryCode(db, userId, sha256(code), clock.nowMs())
  }

  /** Errors: TWO_FACTOR_WRONG, ACCOUNT_LOCKED after ten wrong ones in 15 minutes, but not on a device its owner has used. */
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
      await throttle.withdraw(attempt)
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
