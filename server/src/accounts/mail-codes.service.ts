import { AppError } from '../platform/app-error.ts'
import type { Db } from '../platform/db.ts'
import { addressKey } from '../platform/http-address.ts'
import type { CookieToSet, RequestInfo } from '../platform/route.ts'
import { equalBytes, isSecretToken, sha256 } from '../platform/secret-token.ts'
import { CODE_WINDOW_MS, type CodeSenderParts, createCodeSender } from './code-sender.ts'
import { knownDeviceOfUser } from './known-device.ts'
import { recordLogin } from './login-history.store.ts'
import type { LoginThrottle } from './login-throttle.ts'
import { CODE_COOKIES, codeHash, deviceKnownTo, emailOf } from './mail-code-parts.ts'
import { type AskedCode, type CodePurpose, deleteCodesBefore, tryCode } from './mail-codes.store.ts'
import { printable } from './open-session.ts'
import { getUserByEmail } from './users.store.ts'

interface Parts extends CodeSenderParts {
  throttle: LoginThrottle
}

/** A code that was right, and whose it is. */
export interface ProvenCode {
  codeId: bigint
  userId: bigint
  /** The address it was mailed to; the user may have another by the time the code counts. */
  emailKey: string
}

export type MailCodesService = ReturnType<typeof createMailCodesService>

/** Six digits by mail: once, for ten minutes, for five attempts, in the browser that asked. */
export function createMailCodesService(parts: Parts) {
  const { db, clock, throttle, mails } = parts

  return {
    isConfigured: mails !== null,
    send: createCodeSender(parts),
    /**
     * Whether this is the code of this browser; counts as a sign-in that failed when not. Nothing is used up by a right
     * one but an attempt.
     * Errors: MAIL_NOT_CONFIGURED, INVALID_PARAMETERS, CODE_INVALID, ACCOUNT_LOCKED.
     */
    async prove(
      purpose: CodePurpose,
      { email, code }: { email: string; code: string },
      request: RequestInfo,
    ): Promise<ProvenCode> {
      if (mails === null) throw new AppError('MAIL_NOT_CONFIGURED')
      const { key: emailKey } = emailOf(email)
      const nowMs = clock.nowMs()
      const attempt = await throttle.enter({
        scope: 'user',
        accountSha256: sha256(`mail ${emailKey}`),
        address: addressKey(request.ip),
        deviceSha256: await deviceKnownTo(db, emailKey, request),
        atMs: nowMs,
      })
      // Both are asked for whatever the other one gives: the work tells nothing.
      const codeId = await tryRight(db, { purpose, emailKey, code, userId: null, nowMs }, request)
      const user = await getUserByEmail(db, emailKey)
      if (codeId === null || user === null) {
        const used = { atMs: nowMs, ip: request.ip, userAgent: printable(request.userAgent) }
        // Of a new password, too: the owner sees that somebody tried.
        await db.tx((sql) =>
          recordLogin(sql, user?.id ?? null, { ...used, method: 'email', outcome: 'wrong-code' }),
        )
        throw new AppError('CODE_INVALID', { field: 'code' })
      }
      await throttle.succeed(attempt)
      return { codeId, userId: user.id, emailKey }
    },
    /**
     * Whether this is the code that was mailed to an address of a signed-in user, new or his own, in this browser. Whether
     * somebody has the address is not looked at. Answers the code's id. Errors: as `prove`.
     */
    async proveOwn(
      purpose: 'email' | 'prove',
      { userId, emailKey, code }: { userId: bigint; emailKey: string; code: string },
      request: RequestInfo,
    ): Promise<bigint> {
      const nowMs = clock.nowMs()
      const attempt = await throttle.enter({
        scope: 'user',
        accountSha256: sha256(`${purpose} code of ${userId}`),
        address: addressKey(request.ip),
        deviceSha256: await knownDeviceOfUser(db, userId, request),
        atMs: nowMs,
      })
      const codeId = await tryRight(db, { purpose, emailKey, code, userId, nowMs }, request)
      if (codeId === null) throw new AppError('CODE_INVALID', { field: 'code' })
      await throttle.succeed(attempt)
      return codeId
    },
    browserOf,
    /** The cookie of a code that is used up. */
    dropCookie: (purpose: CodePurpose): CookieToSet => ({
      name: CODE_COOKIES[purpose],
      value: null,
      httpOnly: true,
    }),
    async prune(): Promise<void> {
      await deleteCodesBefore(db, Math.floor(clock.nowMs() - 2 * CODE_WINDOW_MS * clock.speed))
    },
  }
}

/** The token of the browser that asked, or null. */
function browserOf(purpose: CodePurpose, request: RequestInfo): string | null {
  const shown = request.cookies[CODE_COOKIES[purpose]]
  return isSecretToken(shown) ? shown : null
}

/** Takes one attempt at this browser's code; its id when it was right. */
async function tryRight(
  db: Db,
  asked: Pick<AskedCode, 'purpose' | 'userId' | 'nowMs'> & { emailKey: string; code: string },
  request: RequestInfo,
): Promise<bigint | null> {
  const { emailKey, code, ...which } = asked
  const browser = browserOf(asked.purpose, request) ?? ''
  const keys = { emailSha256: sha256(emailKey), browserSha256: sha256(browser) }
  const tried = await tryCode(db, { ...which, ...keys })
  return tried !== null && equalBytes(tried.codeSha256, codeHash(browser, emailKey, code)) ? tried.id : null
}
