import type { LoginThrottle } from '../accounts/login-throttle.ts'
import { usernameKey } from '../accounts/registration-fields.ts'
import { faultyField } from '../platform/app-error.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { addressKey } from '../platform/http-address.ts'
import type { PasswordHasher } from '../platform/password-hasher.ts'
import type { AdminPrincipal, RequestInfo } from '../platform/route.ts'
import { sha256 } from '../platform/secret-token.ts'
import { refusedAudit } from './admin-audit.ts'
import { getPasswordHash } from './administrators.store.ts'

interface Parts {
  db: Db
  clock: Clock
  hasher: PasswordHasher
  throttle: LoginThrottle
}

interface Claim {
  adminId: bigint | null
  username: string
  /** What is logged when the password is wrong. */
  refused: string
}

export type AdminPasswordCheck = ReturnType<typeof createAdminPasswordCheck>

export function createAdminPasswordCheck({ db, clock, hasher, throttle }: Parts) {
  /** Under the throttle; a check that says false counts as a failure and is logged. Errors: ACCOUNT_LOCKED. */
  async function matches(
    { adminId, username, refused }: Claim,
    request: RequestInfo,
    stored: string | null,
    password: string,
  ): Promise<boolean> {
    const attempt = await throttle.enter({
      scope: 'admin',
      accountSha256: sha256(usernameKey(username)),
      address: addressKey(request.ip),
      deviceSha256: null,
      atMs: clock.nowMs(),
    })
    const isRight = await hasher.verify(stored, password, request.ip).catch(async (error) => {
      await throttle.withdraw(attempt)
      throw error
    })
    if (isRight) {
      await throttle.succeed(attempt)
      return true
    }
    for (const action of attempt.isLast ? [refused, 'admin.lock'] : [refused]) {
      await writeAudit(db, refusedAudit(adminId, action, request, clock.nowMs()))
    }
    return false
  }

  return {
    matches,
    /** Asks a signed-in administrator again; answers the hash it was checked against. Errors: INVALID_PARAMETERS naming `field`, ACCOUNT_LOCKED. */
    async ask(
      { adminId, username }: AdminPrincipal,
      password: string,
      request: RequestInfo,
      { field, refused }: { field: string; refused: string },
    ): Promise<string> {
      const stored = await getPasswordHash(db, adminId)
      const isRight = await matches({ adminId, username, refused }, request, stored, password)
      if (!isRight || stored === null) throw faultyField(field, 'correct')
      return stored
    },
  }
}
