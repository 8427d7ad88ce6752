import {
  adminChangePassword,
  adminLogin,
  adminLogout,
  adminProfile,
} from '@truestrike/protocol/account-endpoints.ts'
import type { Router } from '../platform/route.ts'
import type { AdminLoginService } from './admin-login.service.ts'

export function registerAdminRoutes(router: Router, logins: AdminLoginService): void {
  router.route(
    adminLogin,
    async ({ body, request, setCookie }) => {
      const { token, cookie, admin } = await logins.login(body, request)
      setCookie(cookie)
      return { token, admin: { ...admin, permissions: [...admin.permissions] } }
    },
    { limit: 'signIn' },
  )

  router.route(
    adminLogout,
    async ({ request, setCookie }, admin) => {
      setCookie(await logins.logout(admin, request))
      return {}
    },
    { duringPasswordChange: true },
  )

  router.route(
    adminChangePassword,
    async ({ body, request }, admin) => {
      await logins.changePassword(admin, body, request)
      return {}
    },
    { limit: 'signIn', duringPasswordChange: true },
  )

  router.route(adminProfile, (_call, admin) => ({
    username: admin.username,
    role: admin.role,
    permissions: [...admin.permissions],
    mustChangePassword: admin.mustChangePassword,
  }))
}
