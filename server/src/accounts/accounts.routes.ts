import { getBasicInfo, getUserInfo, login, logout, register } from '@truestrike/protocol/account-endpoints.ts'
import { getSitePicture, getSiteText } from '@truestrike/protocol/config-endpoints.ts'
import type { Router } from '../platform/route.ts'
import type { KnownCallers } from './known-callers.ts'
import type { LoginService } from './login.service.ts'
import { type MailLoginServices, registerMailLoginRoutes } from './mail-login.routes.ts'
import type { RegistrationService } from './registration.service.ts'
import type { SessionsService } from './sessions.service.ts'
import type { SitePicturesService } from './site-pictures.service.ts'
import type { SiteSettingsService } from './site-settings.service.ts'
import type { SiteTextsService } from './site-texts.service.ts'
import type { UserInfoService } from './user-info.service.ts'
import { registerWalletRoutes, type WalletServices } from './wallets.routes.ts'

export interface AccountsServices extends WalletServices, MailLoginServices {
  registration: RegistrationService
  logins: LoginService
  sessions: SessionsService
  users: UserInfoService
  settings: SiteSettingsService
  texts: SiteTextsService
  sitePictures: SitePicturesService
  callers: KnownCallers
}

export function registerAccountsRoutes(router: Router, services: AccountsServices): void {
  const { registration, logins, sessions, users, settings, texts, sitePictures, callers } = services

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
    { limit: 'signIn', knowsCaller: callers.byName },
  )

  // Whoever signs out waits for nothing.
  const atOnce = { turns: 'none' } as const
  router.route(
    logout,
    async (_call, user) => {
      await sessions.end(user.sessionId)
      return {}
    },
    atOnce,
  )

  router.route(getUserInfo, (_call, user) => users.getUserInfo(user.userId, user.signedInBy), {
    limit: 'read',
  })
  router.route(getBasicInfo, () => settings.getSiteInfo(), { limit: 'read' })
  router.route(getSiteText, async ({ query }) => ({ text: await texts.get(query) }), { limit: 'read' })
  router.download(getSitePicture, ({ params }) => sitePictures.open(params.name ?? ''), { limit: 'read' })
  registerMailLoginRoutes(router, services)
  registerWalletRoutes(router, services)
}
