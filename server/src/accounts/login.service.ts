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
import { type OpenedSession, printable } from './open-session.ts'
import { usernameKey } from './registration-fields.ts'
import type { SessionsService } from './sessions.service.ts'
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
}

export type LoginService = ReturnType<typeof createLoginService>

export function createLoginService({ db, clock, hasher, throttle, sessions }: Parts) {
  /** Does the same work whether the account exists or not. Errors: LOGIN_FAILED, ACCOUNT_LOCKED. */
  async function checkPassword(
    username: string,
    password: string,
    request: RequestInfo,
  ): Promise<{ userId: bigint; passwordHash: string | null }> {
    const key = usernameKey(username)
    const attempt = await throttle.enter({
      scope: 'user',
      accountSha256: sha256(key),
      address: addressKey(request.ip),
      deviceSha256: await knownDeviceOf(db, username, request),
      atMs: clock.nowMs(),
    })
    const credentials = await getCredentials(db, key)
    const matches = await hasher.verify(credentials?.passwordHash ?? null, password).catch(async (error) => {
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
    return { userId: credentials.id, passwordHash: credentials.passwordHash }
  }

  return {
    /** Signs in by name and password; TWO_FACTOR_REQUIRED asks for the second step. Sign-in by e-mail answers MAIL_NOT_CONFIGURED while no mail can be sent. */
    async login(form: LoginForm, request: RequestInfo): Promise<OpenedSession & { userId: bigint }> {
      const { username, password } = form
      if (username === undefined || password === undefined) {
        if (form.email !== undefined) throw new AppError('MAIL_NOT_CONFIGURED')
        const missing = [
          ...(username === undefined ? ['username'] : []),
          ...(password === undefined ? ['password'] : []),
        ]
        throw new AppError('INVALID_PARAMETERS', {
          fields: missing.map((field) => ({ field, rule: 'required' })),
        })
      }
      const { userId, passwordHash } = await checkPassword(username, password, request)
      const opened = await sessions.open(userId, request, {
        remember: form.remember === true,
        bindToAddress: form.bind === 'address',
        method: 'password',
        passwordHash,
      })
      await setLastLogin(db, userId, clock.nowMs())
      return { ...opened, userId }
    },
  }
}
