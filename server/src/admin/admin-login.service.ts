import type { AdminInfo } from '@truestrike/protocol/account-endpoints.ts'
import type { LoginThrottle } from '../accounts/login-throttle.ts'
import { usernameKey } from '../accounts/registration-fields.ts'
import { AppError } from '../platform/app-error.ts'
import { type AuditEntry, writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { addressKey } from '../platform/http-address.ts'
import type { PasswordHasher } from '../platform/password-hasher.ts'
import type { AdminPrincipal, CookieToSet, RequestInfo } from '../platform/route.ts'
import { sha256 } from '../platform/secret-token.ts'
import type { AdminSessionsService } from './admin-sessions.service.ts'
import { revokeAdminSessions } from './admin-sessions.store.ts'
import {
  type AdministratorRow,
  getAdministrator,
  getPasswordHash,
  setAdministratorLogin,
  updatePassword,
} from './administrators.store.ts'

interface Parts {
  db: Db
  clock: Clock
  hasher: PasswordHasher
  throttle: LoginThrottle
  sessions: AdminSessionsService
  /** A one-time password was used: it is taken out of `first-run.json`. */
  onOneTimePasswordUsed(password: string): Promise<void>
}

export type AdminLoginService = ReturnType<typeof createAdminLoginService>

export function createAdminLoginService(parts: Parts) {
  const { db, clock, hasher, sessions } = parts
  const throttled = createThrottledCheck(parts)
  const audit = (adminId: bigint, action: string, request: RequestInfo): AuditEntry => ({
    ...refusal(adminId, action, request, clock.nowMs()),
    actorKind: 'admin',
    actorId: adminId,
  })

  return {
    /** Errors: ADMIN_LOGIN_FAILED, ADMIN_PASSWORD_EXPIRED (only to who knows the password), ACCOUNT_LOCKED. */
    async login(
      form: { username: string; password: string },
      request: RequestInfo,
    ): Promise<{ token: string; cookie: CookieToSet; admin: AdminInfo }> {
      const admin = await getAdministrator(db, usernameKey(form.username))
      const who = { adminId: admin?.id ?? null, username: form.username, refused: 'admin.login-failed' }
      const matches = await throttled(who, request, () =>
        hasher.verify(admin?.passwordHash ?? null, form.password),
      )
      if (admin === null || !matches) throw new AppError('ADMIN_LOGIN_FAILED')
      if (isExpired(admin, clock.nowMs())) {
        await writeAudit(db, refusal(admin.id, 'admin.login-expired', request, clock.nowMs()))
        throw new AppError('ADMIN_PASSWORD_EXPIRED')
      }
      const opened = await db.tx(async (sql) => {
        await setAdministratorLogin(sql, admin.id, clock.nowMs())
        await writeAudit(sql, audit(admin.id, 'admin.login', request))
        return await sessions.open(sql, admin.id, request)
      })
      if (admin.mustChangePassword) await parts.onOneTimePasswordUsed(form.password)
      const { username, role, permissions, mustChangePassword } = admin
      return { ...opened, admin: { username, role, permissions, mustChangePassword } }
    },

    async logout(admin: AdminPrincipal, request: RequestInfo): Promise<CookieToSet> {
      return await db.tx(async (sql) => {
        await writeAudit(sql, audit(admin.adminId, 'admin.logout', request))
        return await sessions.end(sql, admin.sessionId)
      })
    },

    /** Ends all other sessions of the administrator. Errors: INVALID_PARAMETERS naming the field. */
    async changePassword(
      admin: AdminPrincipal,
      form: { currentPassword: string; newPassword: string },
      request: RequestInfo,
    ): Promise<void> {
      const stored = await getPasswordHash(db, admin.adminId)
      const who = { ...admin, refused: 'admin.change-password-failed' }
      const matches = await throttled(who, request, () => hasher.verify(stored, form.currentPassword))
      if (!matches || stored === null) throw wrongField('currentPassword', 'correct')
      if (form.newPassword === form.currentPassword) throw wrongField('newPassword', 'different')
      const newHash = await hasher.hash(form.newPassword)
      await db.tx(async (sql) => {
        if (!(await updatePassword(sql, admin.adminId, stored, newHash))) {
          throw wrongField('currentPassword', 'correct')
        }
        await revokeAdminSessions(sql, admin.adminId, admin.sessionId, clock.nowMs())
        await writeAudit(sql, audit(admin.adminId, 'admin.change-password', request))
      })
    },
  }
}

interface Claim {
  adminId: bigint | null
  username: string
  /** What is logged when the password is wrong. */
  refused: string
}

/** Runs a check of a password under the throttle; a check that says false counts as a failure and is logged. */
function createThrottledCheck({ db, clock, throttle }: Pick<Parts, 'db' | 'clock' | 'throttle'>) {
  return async (claim: Claim, request: RequestInfo, check: () => Promise<boolean>): Promise<boolean> => {
    const attempt = await throttle.enter({
      scope: 'admin',
      accountSha256: sha256(usernameKey(claim.username)),
      address: addressKey(request.ip),
      deviceSha256: null,
      atMs: clock.nowMs(),
    })
    const matches = await check().catch(async (error) => {
      await throttle.withdraw(attempt)
      throw error
    })
    if (matches) {
      await throttle.succeed(attempt)
      return true
    }
    for (const action of attempt.isLast ? [claim.refused, 'admin.lock'] : [claim.refused]) {
      await writeAudit(db, refusal(claim.adminId, action, request, clock.nowMs()))
    }
    return false
  }
}

/** By nobody who is known. A name that does not exist is left out: people type passwords there. */
function refusal(adminId: bigint | null, action: string, { ip }: RequestInfo, atMs: number): AuditEntry {
  const subject = `administrator:${adminId ?? 'unknown'}`
  return { atMs, actorKind: 'system', actorId: null, action, subject, ip }
}

function isExpired(admin: AdministratorRow, nowMs: number): boolean {
  return admin.passwordExpiresAtMs !== null && nowMs >= Number(admin.passwordExpiresAtMs)
}

function wrongField(field: string, rule: string): AppError {
  return new AppError('INVALID_PARAMETERS', { fields: [{ field, rule }] })
}
