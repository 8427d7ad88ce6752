import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { MailQueue } from '../platform/mail-queue.ts'
import type { PasswordHasher } from '../platform/password-hasher.ts'
import type { RequestInfo, UserPrincipal } from '../platform/route.ts'
import { tellPasswordChanged } from './account-news.ts'
import type { FreshProof } from './fresh-proof.service.ts'
import { spendCodesOf } from './mail-codes.store.ts'
import { auditOwnAct } from './own-act.ts'
import { type PasswordCheck, wrongField } from './password-check.ts'
import { refuseWeakPassword } from './password-strength.ts'
import type { SecondFactor } from './second-factor.ts'
import type { SessionsService } from './sessions.service.ts'
import { lockUser, replacePassword } from './users.store.ts'

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
  proofs: FreshProof
  /** Null: this site sends no mails. */
  mails: MailQueue | null
  ownOrigin(origin: string | undefined): string
}

export type ChangePasswordService = ReturnType<typeof createChangePasswordService>

export function createChangePasswordService(parts: Parts) {
  const { clock, hasher, sessions, secondFactor, checkPassword, proofs, mails, ownOrigin } = parts
  return {
    /**
     * A new password, or the first one. All other sessions end, the 24 hours without withdrawals begin, and the owner is
     * told. The first one uses up a proof instead of a code. Errors: INVALID_PARAMETERS naming the field, PASSWORD_MISMATCH, PASSWORD_WEAK,
     * PROOF_REQUIRED, TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG, ACCOUNT_LOCKED.
     */
    async change(user: UserPrincipal, form: PasswordForm, request: RequestInfo): Promise<void> {
      const { userId, sessionId } = user
      if (form.confirmPassword !== form.newPassword) {
        throw new AppError('PASSWORD_MISMATCH', { field: 'confirmPassword' })
      }
      const stored = await checkPassword(userId, form.currentPassword, request, 'currentPassword')
      if (stored !== null && form.newPassword === form.currentPassword) {
        throw wrongField('newPassword', 'different')
      }
      refuseWeakPassword(form.newPassword, { whose: 'user', field: 'newPassword' })
      if (stored === null) await proofs.require(user)
      else await secondFactor.require(userId, form.code, request)
      const passwordHash = await hasher.hash(form.newPassword, request.ip)
      await sessions.endOthers(userId, sessionId, async (sql) => {
        await lockUser(sql, userId)
        const atMs = clock.nowMs()
        if (stored === null) await proofs.spend(sql, user)
        // Whoever was about to choose another one by a mailed code asks anew.
        await spendCodesOf(sql, userId, atMs)
        // Of two changes at once one wins: the other was checked against a password that is gone.
        if (!(await replacePassword(sql, userId, { stored, passwordHash, atMs }))) {
          throw wrongField('currentPassword', 'correct')
        }
        await auditOwnAct(sql, { userId, atMs, request, action: 'user.change-password' })
        await tellPasswordChanged(sql, mails, {
          ...{ userId, atMs, oneStays: true },
          origin: ownOrigin(undefined),
        })
      })
      mails?.hurry()
    },
  }
}
