import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { addressKey } from '../platform/http-address.ts'
import type { PasswordHasher } from '../platform/password-hasher.ts'
import type { RequestInfo } from '../platform/route.ts'
import { isSecretToken, sha256 } from '../platform/secret-token.ts'
import { isKnownDevice } from './devices.store.ts'
import type { LoginThrottle } from './login-throttle.ts'
import { DEVICE_COOKIE, type OpenedSession } from './open-session.ts'
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
  async function checkPassword(username: string, password: string, request: RequestInfo): Promise<bigint> {
    const key = usernameKey(username)
    const attempt = await throttle.enter({
      scope: 'user',
      accountSha256: sha256(key),
      address: addressKey(request.ip),
      deviceSha256: await knownDevice(key, request),
      atMs: clock.nowMs(),
    })
    const credentials = await getCredentials(db, key)
    const matches = await hasher.verify(credentials?.passwordHash ?? null, password).catch(async (error) => {
      await throttle.withdraw(attempt)
      throw error
    })
    if (credentials === null || !matches) throw new AppError('LOGIN_FAILED')
    await throttle.succeed(attempt)
    return credentials.id
  }

  async function knownDevice(key: string, request: RequestInfo): Promise<Uint8Array | null> {
    const shown = request.cookies[DEVICE_COOKIE]
    if (!isSecretToken(shown)) return null
    const deviceSha256 = sha256(shown)
    return (await isKnownDevice(db, key, deviceSha256)) ? deviceSha256 : null
  }

  return {
    /** Signs in by name and password. Sign-in by e-mail answers MAIL_NOT_CONFIGURED while no mail can be sent. */
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
      const userId = await checkPassword(username, password, request)
      const opened = await sessions.open(userId, request, {
        remember: form.remember === true,
        bindToAddress: form.bind === 'address',
      })
      await setLastLogin(db, userId, clock.nowMs())
      return { ...opened, userId }
    },
  }
}
