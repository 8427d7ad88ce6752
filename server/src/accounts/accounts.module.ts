import type { ApproximateRate } from '@truestrike/protocol/account-endpoints.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import type { Bus } from '../platform/bus.ts'
import type { Cancel, Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import type { MailQueue } from '../platform/mail-queue.ts'
import { createPapers } from '../platform/papers.ts'
import type { PasswordHasher } from '../platform/password-hasher.ts'
import { createPictures } from '../platform/picture.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import type { RandomBytes } from '../platform/secret-token.ts'
import { composeAccountMails, postMoneyNews } from './account-mails.ts'
import { startAccountsJobs } from './accounts.jobs.ts'
import { createAddressClaim } from './address-claim.ts'
import { createChangeEmailService } from './change-email.service.ts'
import { createChangePasswordService } from './change-password.service.ts'
import { createDevicesService } from './devices.service.ts'
import { composeDigests, postDigest } from './digest-mail.ts'
import { createExclusionsService } from './exclusions.service.ts'
import { createIdentityService } from './identity.service.ts'
import { createInvitationCodes } from './invitation-codes.ts'
import { createLoginService } from './login.service.ts'
import { createLoginThrottle } from './login-throttle.ts'
import { createMailCodesService } from './mail-codes.service.ts'
import type { DigestLetter, MoneyLetter } from './mail-letters.ts'
import { createMoneyGuard } from './money-guard.service.ts'
import { createPasswordCheck } from './password-check.ts'
import { createPasswordResetService } from './password-reset.service.ts'
import { createPrivateFiles } from './private-files.ts'
import { createProfileService } from './profile.service.ts'
import { createRegistrationService } from './registration.service.ts'
import { createSecondFactor } from './second-factor.ts'
import { createSecondStepService } from './second-step.service.ts'
import { createSessionsService } from './sessions.service.ts'
import { createSiteSettingsService } from './site-settings.service.ts'
import { createTwoFactorService } from './two-factor.service.ts'
import { createUserInfoService } from './user-info.service.ts'
import { createWalletServices } from './wallet-services.ts'

export interface AccountsParts {
  db: Db
  clock: Clock
  bus: Bus
  random: RandomBytes
  hasher: PasswordHasher
  ledger: Pick<LedgerService, 'openBalances' | 'getBalances'>
  fundsMode: 'test' | 'live'
  rates?: readonly ApproximateRate[]
  /** The site's own origin for a caller: what wallets are shown. */
  ownOrigin(origin: string | undefined): string
  secrets: SecretBox
  /** Real time in ms: authenticator apps know no other. */
  wallMs(): number
  /** Null: this site sends no mails. */
  mails: MailQueue | null
  codesPerHour: number
}

export type Accounts = ReturnType<typeof createAccounts>

/** The module put together; `registerAccountsRoutes` takes what this returns. */
export function createAccounts(parts: AccountsParts) {
  const { clock, ledger, mails } = parts
  const settings = createSiteSettingsService(parts)
  const throttle = createLoginThrottle(parts)
  const addresses = createAddressClaim(parts)
  const hurryMails = (): void => mails?.hurry()
  const sessions = createSessionsService({ ...parts, addresses })
  const registration = createRegistrationService({ ...parts, ...ledger, settings, throttle })
  const secondFactor = createSecondFactor({ ...parts, throttle })
  const checkPassword = createPasswordCheck({ ...parts, throttle })
  const secondStep = createSecondStepService({ ...parts, sessions, secondFactor })
  const codes = createMailCodesService({ ...parts, throttle })
  const wallets = createWalletServices({
    ...{ ...parts, settings, throttle, sessions, registration },
    ...{ openBalances: ledger.openBalances, checkPassword, secondFactor, codes },
  })
  const { proofs } = wallets
  const passwords = createChangePasswordService({ ...parts, sessions, secondFactor, checkPassword, proofs })
  const twoFactor = createTwoFactorService({ ...parts, settings, secondFactor, checkPassword, proofs })
  const devices = createDevicesService({ ...parts, sessions, sendsMails: codes.isConfigured })
  const resets = createPasswordResetService({ ...parts, codes, sessions, addresses })
  const logins = createLoginService({ ...parts, throttle, sessions, codes, settings, hurryMails })
  if (mails !== null) {
    const siteName = async () => (await settings.get()).siteName
    composeAccountMails({ ...parts, mails, siteName })
    composeDigests({ ...parts, mails, siteName })
  }
  const users = createUserInfoService({ ...parts, balancesOf: ledger.getBalances })
  const pictures = createPictures()
  const papers = createPapers(pictures)
  return {
    ...wallets,
    settings,
    throttle,
    sessions,
    registration,
    codes,
    resets,
    emails: createChangeEmailService({ ...parts, codes, sessions, proofs }),
    logins,
    users,
    secondFactor,
    secondStep,
    passwords,
    twoFactor,
    devices,
    moneyGuard: createMoneyGuard({ ...parts, checkPassword, secondFactor }),
    exclusions: createExclusionsService(),
    invitationCodes: createInvitationCodes(parts),
    profiles: createProfileService({ ...parts, pictures }),
    identities: createIdentityService({ ...parts, papers }),
    papers,
    files: createPrivateFiles({ ...parts, sessions }),
    authenticator: sessions.authenticator,
    /** By mail, where this site sends any; in the transaction of the step. Whether its user wants it is asked before. */
    async mailMoneyNews(sql: Sql, news: Omit<MoneyLetter, 'origin'>): Promise<void> {
      if (mails !== null) await postMoneyNews(sql, mails, { ...news, origin: parts.ownOrigin(undefined) })
    },
    sendsMails: mails !== null,
    /** After the commit: what was posted goes now. */
    hurryMails,
    /** The daily mail, where this site sends any; in the transaction that settles that it is due. */
    async mailDigest(sql: Sql, letter: Omit<DigestLetter, 'origin'>): Promise<void> {
      if (mails !== null) await postDigest(sql, mails, { ...letter, origin: parts.ownOrigin(undefined) })
    },
    /** Starts the periodic work; the answer stops it, and all listening. */
    start(onError: (error: unknown) => void): Cancel {
      const stopWalletJobs = wallets.startWalletJobs(onError)
      const stopJobs = startAccountsJobs({ clock, sessions, throttle, devices, codes, mails, onError })
      return () => {
        stopWalletJobs()
        stopJobs()
        sessions.close()
        settings.close()
      }
    },
  }
}
