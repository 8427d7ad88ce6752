import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { RequestInfo } from '../platform/route.ts'
import { recordLogin } from './login-history.store.ts'
import { type OpenedSession, printable } from './open-session.ts'
import type { SecondFactor } from './second-factor.ts'
import type { SessionsService } from './sessions.service.ts'
import { readTicket, TICKET_COOKIE } from './sign-in-tickets.ts'
import { setLastLogin } from './users.store.ts'

const CODE_REFUSED: ReadonlySet<string> = new Set(['TWO_FACTOR_WRONG', 'TWO_FACTOR_BLOCKED'])

interface Parts {
  db: Db
  clock: Clock
  sessions: SessionsService
  secondFactor: SecondFactor
}

export type SecondStepService = ReturnType<typeof createSecondStepService>

/** The second step of a sign-in, whatever the first one was. */
export function createSecondStepService({ db, clock, sessions, secondFactor }: Parts) {
  return {
    /** Errors: SIGN_IN_EXPIRED, TWO_FACTOR_WRONG, TWO_FACTOR_BLOCKED, ACCOUNT_LOCKED. */
    async finish(
      form: { ticket: string; code: string },
      request: RequestInfo,
    ): Promise<OpenedSession & { userId: bigint }> {
      const ticket = await readTicket(db, form.ticket, request, clock.nowMs())
      const { userId, method, emailKey } = ticket
      // One for the choice about an address takes no code.
      if (emailKey !== null) throw new AppError('SIGN_IN_EXPIRED')
      let given: boolean
      try {
        given = await secondFactor.require(userId, form.code, request)
      } catch (error) {
        if (error instanceof AppError && CODE_REFUSED.has(error.code)) {
          const userAgent = printable(request.userAgent)
          const tried = { atMs: clock.nowMs(), method, ip: request.ip, userAgent }
          await db.tx((sql) => recordLogin(sql, userId, { ...tried, outcome: 'wrong-code' }))
        }
        throw error
      }
      const opened = await sessions.openByTicket(ticket, request, given)
      await setLastLogin(db, userId, { atMs: clock.nowMs(), locale: request.namedLocale })
      const spent = { name: TICKET_COOKIE, value: null, httpOnly: true }
      return { ...opened, cookies: [...opened.cookies, spent], userId }
    },
  }
}
