import type { AdminInfo } from '@truestrike/protocol/account-endpoints.ts'
import { permissionsOf } from '@truestrike/protocol/permissions.ts'
import { refuseWeakPassword } from '../accounts/password-strength.ts'
import { usernameKey } from '../accounts/registration-fields.ts'
import { AppError, faultyField } from '../platform/app-error.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { PasswordHasher } from '../platform/password-hasher.ts'
import type { AdminPrincipal, CookieToSet, RequestInfo } from '../platform/route.ts'
import { actAudit, administratorSubject, refusedAudit } from './admin-audit.ts'
import { getAdminFactor } from './admin-factor.store.ts'
import type { AdminFactor } from './admin-factor.ts'
import type { AdminPasswordCheck } from './admin-password-check.ts'
import type { AdminSessionsService } from './admin-sessions.service.ts'
import { revokeAdminSessions } from './admin-sessions.store.ts'
import {
  type AdministratorRow,
  getAdministrator,
  holdAccount,
  setAdministratorLogin,
  updatePassword,
} from './administrators.store.ts'

interface Parts {
  db: Db
  clock: Clock
  hasher: PasswordHasher
  passwords: AdminPasswordCheck
  factor: AdminFactor
  sessions: AdminSessionsService
  isFactorRequired: boolean
  /** Throws for callers from outside of the administrators' networks. */
  admitNetwork(request: RequestInfo): void
  /** A one-time password was used: it is taken out of `first-run.json`. */
  onOneTimePasswordUsed(password: string): Promise<void>
}

export function createAdminLoginService(parts: Parts) {
  const { db, clock, hasher, sessions, passwords, factor } = parts
  const audit = (admin: Pick<AdminPrincipal, 'adminId'>, action: string, request: RequestInfo) =>
    actAudit(admin, request, {
      ...{ atMs: clock.nowMs(), action, subject: administratorSubject(admin.adminId) },
    })

  return {
    /**
     * Errors: ADMIN_NETWORK_REFUSED, ADMIN_LOGIN_FAILED, ACCOUNT_LOCKED; and only to who knows the password
     * ADMIN_PASSWORD_EXPIRED, TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG.
     */
    async login(
      form: { username: string; password: string; code?: string },
      request: RequestInfo,
    ): Promise<{ token: string; cookie: CookieToSet; admin: AdminInfo }> {
      parts.admitNetwork(request)
      const admin = await getAdministrator(db, usernameKey(form.username))
      const who = { adminId: admin?.id ?? null, username: form.username, refused: 'admin.login-failed' }
      const isRight = await passwords.matches(who, request, admin?.passwordHash ?? null, form.password)
      if (admin === null || !isRight) throw new AppError('ADMIN_LOGIN_FAILED')
      const { id: adminId, username, role, mustChangePassword } = admin
      if (isExpired(admin, clock.nowMs())) {
        await writeAudit(db, refusedAudit(adminId, 'admin.login-expired', request, clock.nowMs()))
        throw new AppError('ADMIN_PASSWORD_EXPIRED')
      }
      await factor.require(adminId, form.code, request)
      const opened = await db.tx(async (sql) => {
        // Checking took its time: he may have been disabled since, or given another password.
        const held = await holdAccount(sql, adminId)
        if (held?.passwordHash !== admin.passwordHash) throw new AppError('ADMIN_LOGIN_FAILED')
        await setAdministratorLogin(sql, adminId, clock.nowMs())
        await writeAudit(sql, audit({ adminId }, 'admin.login', request))
        return await sessions.open(sql, adminId, request)
      })
      if (mustChangePassword) await parts.onOneTimePasswordUsed(form.password)
      const hasFactor = (await getAdminFactor(db, adminId))?.confirmedAtMs != null
      const mustSetUpTwoFactor = parts.isFactorRequired && !hasFactor
      const permissions = [...permissionsOf(role, admin.permissions)]
      return { ...opened, admin: { username, role, permissions, mustChangePassword, mustSetUpTwoFactor } }
    },

    async logout(admin: AdminPrincipal, request: RequestInfo): Promise<CookieToSet> {
      return await db.tx(async (sql) => {
        await writeAudit(sql, audit(admin, 'admin.logout', request))
        return await sessions.end(sql, admin)
      })
    },

    /**
     * Ends all other sessions of the administrator. Errors: INVALID_PARAMETERS naming the field, PASSWORD_WEAK, ACCOUNT_LOCKED; those of a
     * second factor, but of who replaces a one-time password: he has just given a code.
     */
    async changePassword(
      admin: AdminPrincipal,
      form: { currentPassword: string; newPassword: string; code?: string },
      request: RequestInfo,
    ): Promise<void> {
      const { currentPassword, newPassword, code } = form
      const asked = { field: 'currentPassword', refused: 'admin.change-password-failed' }
      const stored = await passwords.ask(admin, currentPassword, request, asked)
      if (newPassword === currentPassword) throw faultyField('newPassword', 'different')
      refuseWeakPassword(newPassword, {
        ...{ whose: 'administrator', known: [admin.username] },
        field: 'newPassword',
      })
      if (!admin.mustChangePassword) await factor.require(admin.adminId, code, request)
      const newHash = await hasher.hash(newPassword, request.ip)
      await db.tx(async (sql) => {
        if (!(await updatePassword(sql, admin.adminId, stored, newHash))) {
          throw faultyField('currentPassword', 'correct')
        }
        await revokeAdminSessions(sql, admin.adminId, admin.sessionId, clock.nowMs())
        await writeAudit(sql, audit(admin, 'admin.change-password', request))
      })
    },
  }
}

function isExpired(admin: AdministratorRow, nowMs: number): boolean {
  return admin.passwordExpiresAtMs !== null && nowMs >= Number(admin.passwordExpiresAtMs)
}
