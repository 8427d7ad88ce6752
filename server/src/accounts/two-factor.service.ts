import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import type { MailQueue } from '../platform/mail-queue.ts'
import type { RequestInfo, UserPrincipal } from '../platform/route.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { type RandomBytes, sha256 } from '../platform/secret-token.ts'
import { tellAccountNews } from './account-news.ts'
import type { FreshProof } from './fresh-proof.service.ts'
import { newRecoveryCodes, newTotpSecret, totpUri } from './one-time-codes.ts'
import { auditOwnAct } from './own-act.ts'
import type { PasswordCheck } from './password-check.ts'
import { type SecondFactor, totpContext } from './second-factor.ts'
import type { SiteSettingsService } from './site-settings.service.ts'
import {
  deleteTwoFactor,
  getTwoFactor,
  putUnconfirmed,
  replaceRecoveryCodes,
  setConfirmed,
} from './two-factor.store.ts'
import { bareCode } from './typed-code.ts'
import { getUser, lockUser } from './users.store.ts'

interface Parts {
  db: Db
  clock: Clock
  random: RandomBytes
  secrets: SecretBox
  settings: Pick<SiteSettingsService, 'get'>
  secondFactor: SecondFactor
  checkPassword: PasswordCheck
  proofs: FreshProof
  /** Null: this site sends no mails. */
  mails: MailQueue | null
  ownOrigin(origin: string | undefined): string
}

interface PasswordAndCode {
  password?: string
  code: string
}

export type TwoFactorService = ReturnType<typeof createTwoFactorService>

/** Turning two-factor sign-in on and off. All errors of `PasswordCheck` (field `password`) and `SecondFactor`. */
export function createTwoFactorService(parts: Parts) {
  const { db, clock, random, secrets, secondFactor, checkPassword, proofs } = parts
  const change = createChange(parts)

  /** Of someone with it on: password and a code, which is used up. Errors: TWO_FACTOR_CHANGED when it is off. */
  async function checkBoth(userId: bigint, form: PasswordAndCode, request: RequestInfo): Promise<void> {
    const row = await getTwoFactor(db, userId)
    if (row === null || row.confirmedAtMs === null) throw new AppError('TWO_FACTOR_CHANGED')
    await checkPassword(userId, form.password, request, 'password')
    await secondFactor.check(userId, row.secret, form.code, request)
  }

  return {
    /** Who has no password uses up a proof. Errors: TWO_FACTOR_CHANGED when it is on, PROOF_REQUIRED. */
    async begin(principal: UserPrincipal, password: string | undefined, request: RequestInfo) {
      const { userId } = principal
      const stored = await checkPassword(userId, password, request, 'password')
      const user = await getUser(db, userId)
      if (user === null) throw new AppError('UNAUTHORIZED')
      const secret = newTotpSecret(random)
      await db.tx(async (sql) => {
        await lockUser(sql, userId)
        const put = await putUnconfirmed(sql, userId, secrets.seal(secret, totpContext(userId)))
        if (!put) throw new AppError('TWO_FACTOR_CHANGED')
        if (stored === null) await proofs.spend(sql, principal)
      })
      const { siteName } = await parts.settings.get()
      return { secret, uri: totpUri(secret, siteName, user.username) }
    },

    /** Answers the recovery codes. Errors: TWO_FACTOR_CHANGED when there is none to confirm. */
    async confirm({ userId }: UserPrincipal, code: string, request: RequestInfo): Promise<string[]> {
      const row = await getTwoFactor(db, userId)
      if (row === null || row.confirmedAtMs !== null) throw new AppError('TWO_FACTOR_CHANGED')
      await secondFactor.check(userId, row.secret, code, request)
      const codes = newRecoveryCodes(random)
      await change(
        { userId, request, news: 'two-factor-on' },
        async (sql) =>
          (await setConfirmed(sql, userId, row.secret, clock.nowMs())) &&
          (await replaceRecoveryCodes(sql, userId, hashesOf(codes))),
      )
      return codes
    },

    async remove({ userId }: UserPrincipal, form: PasswordAndCode, request: RequestInfo): Promise<void> {
      await checkBoth(userId, form, request)
      await change({ userId, request, news: 'two-factor-off' }, (sql) =>
        deleteTwoFactor(sql, userId, clock.nowMs()),
      )
    },

    async renewRecoveryCodes(
      { userId }: UserPrincipal,
      form: PasswordAndCode,
      request: RequestInfo,
    ): Promise<string[]> {
      await checkBoth(userId, form, request)
      const codes = newRecoveryCodes(random)
      await change({ userId, request, news: 'recovery-codes' }, (sql) =>
        replaceRecoveryCodes(sql, userId, hashesOf(codes)),
      )
      return codes
    },
  }
}

interface Change {
  userId: bigint
  request: RequestInfo
  news: 'two-factor-on' | 'two-factor-off' | 'recovery-codes'
}

/** One change, told to the audit log and the owner. `work` false: it was off, or on, already; TWO_FACTOR_CHANGED. */
function createChange({ db, clock, mails, ownOrigin }: Parts) {
  return async ({ userId, request, news }: Change, work: (sql: Sql) => Promise<boolean>): Promise<void> => {
    await db.tx(async (sql) => {
      await lockUser(sql, userId)
      if (!(await work(sql))) throw new AppError('TWO_FACTOR_CHANGED')
      const atMs = clock.nowMs()
      await auditOwnAct(sql, { userId, atMs, request, action: `user.${news}` })
      const origin = ownOrigin(undefined)
      await tellAccountNews(sql, mails, { userId, news, atMs, origin })
    })
    mails?.hurry()
  }
}

const hashesOf = (codes: readonly string[]): Uint8Array[] => codes.map((code) => sha256(bareCode(code)))
