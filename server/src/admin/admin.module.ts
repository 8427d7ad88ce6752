import type { Accounts } from '../accounts/accounts.module.ts'
import type { SiteSettingsService } from '../accounts/site-settings.service.ts'
import type { Config } from '../config.ts'
import { createNetworkCheck } from '../platform/http-address.ts'
import type { PasswordHasher } from '../platform/password-hasher.ts'
import type { RandomBytes } from '../platform/secret-token.ts'
import { type AdminFactorParts, createAdminFactor } from './admin-factor.ts'
import { createAdminLoginService } from './admin-login.service.ts'
import { createAdminPasswordCheck } from './admin-password-check.ts'
import { createAdminSessionsService } from './admin-sessions.service.ts'
import { createAdminTwoFactorService } from './admin-two-factor.service.ts'
import { createAdministratorsService } from './administrators.service.ts'
import { type AuditSearchParts, createAuditSearchService } from './audit-search.service.ts'
import { eraseFirstRunPassword } from './first-run-file.ts'
import { createOwnSessionsService } from './own-sessions.service.ts'
import { createTwoAdministrators } from './two-administrators.ts'

export interface AdminParts extends AdminFactorParts, AuditSearchParts {
  random: RandomBytes
  hasher: PasswordHasher
  settings: Pick<SiteSettingsService, 'get'>
  /** Those that administrators may see are given out by their sessions. */
  files: Accounts['files']
  /** Where administrators may call from, and whether they need a second factor. */
  rules: Config['admin']
  /** Where `first-run.json` lies. */
  dataDir: string
}

export type Admin = ReturnType<typeof createAdmin>

/** The module put together. */
export function createAdmin(given: AdminParts) {
  const { networks, twoFactorRequired: isFactorRequired } = given.rules
  const isNetworkAllowed = networks.length === 0 ? () => true : createNetworkCheck(networks)
  const parts = { ...given, isFactorRequired, isNetworkAllowed }
  const sessions = createAdminSessionsService(parts)
  parts.files.admitAdministrators(sessions.ownerOf)
  const { liveSince, admitNetwork } = sessions
  const factor = createAdminFactor(parts)
  const passwords = createAdminPasswordCheck(parts)
  const logins = createAdminLoginService({
    ...{ ...parts, sessions, factor, passwords, admitNetwork },
    onOneTimePasswordUsed: (password) => eraseFirstRunPassword(parts.dataDir, password),
  })
  return {
    ...{ authenticator: sessions.authenticator, logins },
    twoFactor: createAdminTwoFactorService({ ...parts, factor, passwords }),
    ownSessions: createOwnSessionsService({ ...parts, liveSince }),
    auditSearch: createAuditSearchService(parts),
    managed: createAdministratorsService({ ...parts, liveSince }),
    /** Who there is, for acts that take two. */
    administrators: createTwoAdministrators(parts),
  }
}
