import {
  beginAdminTwoFactor,
  confirmAdminTwoFactor,
  endAdminSession,
  endOtherAdminSessions,
  getAdminSecurity,
  listAdminSessions,
  removeAdminTwoFactor,
  renewAdminRecoveryCodes,
} from '@truestrike/protocol/admin-account-endpoints.ts'
import type { Router } from '../platform/route.ts'
import { parseRowId } from '../platform/row-id.ts'
import type { Admin } from './admin.module.ts'

/** Calls that take a password or a code. */
const GUESSED = { limit: 'signIn' } as const
const SETUP = { ...GUESSED, duringTwoFactorSetup: true } as const

export function registerAdminProfileRoutes(
  router: Router,
  { twoFactor, ownSessions }: Pick<Admin, 'twoFactor' | 'ownSessions'>,
): void {
  router.route(getAdminSecurity, (_call, admin) => twoFactor.getSecurity(admin), {
    duringTwoFactorSetup: true,
  })
  router.route(
    beginAdminTwoFactor,
    ({ body, request }, admin) => twoFactor.begin(admin, body.password, request),
    SETUP,
  )
  router.route(
    confirmAdminTwoFactor,
    async ({ body, request }, admin) => ({
      recoveryCodes: await twoFactor.confirm(admin, body.code, request),
    }),
    SETUP,
  )
  router.route(
    removeAdminTwoFactor,
    async ({ body, request }, admin) => {
      await twoFactor.remove(admin, body, request)
      return {}
    },
    GUESSED,
  )
  router.route(
    renewAdminRecoveryCodes,
    async ({ body, request }, admin) => ({
      recoveryCodes: await twoFactor.renewRecoveryCodes(admin, body, request),
    }),
    GUESSED,
  )

  router.route(listAdminSessions, async (_call, admin) => ({ sessions: await ownSessions.list(admin) }))
  router.route(endAdminSession, async ({ params, request }, admin) => {
    await ownSessions.end(admin, parseRowId(params.id), request)
    return {}
  })
  router.route(endOtherAdminSessions, async ({ request }, admin) => ({
    ended: await ownSessions.endOthers(admin, request),
  }))
}
