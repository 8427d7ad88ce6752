import type { Accounts } from '../accounts/accounts.module.ts'
import type { LoginThrottle } from '../accounts/login-throttle.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { PasswordHasher } from '../platform/password-hasher.ts'
import { ALL_PERMISSIONS } from '../platform/permissions.ts'
import type { RandomBytes } from '../platform/secret-token.ts'
import { createAdminLoginService } from './admin-login.service.ts'
import { createAdminSessionsService } from './admin-sessions.service.ts'
import { countAdministratorsWith, listAdministratorNames } from './administrators.store.ts'
import { eraseFirstRunPassword } from './first-run-file.ts'

export interface AdminParts {
  db: Db
  clock: Clock
  random: RandomBytes
  hasher: PasswordHasher
  throttle: LoginThrottle
  /** Those that administrators may see are given out by their sessions. */
  files: Accounts['files']
  /** Where `first-run.json` lies. */
  dataDir: string
}

/** The module put together; `registerAdminRoutes` takes its `logins`. */
export function createAdmin(parts: AdminParts) {
  const sessions = createAdminSessionsService(parts)
  parts.files.admitAdministrators(sessions.ownerOf)
  const logins = createAdminLoginService({
    ...parts,
    sessions,
    onOneTimePasswordUsed: (password) => eraseFirstRunPassword(parts.dataDir, password),
  })
  return {
    authenticator: sessions.authenticator,
    logins,
    /** Who there is, for acts that take two. */
    administrators: {
      countWith: (permission: string) => countAdministratorsWith(parts.db, permission, ALL_PERMISSIONS),
      namesOf: (ids: readonly bigint[]) => listAdministratorNames(parts.db, ids),
    },
  }
}
