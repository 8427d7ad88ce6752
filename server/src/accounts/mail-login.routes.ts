import {
  changeEmail,
  chooseAboutAddress,
  resetPassword,
  sendEmailCode,
  sendLoginCode,
  sendResetCode,
  verifyResetCode,
} from '@truestrike/protocol/mail-endpoints.ts'
import { AppError } from '../platform/app-error.ts'
import type { Router } from '../platform/route.ts'
import type { AddressChoiceService } from './address-choice.service.ts'
import type { ChangeEmailService } from './change-email.service.ts'
import { RESEND_SECONDS } from './code-sender.ts'
import type { KnownCallers } from './known-callers.ts'
import type { MailCodesService } from './mail-codes.service.ts'
import type { PasswordResetService } from './password-reset.service.ts'
import type { SiteSettingsService } from './site-settings.service.ts'
import type { UserInfoService } from './user-info.service.ts'

export interface MailLoginServices {
  codes: MailCodesService
  resets: PasswordResetService
  settings: SiteSettingsService
  emails: ChangeEmailService
  callers: KnownCallers
  addressChoices: AddressChoiceService
  users: UserInfoService
}

/** Codes by mail: for signing in (`login` takes them), for a new password and for a new address. */
export function registerMailLoginRoutes(
  router: Router,
  { codes, resets, settings, emails, callers, addressChoices, users }: MailLoginServices,
): void {
  const limit = { limit: 'signIn' } as const
  const ofAddress = { ...limit, knowsCaller: callers.byEmail }

  router.route(
    sendLoginCode,
    async ({ body, request, setCookie }) => {
      if (codes.isConfigured && !(await settings.get()).emailLogin) throw new AppError('LOGIN_TYPE_DISABLED')
      setCookie(await codes.send('login', body.email, request))
      return { resendSeconds: RESEND_SECONDS }
    },
    ofAddress,
  )

  router.route(
    sendResetCode,
    async ({ body, request, setCookie }) => {
      setCookie(await resets.sendCode(body.email, request))
      return { resendSeconds: RESEND_SECONDS }
    },
    ofAddress,
  )

  router.route(verifyResetCode, ({ body, request }) => resets.verify(body, request), ofAddress)

  router.route(
    resetPassword,
    async ({ body, request, setCookie }) => {
      for (const cookie of await resets.reset(body, request)) setCookie(cookie)
      return {}
    },
    { ...limit, knowsCaller: callers.byReset },
  )

  router.route(
    chooseAboutAddress,
    async ({ body, request, setCookie }) => {
      const { token, expiresAtMs, cookies, userId, signedInBy } = await addressChoices.finish(body, request)
      for (const cookie of cookies) setCookie(cookie)
      return { token, expiresAtMs, isNewUser: false, user: await users.getUserInfo(userId, signedInBy) }
    },
    { ...limit, knowsCaller: callers.byTicket },
  )

  router.route(
    sendEmailCode,
    async ({ body, request, setCookie }, user) => {
      setCookie(await emails.sendCode(user, body.email, request))
      return { resendSeconds: RESEND_SECONDS }
    },
    limit,
  )

  router.route(
    changeEmail,
    async ({ body, request, setCookie }, user) => {
      setCookie(await emails.change(user, body, request))
      return {}
    },
    limit,
  )
}
