import { hasLettersAndDigits, RESET_PASSWORD } from '@truestrike/protocol/text-rules.ts'
import { AppError } from '../platform/app-error.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { MailQueue } from '../platform/mail-queue.ts'
import type { PasswordHasher } from '../platform/password-hasher.ts'
import type { CookieToSet, RequestInfo } from '../platform/route.ts'
import { sha256 } from '../platform/secret-token.ts'
import { tellPasswordChanged } from './account-news.ts'
import type { AddressClaim } from './address-claim.ts'
import { isKnownTo } from './known-device.ts'
import type { MailCodesService } from './mail-codes.service.ts'
import { getOpenReset, openReset, spendCode } from './mail-codes.store.ts'
import { CODE_LIFE_MINUTES } from './mail-letters.ts'
import type { SessionsService } from './sessions.service.ts'
import { setPassword } from './users.store.ts'

interface Parts {
  db: Db
  clock: Clock
  hasher: PasswordHasher
  codes: MailCodesService
  sessions: SessionsService
  addresses: AddressClaim
  mails: MailQueue | null
  ownOrigin(origin: string | undefined): string
}

export type PasswordResetService = ReturnType<typeof createPasswordResetService>

/** A forgotten password: a code by mail, then a new one. Only the browser that asked gets from the first to the second. */
export function createPasswordResetService(parts: Parts) {
  const { db, clock, hasher, codes, sessions, addresses, mails, ownOrigin } = parts
  return {
    sendCode: (email: string, request: RequestInfo): Promise<CookieToSet> =>
      codes.send('reset', email, request),
    /** Errors: as `MailCodesService.prove`. */
    async verify(form: { email: string; code: string }, request: RequestInfo): Promise<void> {
      const { codeId, userId } = await codes.prove('reset', form, request)
      const untilMs = Math.floor(clock.nowMs() + CODE_LIFE_MINUTES * 60_000 * clock.speed)
      if (!(await openReset(db, codeId, userId, untilMs)))
        throw new AppError('CODE_INVALID', { field: 'code' })
    },
    /**
     * Sets the new password and ends all sessions of the user, together or not at all.
     * Errors: INVALID_PARAMETERS, PASSWORD_MISMATCH, RESET_EXPIRED, MAIL_NOT_CONFIGURED.
     */
    async reset(
      { password, confirmPassword }: { password: string; confirmPassword?: string },
      request: RequestInfo,
    ): Promise<CookieToSet[]> {
      if (mails === null) throw new AppError('MAIL_NOT_CONFIGURED')
      const fault = passwordFault(password)
      if (fault !== null)
        throw new AppError('INVALID_PARAMETERS', { fields: [{ field: 'password', rule: fault }] })
      if (confirmPassword !== undefined && confirmPassword !== password) {
        throw new AppError('PASSWORD_MISMATCH', { field: 'confirmPassword' })
      }
      const browser = codes.browserOf('reset', request)
      const open = browser === null ? null : await getOpenReset(db, sha256(browser), clock.nowMs())
      if (open === null) throw new AppError('RESET_EXPIRED')
      const known = await isKnownTo(db, open.userId, request)
      const passwordHash = await hasher.hash(password)
      const atMs = clock.nowMs()
      await sessions.endAll(open.userId, async (sql) => {
        if (!(await spendCode(sql, open.id, atMs))) throw new AppError('RESET_EXPIRED')
        await setPassword(sql, open.userId, passwordHash, atMs)
        await addresses.reset(sql, { userId: open.userId, atMs, request }, known)
        await writeAudit(sql, {
          ...{ atMs, actorKind: 'user', actorId: open.userId, ip: request.ip },
          ...{ action: 'user.reset-password', subject: `user:${open.userId}` },
        })
        await tellPasswordChanged(sql, mails, {
          ...{ userId: open.userId, atMs, oneStays: false },
          ...{ locale: request.locale, origin: ownOrigin(undefined) },
        })
      })
      mails.hurry()
      return [codes.dropCookie('reset')]
    },
  }
}

function passwordFault(password: string): 'minLength' | 'lettersAndDigits' | null {
  if ([...password].length < RESET_PASSWORD.minLength) return 'minLength'
  return hasLettersAndDigits(password) ? null : 'lettersAndDigits'
}
