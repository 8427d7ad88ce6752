import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import { sqlState } from '../platform/db-error.ts'
import type { MailQueue } from '../platform/mail-queue.ts'
import type { CookieToSet, RequestInfo, UserPrincipal } from '../platform/route.ts'
import { postEmailChanged } from './account-mails.ts'
import { tellEmailChanged } from './account-news.ts'
import type { FreshProof } from './fresh-proof.service.ts'
import { emailOf } from './mail-code-parts.ts'
import type { MailCodesService } from './mail-codes.service.ts'
import { spendCodesOf } from './mail-codes.store.ts'
import { auditOwnAct } from './own-act.ts'
import { wrongField } from './password-check.ts'
import type { SessionsService } from './sessions.service.ts'
import { getEmailKey, lockUserRow, replaceEmail } from './users.store.ts'

const UNIQUE_VIOLATION = '23505'

interface Parts {
  db: Db
  clock: Clock
  codes: MailCodesService
  sessions: SessionsService
  proofs: FreshProof
  /** Null: this site sends no mails. */
  mails: MailQueue | null
  ownOrigin(origin: string | undefined): string
}

export type ChangeEmailService = ReturnType<typeof createChangeEmailService>

/** A new mail address, or the first one: it counts once a code that was mailed there has come back. */
export function createChangeEmailService(parts: Parts) {
  const { db, clock, codes, sessions, proofs, mails, ownOrigin } = parts

  async function put(sql: Sql, userId: bigint, email: { email: string; key: string }, request: RequestInfo) {
    const atMs = clock.nowMs()
    const before = await replaceEmail(sql, userId, { ...email, atMs }).catch((error: unknown) => {
      // Only who reads the mails there is told: his code was right.
      throw sqlState(error) === UNIQUE_VIOLATION ? new AppError('EMAIL_EXISTS', { field: 'email' }) : error
    })
    await auditOwnAct(sql, { userId, atMs, request, action: 'user.change-email' })
    await tellEmailChanged(sql, { userId, atMs })
    if (mails === null || before.email === null || before.emailKey === null) return
    const { email: to, emailKey: toKey, username, locale } = before
    await postEmailChanged(sql, mails, { to, toKey, username, atMs, locale, origin: ownOrigin(undefined) })
  }

  return {
    /**
     * Mails a code to the new address; asks for a proof that is no mailed code, and leaves it for another code. An address that somebody else has
     * is answered alike: its owner is told by mail, and gets no code. Errors: PROOF_REQUIRED, INVALID_PARAMETERS naming
     * `email`, those of `SendCode`.
     */
    async sendCode(user: UserPrincipal, email: string, request: RequestInfo): Promise<CookieToSet> {
      await proofs.require(user, { byMail: false })
      const { key } = emailOf(email)
      if (key === (await getEmailKey(db, user.userId))) throw wrongField('email', 'different')
      return await codes.send('email', email, request, user.userId)
    },

    /**
     * The new address counts, all other sessions end, codes on their way and the proof are used up, the 24 hours without
     * withdrawals begin, and the address before is told, and the user by a notice. Errors: CODE_INVALID, ACCOUNT_LOCKED, EMAIL_EXISTS,
     * INVALID_PARAMETERS.
     */
    async change(
      user: UserPrincipal,
      form: { email: string; code: string },
      request: RequestInfo,
    ): Promise<CookieToSet> {
      const { userId, sessionId } = user
      const email = emailOf(form.email)
      const codeId = await codes.proveOwn('email', { userId, emailKey: email.key, code: form.code }, request)
      await sessions.endOthers(userId, sessionId, async (sql) => {
        await lockUserRow(sql, userId)
        const spent = await spendCodesOf(sql, userId, clock.nowMs())
        if (!spent.includes(codeId)) throw new AppError('CODE_INVALID', { field: 'code' })
        await put(sql, userId, email, request)
        await proofs.drop(sql, user)
      })
      mails?.hurry()
      return codes.dropCookie('email')
    },
  }
}
