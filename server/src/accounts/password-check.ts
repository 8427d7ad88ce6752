import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { addressKey } from '../platform/http-address.ts'
import type { PasswordHasher } from '../platform/password-hasher.ts'
import type { RequestInfo } from '../platform/route.ts'
import { sha256 } from '../platform/secret-token.ts'
import { knownDeviceOf } from './known-device.ts'
import type { LoginThrottle } from './login-throttle.ts'
import { usernameKey } from './registration-fields.ts'
import { getPasswordOf } from './users.store.ts'

interface Parts {
  db: Db
  clock: Clock
  hasher: PasswordHasher
  throttle: LoginThrottle
}

export type PasswordCheck = ReturnType<typeof createPasswordCheck>

/**
 * Asks a signed-in user for his password again, under the throttle of sign-in: a session left open guesses no faster than
 * a stranger. Answers the stored hash it was checked against, null for a user who has no password. Errors:
 * INVALID_PARAMETERS naming `field`, ACCOUNT_LOCKED.
 */
export function createPasswordCheck({ db, clock, hasher, throttle }: Parts) {
  return async (
    userId: bigint,
    password: string | undefined,
    request: RequestInfo,
    field: string,
  ): Promise<string | null> => {
    const user = await getPasswordOf(db, userId)
    if (user === null) throw new AppError('UNAUTHORIZED')
    const { username, passwordHash } = user
    if (passwordHash === null) return null
    if (password === undefined) throw wrongField(field, 'required')
    const attempt = await throttle.enter({
      scope: 'user',
      accountSha256: sha256(usernameKey(username)),
      address: addressKey(request.ip),
      deviceSha256: await knownDeviceOf(db, username, request),
      atMs: clock.nowMs(),
    })
    const matches = await hasher.verify(passwordHash, password, request.ip).catch(async (error) => {
      await throttle.withdraw(attempt)
      throw error
    })
    if (!matches) throw wrongField(field, 'correct')
    await throttle.succeed(attempt)
    return passwordHash
  }
}

export function wrongField(field: string, rule: string): AppError {
  return new AppError('INVALID_PARAMETERS', { fields: [{ field, rule }] })
}
