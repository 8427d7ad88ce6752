import {
  beginTwoFactor,
  changePassword,
  confirmTwoFactor,
  getSecurity,
  listDevices,
  listLogins,
  removeTwoFactor,
  renewRecoveryCodes,
  secondFactor,
  signOutDevice,
  signOutOthers,
} from '@truestrike/protocol/security-endpoints.ts'
import type { Router } from '../platform/route.ts'
import type { ChangePasswordService } from './change-password.service.ts'
import type { DevicesService } from './devices.service.ts'
import type { KnownCallers } from './known-callers.ts'
import type { SecondStepService } from './second-step.service.ts'
import type { TwoFactorService } from './two-factor.service.ts'
import type { UserInfoService } from './user-info.service.ts'

export interface SecurityServices {
  secondStep: SecondStepService
  passwords: ChangePasswordService
  twoFactor: TwoFactorService
  devices: DevicesService
  users: UserInfoService
  callers: KnownCallers
}

/** Calls that check a password or a code are as rare as sign-ins. */
const SIGN_IN = { limit: 'signIn' } as const

export function registerSecurityRoutes(router: Router, services: SecurityServices): void {
  const { secondStep, passwords, twoFactor, devices, users, callers } = services

  router.route(
    secondFactor,
    async ({ body, request, setCookie }) => {
      const { token, expiresAtMs, cookies, userId, signedInBy } = await secondStep.finish(body, request)
      for (const cookie of cookies) setCookie(cookie)
      return { token, expiresAtMs, isNewUser: false, user: await users.getUserInfo(userId, signedInBy) }
    },
    { ...SIGN_IN, knowsCaller: callers.byTicket },
  )

  router.route(getSecurity, (_call, user) => devices.getOverview(user.userId), { limit: 'read' })
  router.route(
    changePassword,
    async ({ body, request }, user) => {
      await passwords.change(user, body, request)
      return {}
    },
    SIGN_IN,
  )

  router.route(
    beginTwoFactor,
    ({ body, request }, user) => twoFactor.begin(user, body.password, request),
    SIGN_IN,
  )
  router.route(
    confirmTwoFactor,
    async ({ body, request }, user) => ({ recoveryCodes: await twoFactor.confirm(user, body.code, request) }),
    SIGN_IN,
  )
  router.route(
    removeTwoFactor,
    async ({ body, request }, user) => {
      await twoFactor.remove(user, body, request)
      return {}
    },
    SIGN_IN,
  )
  router.route(
    renewRecoveryCodes,
    async ({ body, request }, user) => ({
      recoveryCodes: await twoFactor.renewRecoveryCodes(user, body, request),
    }),
    SIGN_IN,
  )

  router.route(listDevices, async (_call, user) => ({ devices: await devices.listDevices(user) }), {
    limit: 'read',
  })
  router.route(signOutDevice, async ({ body }, user) => {
    await devices.signOut(user.userId, body)
    return {}
  })
  router.route(signOutOthers, async (_call, user) => ({
    ended: await devices.signOutOthers(user),
  }))
  router.route(listLogins, ({ query }, user) => devices.listLogins(user.userId, query), { limit: 'read' })
}
