import type { AdminSecurity } from '@truestrike/protocol/admin-account-endpoints.ts'
import { newRecoveryCodes, newTotpSecret, totpUri } from '../accounts/one-time-codes.ts'
import type { SiteSettingsService } from '../accounts/site-settings.service.ts'
import { bareCode } from '../accounts/typed-code.ts'
import { AppError } from '../platform/app-error.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import type { AdminPrincipal, RequestInfo } from '../platform/route.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { type RandomBytes, sha256 } from '../platform/secret-token.ts'
import { actAudit, administratorSubject } from './admin-audit.ts'
import {
  countAdminRecoveryCodes,
  deleteAdminFactor,
  getAdminFactor,
  putUnconfirmedFactor,
  replaceAdminRecoveryCodes,
  setFactorConfirmed,
} from './admin-factor.store.ts'
import { type AdminFactor, adminTotpContext } from './admin-factor.ts'
import type { AdminPasswordCheck } from './admin-password-check.ts'
import { revokeAdminSessions } from './admin-sessions.store.ts'

interface Parts {
  db: Db
  clock: Clock
  random: RandomBytes
  secrets: SecretBox
  settings: Pick<SiteSettingsService, 'get'>
  factor: AdminFactor
  passwords: AdminPasswordCheck
  isFactorRequired: boolean
}

interface PasswordAndCode {
  password: string
  code: string
}

/** An administrator's own second factor. Errors of all: INVALID_PARAMETERS naming `password`, and those of `AdminFactor.check`. */
export function createAdminTwoFactorService(parts: Parts) {
  const { db, clock, random, secrets, factor, passwords, isFactorRequired } = parts

  const askPassword = (admin: AdminPrincipal, password: string, request: RequestInfo) =>
    passwords.ask(admin, password, request, { field: 'password', refused: 'admin.two-factor-failed' })

  const log = (sql: Sql, admin: AdminPrincipal, request: RequestInfo, action: string) =>
    writeAudit(
      sql,
      actAudit(admin, request, {
        ...{ atMs: clock.nowMs(), action, subject: administratorSubject(admin.adminId) },
      }),
    )

  /** Of someone with it on. Errors: TWO_FACTOR_CHANGED when it is off. */
  async function checkBoth(admin: AdminPrincipal, form: PasswordAndCode, request: RequestInfo) {
    const row = await getAdminFactor(db, admin.adminId)
    if (row === null || row.confirmedAtMs === null) throw new AppError('TWO_FACTOR_CHANGED')
    await askPassword(admin, form.password, request)
    await factor.check(admin.adminId, row.secret, form.code, request)
  }

  return {
    async getSecurity({ adminId }: AdminPrincipal): Promise<AdminSecurity> {
      const row = await getAdminFactor(db, adminId)
      const on = row !== null && row.confirmedAtMs !== null
      const recoveryCodesLeft = on ? await countAdminRecoveryCodes(db, adminId) : 0
      return { twoFactor: { on, required: isFactorRequired, recoveryCodesLeft } }
    },

    /** Errors: TWO_FACTOR_CHANGED when it is on. */
    async begin(admin: AdminPrincipal, password: string, request: RequestInfo) {
      const { adminId, username } = admin
      await askPassword(admin, password, request)
      const secret = newTotpSecret(random)
      if (!(await putUnconfirmedFactor(db, adminId, secrets.seal(secret, adminTotpContext(adminId)))))
        throw new AppError('TWO_FACTOR_CHANGED')
      const { siteName } = await parts.settings.get()
      return { secret, uri: totpUri(secret, `${siteName} Admin`, username) }
    },

    /** Answers the recovery codes; his other sessions end. Errors: TWO_FACTOR_CHANGED when there is none to confirm. */
    async confirm(admin: AdminPrincipal, code: string, request: RequestInfo): Promise<string[]> {
      const { adminId, sessionId } = admin
      const row = await getAdminFactor(db, adminId)
      if (row === null || row.confirmedAtMs !== null) throw new AppError('TWO_FACTOR_CHANGED')
      await factor.check(adminId, row.secret, code, request)
      const codes = newRecoveryCodes(random)
      await db.tx(async (sql) => {
        const done =
          (await setFactorConfirmed(sql, adminId, row.secret, clock.nowMs())) &&
          (await replaceAdminRecoveryCodes(sql, adminId, hashesOf(codes)))
        if (!done) throw new AppError('TWO_FACTOR_CHANGED')
        await revokeAdminSessions(sql, adminId, sessionId, clock.nowMs())
        await log(sql, admin, request, 'admin.two-factor-on')
      })
      return codes
    },

    /** Errors: ADMIN_TWO_FACTOR_REQUIRED. */
    async remove(admin: AdminPrincipal, form: PasswordAndCode, request: RequestInfo): Promise<void> {
      if (isFactorRequired) throw new AppError('ADMIN_TWO_FACTOR_REQUIRED')
      await checkBoth(admin, form, request)
      await db.tx(async (sql) => {
        if (!(await deleteAdminFactor(sql, admin.adminId))) throw new AppError('TWO_FACTOR_CHANGED')
        await log(sql, admin, request, 'admin.two-factor-off')
      })
    },

    async renewRecoveryCodes(admin: AdminPrincipal, form: PasswordAndCode, request: RequestInfo) {
      await checkBoth(admin, form, request)
      const codes = newRecoveryCodes(random)
      await db.tx(async (sql) => {
        if (!(await replaceAdminRecoveryCodes(sql, admin.adminId, hashesOf(codes))))
          throw new AppError('TWO_FACTOR_CHANGED')
        await log(sql, admin, request, 'admin.recovery-codes')
      })
      return codes
    },
  }
}

const hashesOf = (codes: readonly string[]): Uint8Array[] => codes.map((code) => sha256(bareCode(code)))
