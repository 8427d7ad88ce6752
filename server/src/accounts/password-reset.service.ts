import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import type { MailQueue } from '../platform/mail-queue.ts'
import type { PasswordHasher } from '../platform/password-hasher.ts'
import type { CookieToSet, RequestInfo } from '../platform/route.ts'
import { sha256 } from '../platform/secret-token.ts'
import { tellPasswordChanged } from './account-news.ts'
import type { AddressClaim } from './address-claim.ts'
import { isKnownTo, shownDevice } from './known-device.ts'
import type { MailCodesService } from './mail-codes.service.ts'
import { getOpenReset, openReset, spendCodesOf } from './mail-codes.store.ts'
import { CODE_LIFE_MINUTES } from './mail-letters.ts'
import { auditOwnAct } from './own-act.ts'
import { refuseWeakPassword } from './password-strength.ts'
import { newPasswordFault } from './registration-fields.ts'
import type { SessionsService } from './sessions.service.ts'
import { lockUser, setPassword } from './users.store.ts'

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
    /** Whether a new password ends more than the old one. Errors: as `MailCodesService.prove`. */
    async verify(
      form: { email: string; code: string },
      request: RequestInfo,
    ): Promise<{ unconfirmed: boolean }> {
      const { codeId, userId, emailKey } = await codes.prove('reset', form, request)
      const untilMs = Math.floor(clock.nowMs() + CODE_LIFE_MINUTES * 60_000 * clock.speed)
      if (!(await openReset(db, codeId, { userId, emailKey, untilMs })))
        throw new AppError('CODE_INVALID', { field: 'code' })
      return { unconfirmed: (await addresses.findUndecided(db, { userId, request })) !== null }
    },
    /**
     * Sets the new password, ends all sessions of the user and uses up every code of his, another browser's way to a new
     * password too: together or not at all.
     * Errors: INVALID_PARAMETERS, PASSWORD_MISMATCH, RESET_EXPIRED, MAIL_NOT_CONFIGURED.
     */
    async reset(
      { password, confirmPassword }: { password: string; confirmPassword?: string },
      request: RequestInfo,
    ): Promise<CookieToSet[]> {
      if (mails === null) throw new AppError('MAIL_NOT_CONFIGURED')
      const fault = newPasswordFault(password)
      if (fault !== null)
        throw new AppError('INVALID_PARAMETERS', { fields: [{ field: 'password', rule: fault }] })
      if (confirmPassword !== undefined && confirmPassword !== password) {
        throw new AppError('PASSWORD_MISMATCH', { field: 'confirmPassword' })
      }
      const browser = codes.browserOf('reset', request)
      const open = browser === null ? null : await getOpenReset(db, sha256(browser), clock.nowMs())
      if (open === null) throw new AppError('RESET_EXPIRED')
      // Costs some milliseconds: for those alone who may set one.
      refuseWeakPassword(password, { whose: 'user', field: 'password' })
      const passwordHash = await hasher.hash(password, request.ip)
      const changed = async (sql: Sql): Promise<void> => {
        await lockUser(sql, open.userId)
        const atMs = clock.nowMs()
        const known = await isKnownTo(sql, open.userId, request)
        const spent = await spendCodesOf(sql, open.userId, atMs)
        if (!spent.includes(open.id)) throw new AppError('RESET_EXPIRED')
        await setPassword(sql, open.userId, passwordHash, atMs)
        await addresses.reset(sql, { userId: open.userId, request }, known)
        await auditOwnAct(sql, { userId: open.userId, atMs, request, action: 'user.reset-password' })
        await tellPasswordChanged(sql, mails, {
          ...{ userId: open.userId, atMs, oneStays: false },
          origin: ownOrigin(undefined),
        })
      }
      await sessions.endAll(open.userId, changed, shownDevice(request))
      mails.hurry()
      return [codes.dropCookie('reset')]
    },
  }
}
