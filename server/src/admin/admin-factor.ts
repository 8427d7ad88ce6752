import type { LoginThrottle } from '../accounts/login-throttle.ts'
import { createCodeTaker } from '../accounts/take-code.ts'
import { AppError } from '../platform/app-error.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { RequestInfo } from '../platform/route.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { sha256 } from '../platform/secret-token.ts'
import { refusedAudit } from './admin-audit.ts'
import {
  countFactorFailure,
  getAdminFactor,
  takeAdminRecoveryCode,
  takeFactorStep,
} from './admin-factor.store.ts'

export interface AdminFactorParts {
  db: Db
  clock: Clock
  wallMs(): number
  secrets: SecretBox
  throttle: LoginThrottle
}

export type AdminFactor = ReturnType<typeof createAdminFactor>

/** What a sealed secret of an administrator's authenticator app is sealed for. */
export const adminTotpContext = (adminId: bigint): string => `admin-totp:${adminId}`

/** Checks codes of administrators. Every right code is taken: it counts once. */
export function createAdminFactor({ db, clock, wallMs, secrets, throttle }: AdminFactorParts) {
  const take = createCodeTaker({
    ...{ clock, wallMs, secrets, contextOf: adminTotpContext },
    keeper: {
      countFailure: (adminId, most) => countFactorFailure(db, adminId, most),
      takeStep: (adminId, sealed, step) => takeFactorStep(db, adminId, sealed, step),
      takeRecoveryCode: (adminId, code, atMs) => takeAdminRecoveryCode(db, adminId, code, atMs),
    },
  })

  const note = (adminId: bigint, request: RequestInfo): Promise<void> =>
    writeAudit(db, refusedAudit(adminId, 'admin.wrong-code', request, clock.nowMs()))

  /**
   * Errors: TWO_FACTOR_WRONG, ACCOUNT_LOCKED after ten wrong ones in 15 minutes, from wherever, TWO_FACTOR_BLOCKED after a
   * hundred in a row.
   */
  async function check(adminId: bigint, sealed: string, code: string, request: RequestInfo): Promise<void> {
    const account = `admin:${adminId}`
    const attempt = await throttle.enter({
      // Not by address: a code is six digits, and addresses are cheap.
      ...{ scope: 'code', accountSha256: sha256(account), address: account, deviceSha256: null },
      atMs: clock.nowMs(),
    })
    const right = await take(adminId, sealed, code).catch(async (error) => {
      // One that is not looked at is a failure, too: nobody asks without end.
      if (error instanceof AppError) await note(adminId, request)
      else await throttle.withdraw(attempt)
      throw error
    })
    if (!right) {
      await note(adminId, request)
      throw new AppError('TWO_FACTOR_WRONG')
    }
    await throttle.succeed(attempt)
  }

  return {
    check,
    /** Passes when there is no second factor, or the code is right. Errors: TWO_FACTOR_REQUIRED without one, and those of `check`. */
    async require(adminId: bigint, code: string | undefined, request: RequestInfo): Promise<void> {
      const row = await getAdminFactor(db, adminId)
      if (row === null || row.confirmedAtMs === null) return
      if (code === undefined) throw new AppError('TWO_FACTOR_REQUIRED')
      await check(adminId, row.secret, code, request)
    },
  }
}
