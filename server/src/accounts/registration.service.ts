import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import { addressKey } from '../platform/http-address.ts'
import type { PasswordHasher } from '../platform/password-hasher.ts'
import type { RequestInfo } from '../platform/route.ts'
import { type RandomBytes, randomText, sha256 } from '../platform/secret-token.ts'
import { getInviter, insertInviteCode } from './invite-codes.store.ts'
import type { LoginThrottle } from './login-throttle.ts'
import { refuseWeakPassword } from './password-strength.ts'
import {
  INVITE_ALPHABET,
  INVITE_CODE_LENGTH,
  mixesWritings,
  parseEmail,
  parseInviteCode,
  usernameFault,
  usernameKey,
} from './registration-fields.ts'
import { isReservedUsername } from './reserved-names.ts'
import type { SiteSettingsService } from './site-settings.service.ts'
import { getTakenField, insertUser, type NewUser } from './users.store.ts'

/** Draws of a random code or number before giving up; each fails about once in a million users. */
const DRAWS_MAX = 8

export interface Registration {
  username: string
  email: string
  password: string
  confirmPassword?: string
  inviteCode?: string
  agreeTerms?: boolean
}

interface Parts {
  db: Db
  clock: Clock
  random: RandomBytes
  hasher: PasswordHasher
  settings: Pick<SiteSettingsService, 'get'>
  throttle: Pick<LoginThrottle, 'enter'>
  /** Opens the balances of a new user inside the registering transaction. */
  openBalances(sql: Sql, userId: bigint): Promise<void>
}

export type RegistrationService = ReturnType<typeof createRegistrationService>

export function createRegistrationService(parts: Parts) {
  const { db, clock, hasher, settings, throttle } = parts

  /** The inviting user, or null for the operator's invitation and for none. Errors: INVALID_INVITE_CODE. */
  async function checkInvite(text: string | undefined): Promise<bigint | null> {
    if (text === undefined || text === '') {
      if ((await settings.get()).inviteCodeRequired) throw refused('INVALID_INVITE_CODE', 'inviteCode')
      return null
    }
    const code = parseInviteCode(text)
    const inviter = code === null ? undefined : await getInviter(db, code)
    if (inviter === undefined) throw refused('INVALID_INVITE_CODE', 'inviteCode')
    return inviter
  }

  /**
   * Ten tries in 15 minutes from one network address without an invite code: each tells whether a name or a mail address is
   * taken. Errors: TOO_MANY_REQUESTS.
   */
  async function countTry(request: RequestInfo): Promise<void> {
    // Apart from sign-ins from there.
    const address = `registering ${addressKey(request.ip)}`
    const tried = { scope: 'user', accountSha256: sha256(address), address, deviceSha256: null } as const
    await throttle.enter({ ...tried, atMs: clock.nowMs() }).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'ACCOUNT_LOCKED') throw error
      throw new AppError('TOO_MANY_REQUESTS', error.details, error.retryAfterSeconds)
    })
  }

  return {
    checkInvite,

    /**
     * Creates the user with his balances and his own invite code, all or nothing. Whether a name or an address is
     * taken is told only to someone with a valid invite code, or, where none is required, ten times in 15 minutes.
     * Errors: INVALID_PARAMETERS, USERNAME_MIXED, USERNAME_RESERVED, PASSWORD_WEAK, PASSWORD_MISMATCH, TERMS_NOT_ACCEPTED, INVALID_INVITE_CODE,
     * USERNAME_EXISTS, EMAIL_EXISTS, TOO_MANY_REQUESTS.
     */
    async register(typed: Registration, request: RequestInfo): Promise<{ userId: bigint }> {
      // A space that a keyboard has added at an end is seen by nobody.
      const form = { ...typed, username: typed.username.trim() }
      const email = checkForm(form, (await settings.get()).siteName)
      const referredBy = await checkInvite(form.inviteCode)
      if (form.inviteCode === undefined || form.inviteCode === '') await countTry(request)
      const keys = { usernameKey: usernameKey(form.username), emailKey: email.key }
      refuseTaken(await getTakenField(db, keys.usernameKey, keys.emailKey))
      const nowMs = clock.nowMs()
      const user = {
        ...keys,
        username: form.username.normalize('NFC'),
        email: email.email,
        passwordHash: await hasher.hash(form.password, request.ip),
        loginType: 'account' as const,
        referredBy,
        termsAcceptedAtMs: form.agreeTerms === true ? nowMs : null,
        createdAtMs: nowMs,
        locale: request.locale,
      }
      const userId = await db.tx(async (sql) => {
        const id = await insertNewUser(sql, user, parts.random)
        await giveInviteCode(sql, id, nowMs, parts.random)
        await parts.openBalances(sql, id)
        return id
      })
      return { userId }
    },
  }
}

function checkForm(form: Registration, siteName: string): { email: string; key: string } {
  const fault = usernameFault(form.username)
  if (fault !== null)
    throw new AppError('INVALID_PARAMETERS', { fields: [{ field: 'username', rule: fault }] })
  if (mixesWritings(form.username)) throw refused('USERNAME_MIXED', 'username')
  if (isReservedUsername(form.username, siteName)) throw refused('USERNAME_RESERVED', 'username')
  const email = parseEmail(form.email)
  if (email === null)
    throw new AppError('INVALID_PARAMETERS', { fields: [{ field: 'email', rule: 'format' }] })
  if (form.confirmPassword !== undefined && form.confirmPassword !== form.password) {
    throw refused('PASSWORD_MISMATCH', 'confirmPassword')
  }
  refuseWeakPassword(form.password, {
    whose: 'user',
    known: [form.username, email.email, siteName],
    field: 'password',
  })
  if (form.agreeTerms === false) throw refused('TERMS_NOT_ACCEPTED', 'agreeTerms')
  return email
}

/** The number a user sees: ten digits, not led by zero. */
export function drawUid(random: RandomBytes): string {
  return randomText(random, '123456789', 1) + randomText(random, '0123456789', 9)
}

async function insertNewUser(
  sql: Sql,
  user: Omit<NewUser, 'uid'> & { emailKey: string },
  random: RandomBytes,
): Promise<bigint> {
  for (let draw = 0; draw < DRAWS_MAX; draw++) {
    const id = await insertUser(sql, { ...user, uid: drawUid(random) })
    if (id !== null) return id
    // Someone else was faster with the name or the address; otherwise only the number was taken.
    refuseTaken(await getTakenField(sql, user.usernameKey, user.emailKey))
  }
  throw new Error('no free user number found')
}

/** Gives a user, or the operator (`null`), an invite code of his own. */
export async function giveInviteCode(
  sql: Sql,
  userId: bigint | null,
  nowMs: number,
  random: RandomBytes,
): Promise<string> {
  for (let draw = 0; draw < DRAWS_MAX; draw++) {
    const code = randomText(random, INVITE_ALPHABET, INVITE_CODE_LENGTH)
    if (await insertInviteCode(sql, code, userId, nowMs)) return code
  }
  throw new Error('no free invite code found')
}

function refuseTaken(field: 'username' | 'email' | null): void {
  if (field === 'username') throw refused('USERNAME_EXISTS', field)
  if (field === 'email') throw refused('EMAIL_EXISTS', field)
}

function refused(code: AppError['code'], field: string): AppError {
  return new AppError(code, { field })
}
