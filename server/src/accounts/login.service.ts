import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { addressKey } from '../platform/http-address.ts'
import type { PasswordHasher } from '../platform/password-hasher.ts'
import type { RequestInfo } from '../platform/route.ts'
import { sha256 } from '../platform/secret-token.ts'
import { knownDeviceOf } from './known-device.ts'
import { recordLogin } from './login-history.store.ts'
import type { LoginThrottle } from './login-throttle.ts'
import type { MailCodesService } from './mail-codes.service.ts'
import { spendCode } from './mail-codes.store.ts'
import { type OpenedSession, printable, type SessionOptions } from './open-session.ts'
import { usernameKey } from './registration-fields.ts'
import type { SessionsService } from './sessions.service.ts'
import type { SiteSettingsService } from './site-settings.service.ts'
import { getCredentials, setLastLogin } from './users.store.ts'

export interface LoginForm {
  username?: string
  password?: string
  email?: string
  code?: string
  remember?: boolean
  bind?: 'address'
}

interface Parts {
  db: Db
  clock: Clock
  hasher: PasswordHasher
  throttle: LoginThrottle
  sessions: SessionsService
  codes: MailCodesService
  settings: Pick<SiteSettingsService, 'get'>
  /** After the commit: what was posted goes now. */
  hurryMails(): void
}

/** Who signs in, and what the session has to know of the way. */
type Checked = { userId: bigint } & Pick<SessionOptions, 'method' | 'passwordHash' | 'emailKey'>

export type LoginService = ReturnType<typeof createLoginService>

export function createLoginService(parts: Parts) {
  const { db, clock, hasher, throttle, sessions, codes, settings } = parts

  /** Does the same work whether the account exists or not. Errors: LOGIN_FAILED, ACCOUNT_LOCKED. */
  async function checkPassword(username: string, password: string, request: RequestInfo): Promise<Checked> {
    const key = usernameKey(username)
    const attempt = await throttle.enter({
      scope: 'user',
      accountSha256: sha256(key),
      address: addressKey(request.ip),
      deviceSha256: await knownDeviceOf(db, username, request),
      atMs: clock.nowMs(),
    })
    const credentials = await getCredentials(db, key)
    const stored = credentials?.passwordHash ?? null
    const matches = await hasher.verify(stored, password, request.ip).catch(async (error) => {
      await throttle.withdraw(attempt)
      throw error
    })
    if (credentials === null || !matches) {
      const userAgent = printable(request.userAgent)
      const tried = { atMs: clock.nowMs(), method: 'password', ip: request.ip, userAgent } as const
      await db.tx((sql) => recordLogin(sql, credentials?.id ?? null, { ...tried, outcome: 'wrong-password' }))
      throw new AppError('LOGIN_FAILED')
    }
    await throttle.succeed(attempt)
    return { userId: credentials.id, method: 'password', passwordHash: credentials.passwordHash }
  }

  /** Errors: MAIL_NOT_CONFIGURED, LOGIN_TYPE_DISABLED, CODE_INVALID, ACCOUNT_LOCKED. The code is used up. */
  async function checkCode(email: string, code: string, request: RequestInfo): Promise<Checked> {
    if (codes.isConfigured && !(await settings.get()).emailLogin) throw new AppError('LOGIN_TYPE_DISABLED')
    const { codeId, userId, emailKey } = await codes.prove('login', { email, code }, request)
    if (!(await spendCode(db, codeId, clock.nowMs()))) throw new AppError('CODE_INVALID', { field: 'code' })
    return { userId, method: 'email', emailKey }
  }

  function check({ username, password, email, code }: LoginForm, request: RequestInfo): Promise<Checked> {
    if (username !== undefined && password !== undefined)
      return checkPassword(username.trim(), password, request)
    if (email !== undefined && code !== undefined) return checkCode(email, code, request)
    const fields = email === undefined ? { username, password } : { email, code }
    const missing = Object.entries(fields).filter(([, value]) => value === undefined)
    throw new AppError('INVALID_PARAMETERS', {
      fields: missing.map(([field]) => ({ field, rule: 'required' })),
    })
  }

  return {
    /** Signs in by name and password, or by an address and its code; TWO_FACTOR_REQUIRED asks for the second step. */
    async login(form: LoginForm, request: RequestInfo): Promise<OpenedSession & { userId: bigint }> {
      const { userId, ...way } = await check(form, request)
      const opened = await sessions.open(userId, request, {
        remember: form.remember === true,
        bindToAddress: form.bind === 'address',
        ...way,
      })
      if (way.method === 'email') parts.hurryMails()
      await setLastLogin(db, userId, { atMs: clock.nowMs(), locale: request.namedLocale })
      const cookies = way.method === 'email' ? [codes.dropCookie('login')] : []
      return { ...opened, cookies: [...opened.cookies, ...cookies], userId }
    },
  }
}
