import { getBasicInfo, getUserInfo, login, logout, register } from '@truestrike/protocol/account-endpoints.ts'
import type { Router } from '../platform/route.ts'
import type { LoginService } from './login.service.ts'
import { type MailLoginServices, registerMailLoginRoutes } from './mail-login.routes.ts'
import type { RegistrationService } from './registration.service.ts'
import type { SessionsService } from './sessions.service.ts'
import type { SiteSettingsService } from './site-settings.service.ts'
import type { UserInfoService } from './user-info.service.ts'
import { registerWalletRoutes, type WalletServices } from './wallets.routes.ts'

export interface AccountsServices extends WalletServices, MailLoginServices {
  registration: RegistrationService
  logins: LoginService
  sessions: SessionsService
  users: UserInfoService
  settings: SiteSettingsService
}

export function registerAccountsRoutes(router: Router, services: AccountsServices): void {
  const { registration, logins, sessions, users, settings } = services

  router.route(
    register,
    async ({ body, request }) => {
      await registration.register(body, request)
      return {}
    },
    { limit: 'signIn' },
  )

  router.route(
    login,
    async ({ body, request, setCookie }) => {
      const { token, expiresAtMs, cookies, userId, signedInBy } = await logins.login(body, request)
      for (const cookie of cookies) setCookie(cookie)
      return { token, expiresAtMs, isNewUser: false, user: await users.getUserInfo(userId, signedInBy) }
    },
    { limit: 'signIn' },
  )

  router.route(logout, async ({ setCookie }, user) => {
    for (const cookie of await sessions.end(user.sessionId)) setCookie(cookie)
    return {}
  })

  router.route(getUserInfo, (_call, user) => users.getUserInfo(user.userId, user.signedInBy), {
    limit: 'read',
  })
  router.route(getBasicInfo, () => settings.getSiteInfo(), { limit: 'read' })
  registerMailLoginRoutes(router, services)
  registerWalletRoutes(router, services)
}
