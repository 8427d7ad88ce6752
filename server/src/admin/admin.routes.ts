import {
  adminChangePassword,
  adminLogin,
  adminLogout,
  adminProfile,
} from '@truestrike/protocol/account-endpoints.ts'
import type { Router } from '../platform/route.ts'
import type { Admin } from './admin.module.ts'
import { registerAdminProfileRoutes } from './admin-profile.routes.ts'
import { registerAdministratorsRoutes } from './administrators.routes.ts'
import { registerAuditSearchRoutes } from './audit-search.routes.ts'

export function registerAdminRoutes(router: Router, admin: Admin): void {
  const { logins } = admin
  router.route(
    adminLogin,
    async ({ body, request, setCookie }) => {
      const { cookie, ...signedIn } = await logins.login(body, request)
      setCookie(cookie)
      return signedIn
    },
    { limit: 'signIn' },
  )

  router.route(
    adminLogout,
    async ({ request, setCookie }, caller) => {
      setCookie(await logins.logout(caller, request))
      return {}
    },
    { duringPasswordChange: true },
  )

  router.route(
    adminChangePassword,
    async ({ body, request }, caller) => {
      await logins.changePassword(caller, body, request)
      return {}
    },
    { limit: 'signIn', duringPasswordChange: true },
  )

  router.route(
    adminProfile,
    (_call, { username, role, permissions, mustChangePassword, mustSetUpTwoFactor }) => ({
      ...{ username, role, permissions: [...permissions], mustChangePassword, mustSetUpTwoFactor },
    }),
    { duringTwoFactorSetup: true },
  )
  registerAdminProfileRoutes(router, admin)
  registerAuditSearchRoutes(router, admin.auditSearch)
  registerAdministratorsRoutes(router, { administrators: admin.managed })
}
