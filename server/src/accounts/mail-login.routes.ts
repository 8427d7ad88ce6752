import {
  resetPassword,
  sendLoginCode,
  sendResetCode,
  verifyResetCode,
} from '@truestrike/protocol/mail-endpoints.ts'
import { AppError } from '../platform/app-error.ts'
import type { Router } from '../platform/route.ts'
import { RESEND_SECONDS } from './code-sender.ts'
import type { MailCodesService } from './mail-codes.service.ts'
import type { PasswordResetService } from './password-reset.service.ts'
import type { SiteSettingsService } from './site-settings.service.ts'

export interface MailLoginServices {
  codes: MailCodesService
  resets: PasswordResetService
  settings: SiteSettingsService
}

/** Codes by mail: for signing in (`login` takes them) and for a new password. */
export function registerMailLoginRoutes(
  router: Router,
  { codes, resets, settings }: MailLoginServices,
): void {
  const limit = { limit: 'signIn' } as const

  router.route(
    sendLoginCode,
    async ({ body, request, setCookie }) => {
      if (codes.isConfigured && !(await settings.get()).emailLogin) throw new AppError('LOGIN_TYPE_DISABLED')
      setCookie(await codes.send('login', body.email, request))
      return { resendSeconds: RESEND_SECONDS }
    },
    limit,
  )

  router.route(
    sendResetCode,
    async ({ body, request, setCookie }) => {
      setCookie(await resets.sendCode(body.email, request))
      return { resendSeconds: RESEND_SECONDS }
    },
    limit,
  )

  router.route(
    verifyResetCode,
    async ({ body, request }) => {
      await resets.verify(body, request)
      return {}
    },
    limit,
  )

  router.route(
    resetPassword,
    async ({ body, request, setCookie }) => {
      for (const cookie of await resets.reset(body, request)) setCookie(cookie)
      return {}
    },
    limit,
  )
}
