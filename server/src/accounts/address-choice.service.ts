import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { PasswordHasher } from '../platform/password-hasher.ts'
import type { RequestInfo } from '../platform/route.ts'
import { recordLogin } from './login-history.store.ts'
import { type OpenedSession, printable } from './open-session.ts'
import { type PasswordCheck, wrongField } from './password-check.ts'
import { refuseWeakPassword } from './password-strength.ts'
import { newPasswordFault } from './registration-fields.ts'
import type { SessionsService } from './sessions.service.ts'
import type { TicketRow } from './sign-in-tickets.store.ts'
import { readTicket, TICKET_COOKIE } from './sign-in-tickets.ts'
import { setLastLogin } from './users.store.ts'

interface Parts {
  db: Db
  clock: Clock
  hasher: PasswordHasher
  sessions: SessionsService
  checkPassword: PasswordCheck
  /** After the commit: what was posted goes now. */
  hurryMails(): void
}

interface Choice {
  ticket: string
  password?: string
  newPassword?: string
  confirmPassword?: string
}

export type AddressChoiceService = ReturnType<typeof createAddressChoiceService>

/**
 * The end of a sign-in by a mailed code whose address nobody had confirmed: by the password of the account, which keeps everything,
 * or by a new password, which ends whatever could sign in before.
 */
export function createAddressChoiceService(parts: Parts) {
  const { db, clock, hasher, sessions } = parts

  /** Guesses are counted as those of any sign-in. Errors: INVALID_PARAMETERS, ACCOUNT_LOCKED. */
  async function checkOld({ userId, method }: TicketRow, password: string, request: RequestInfo) {
    try {
      const passwordHash = await parts.checkPassword(userId, password, request, 'password')
      // An account without a password has none that could be right.
      if (passwordHash === null) throw wrongField('password', 'correct')
      return { passwordHash }
    } catch (error) {
      if (error instanceof AppError && error.code === 'INVALID_PARAMETERS') {
        const tried = { atMs: clock.nowMs(), method, ip: request.ip, userAgent: printable(request.userAgent) }
        await db.tx((sql) => recordLogin(sql, userId, { ...tried, outcome: 'wrong-password' }))
      }
      throw error
    }
  }

  async function hashNew(newPassword: string, confirmPassword: string | undefined, ip: string) {
    const fault = newPasswordFault(newPassword)
    if (fault !== null) throw wrongField('newPassword', fault)
    refuseWeakPassword(newPassword, { whose: 'user', field: 'newPassword' })
    if (confirmPassword !== undefined && confirmPassword !== newPassword) {
      throw new AppError('PASSWORD_MISMATCH', { field: 'confirmPassword' })
    }
    return { newPasswordHash: await hasher.hash(newPassword, ip) }
  }

  return {
    /** Errors: INVALID_PARAMETERS, PASSWORD_MISMATCH, SIGN_IN_EXPIRED, ACCOUNT_LOCKED, LOGIN_FAILED. */
    async finish(form: Choice, request: RequestInfo): Promise<OpenedSession & { userId: bigint }> {
      const { password, newPassword, confirmPassword } = form
      if ((password === undefined) === (newPassword === undefined)) throw wrongField('password', 'required')
      const ticket = await readTicket(db, form.ticket, request, clock.nowMs())
      if (ticket.emailKey === null) throw new AppError('SIGN_IN_EXPIRED')
      const choice =
        newPassword === undefined
          ? await checkOld(ticket, password ?? '', request)
          : await hashNew(newPassword, confirmPassword, request.ip)
      const opened = await sessions.openByChoice(ticket, request, choice)
      parts.hurryMails()
      await setLastLogin(db, ticket.userId, { atMs: clock.nowMs(), locale: request.namedLocale })
      const spent = { name: TICKET_COOKIE, value: null, httpOnly: true }
      return { ...opened, cookies: [...opened.cookies, spent], userId: ticket.userId }
    },
  }
}
