import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { addressKey } from '../platform/http-address.ts'
import { ADDRESS_FACTOR } from '../platform/http-rate-limit.ts'
import type { MailQueue } from '../platform/mail-queue.ts'
import type { CookieToSet, RequestInfo } from '../platform/route.ts'
import { newSecretToken, type RandomBytes, randomText, sha256 } from '../platform/secret-token.ts'
import { CODE_COOKIES, codeHash, deviceKnownTo, emailOf } from './mail-code-parts.ts'
import {
  type CodePurpose,
  type CodeRequest,
  type CodeTimes,
  insertCode,
  lockCodes,
  readCodeTimes,
} from './mail-codes.store.ts'
import { CODE_LIFE_MINUTES, type CodeLetter } from './mail-letters.ts'

const CODE_LIFE_MS = CODE_LIFE_MINUTES * 60_000
const CODE_LENGTH = 6
const ATTEMPTS_MAX = 5
/** Between two codes for one mailbox, of those that are counted together. */
export const RESEND_SECONDS = 60
export const CODE_WINDOW_MS = 3_600_000
/** An hour, for one mailbox; a device its owner is known by has as many of its own. */
const MAILBOX_CODES_MAX = 5
/** An hour, for one mailbox, of all users together who want it as their new address. */
const NEW_OWNERS_CODES_MAX = 20

export interface CodeSenderParts {
  db: Db
  clock: Clock
  random: RandomBytes
  mails: MailQueue | null
  /** For one network address; its signed-in users together may have ten times as many, each by limits of his own. */
  codesPerHour: number
  /** The site's own origin; never taken from a request. */
  ownOrigin(origin: string | undefined): string
}

/**
 * Posts a code to an address, in the language of the caller. The cookie it returns belongs to the code. One of a new
 * address (`email`), or of a proof (`prove`), is good for `userId` alone.
 * Errors: MAIL_NOT_CONFIGURED, INVALID_PARAMETERS, CODE_TOO_SOON, TOO_MANY_REQUESTS.
 */
export type SendCode = (
  purpose: CodePurpose,
  email: string,
  request: RequestInfo,
  userId?: bigint,
) => Promise<CookieToSet>

/**
 * Does the same work for every address: a row and a letter are written, and only who takes the letter out of the queue
 * looks whether an account has the address.
 */
export function createCodeSender(parts: CodeSenderParts): SendCode {
  const { db, clock, random, mails } = parts
  const real = (ms: number): number => Math.floor(ms * clock.speed)

  function refuseTooMany(times: CodeTimes, nowMs: number): void {
    const secondsUntil = (sinceMs: number | null, waitMs: number): number =>
      sinceMs === null ? 0 : Math.ceil((sinceMs + real(waitMs) - nowMs) / clock.speed / 1000)
    const soon = secondsUntil(times.lastMs, RESEND_SECONDS * 1000)
    if (soon > 0) throw new AppError('CODE_TOO_SOON', { retryAfterSeconds: soon }, soon)
    const full = Math.max(
      secondsUntil(times.mailboxFullSinceMs, CODE_WINDOW_MS),
      secondsUntil(times.claimedFullSinceMs, CODE_WINDOW_MS),
      secondsUntil(times.addressFullSinceMs, CODE_WINDOW_MS),
      secondsUntil(times.userFullSinceMs, CODE_WINDOW_MS),
    )
    if (full > 0) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: full }, full)
  }

  return async (purpose, address, request, userId) => {
    if (mails === null) throw new AppError('MAIL_NOT_CONFIGURED')
    const { email, key: emailKey } = emailOf(address)
    const nowMs = clock.nowMs()
    const asked: CodeRequest = {
      purpose,
      emailSha256: sha256(emailKey),
      address: addressKey(request.ip),
      deviceSha256: await deviceKnownTo(db, emailKey, request),
      userId: userId ?? null,
      atMs: nowMs,
    }
    const browser = newSecretToken(random)
    const code = randomText(random, '0123456789', CODE_LENGTH)
    const letter: CodeLetter = {
      purpose,
      emailKey,
      code,
      locale: request.locale,
      origin: parts.ownOrigin(undefined),
      ...(userId === undefined || purpose !== 'email' ? {} : { newOf: { userId: userId.toString(), email } }),
    }
    await db.tx(async (sql) => {
      await lockCodes(sql, asked)
      const sinceMs = nowMs - real(CODE_WINDOW_MS)
      const addressMax = parts.codesPerHour * (userId === undefined ? 1 : ADDRESS_FACTOR)
      const limits = {
        ...{ sinceMs, addressMax },
        ...{ mailboxMax: MAILBOX_CODES_MAX, newOwnersMax: NEW_OWNERS_CODES_MAX },
      }
      refuseTooMany(await readCodeTimes(sql, asked, limits), nowMs)
      await insertCode(sql, {
        ...asked,
        browserSha256: sha256(browser),
        codeSha256: codeHash(browser, emailKey, code),
        attempts: ATTEMPTS_MAX,
        expiresAtMs: nowMs + real(CODE_LIFE_MS),
      })
      await mails.post(sql, 'code', letter, CODE_LIFE_MS)
    })
    mails.hurry()
    // For the code, and for the page it may open.
    const maxAgeSeconds = 2 * CODE_LIFE_MINUTES * 60
    return { name: CODE_COOKIES[purpose], value: browser, httpOnly: true, maxAgeSeconds }
  }
}
