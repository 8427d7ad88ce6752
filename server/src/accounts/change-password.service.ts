import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { PasswordHasher } from '../platform/password-hasher.ts'
import type { RequestInfo, UserPrincipal } from '../platform/route.ts'
import { type PasswordCheck, wrongField } from './password-check.ts'
import type { SecondFactor } from './second-factor.ts'
import type { SessionsService } from './sessions.service.ts'
import { replacePassword } from './users.store.ts'

interface PasswordForm {
  currentPassword?: string
  newPassword: string
  confirmPassword: string
  code?: string
}

interface Parts {
  db: Db
  clock: Clock
  hasher: PasswordHasher
  sessions: SessionsService
  secondFactor: SecondFactor
  checkPassword: PasswordCheck
}

export type ChangePasswordService = ReturnType<typeof createChangePasswordService>

export function createChangePasswordService(parts: Parts) {
  const { clock, hasher, sessions, secondFactor, checkPassword } = parts
  return {
    /**
     * A new password, or the first one. All other sessions end, and the 24 hours without withdrawals begin. Errors:
     * INVALID_PARAMETERS naming the field, PASSWORD_MISMATCH, TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG, ACCOUNT_LOCKED.
     */
    async change(
      { userId, sessionId }: UserPrincipal,
      form: PasswordForm,
      request: RequestInfo,
    ): Promise<void> {
      if (form.confirmPassword !== form.newPassword) {
        throw new AppError('PASSWORD_MISMATCH', { field: 'confirmPassword' })
      }
      const stored = await checkPassword(userId, form.currentPassword, request, 'currentPassword')
      if (stored !== null && form.newPassword === form.currentPassword) {
        throw wrongField('newPassword', 'different')
      }
      await secondFactor.require(userId, form.code, request)
      const passwordHash = await hasher.hash(form.newPassword)
      await sessions.endOthers(userId, sessionId, async (sql) => {
        // Of two changes at once one wins: the other was checked against a password that is gone.
        if (!(await replacePassword(sql, userId, { stored, passwordHash, atMs: clock.nowMs() }))) {
          throw wrongField('currentPassword', 'correct')
        }
      })
    },
  }
}
