import type { ApproximateRate } from '@truestrike/protocol/account-endpoints.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import type { Bus } from '../platform/bus.ts'
import type { Cancel, Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { FileWorker } from '../platform/file-worker.ts'
import type { MailQueue } from '../platform/mail-queue.ts'
import { createPapers } from '../platform/papers.ts'
import type { PasswordHasher } from '../platform/password-hasher.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import type { RandomBytes } from '../platform/secret-token.ts'
import { composeAccountMails } from './account-mails.ts'
import { startAccountsJobs } from './accounts.jobs.ts'
import { createAddressChoiceService } from './address-choice.service.ts'
import { createAddressClaim } from './address-claim.ts'
import { composeAnnouncements } from './announcement-mail.ts'
import { createChangeEmailService } from './change-email.service.ts'
import { createChangePasswordService } from './change-password.service.ts'
import { createDevicesService } from './devices.service.ts'
import { composeDigests } from './digest-mail.ts'
import { createExclusionsService } from './exclusions.service.ts'
import { createIdentityService } from './identity.service.ts'
import { createIdentityDecisions } from './identity-decisions.ts'
import { createIdentityReview } from './identity-review.ts'
import { createInvitationCodes } from './invitation-codes.ts'
import { createKnownCallers } from './known-callers.ts'
import { createLoginService } from './login.service.ts'
import { createLoginThrottle } from './login-throttle.ts'
import { createMailCodesService } from './mail-codes.service.ts'
import { createMoneyGuard } from './money-guard.service.ts'
import { createPasswordCheck } from './password-check.ts'
import { createPasswordResetService } from './password-reset.service.ts'
import { createPosting } from './posted-mails.ts'
import { createPrivateFiles } from './private-files.ts'
import { createProfileService } from './profile.service.ts'
import { createRegistrationService } from './registration.service.ts'
import { createSecondFactor } from './second-factor.ts'
import { createSecondStepService } from './second-step.service.ts'
import { createSessionsService } from './sessions.service.ts'
import { createSiteServices } from './site-services.ts'
import { createTwoFactorService } from './two-factor.service.ts'
import { createTwoFactorReset } from './two-factor-reset.ts'
import { createUserDirectory } from './user-directory.service.ts'
import { createUserInfoService } from './user-info.service.ts'
import { createUserStandingService } from './user-standing.service.ts'
import { createWalletServices } from './wallet-services.ts'

export interface AccountsParts {
  db: Db
  clock: Clock
  bus: Bus
  random: RandomBytes
  hasher: PasswordHasher
  fileWorker: FileWorker
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
  const { clock, ledger, mails, fileWorker: pictures } = parts
  const site = createSiteServices({ ...parts, pictures })
  const { settings } = site
  const throttle = createLoginThrottle(parts)
  const addresses = createAddressClaim(parts)
  const posting = createPosting(parts)
  const { hurryMails } = posting
  const sessions = createSessionsService({ ...parts, addresses })
  const registration = createRegistrationService({ ...parts, ...ledger, settings, throttle })
  const secondFactor = createSecondFactor({ ...parts, throttle })
  const checkPassword = createPasswordCheck({ ...parts, throttle })
  const secondStep = createSecondStepService({ ...parts, sessions, secondFactor })
  const codes = createMailCodesService({ ...parts, throttle })
  const wallets = createWalletServices({
    ...{ ...parts, settings, throttle, sessions, registration },
    ...{ openBalances: ledger.openBalances, checkPassword, secondFactor, codes, addresses },
  })
  const { proofs } = wallets
  const passwords = createChangePasswordService({ ...parts, sessions, secondFactor, checkPassword, proofs })
  const twoFactor = createTwoFactorService({ ...parts, settings, secondFactor, checkPassword, proofs })
  const devices = createDevicesService({ ...parts, sessions, sendsMails: codes.isConfigured })
  const resets = createPasswordResetService({ ...parts, codes, sessions, addresses })
  const addressChoices = createAddressChoiceService({ ...parts, sessions, checkPassword, hurryMails })
  const logins = createLoginService({ ...parts, throttle, sessions, codes, settings, hurryMails })
  if (mails !== null) {
    const siteName = async () => (await settings.get()).siteName
    composeAccountMails({ ...parts, mails, siteName })
    composeDigests({ ...parts, mails, siteName })
    composeAnnouncements({ ...parts, mails, siteName })
  }
  const users = {
    ...createUserInfoService({ ...parts, balancesOf: ledger.getBalances }),
    listOnline: sessions.listOnline,
  }
  const papers = createPapers(pictures)
  const files = createPrivateFiles({ ...parts, sessions })
  return {
    ...wallets,
    ...site,
    ...{ throttle, sessions },
    ...{ registration, codes, resets },
    emails: createChangeEmailService({ ...parts, codes, sessions, proofs }),
    logins,
    addressChoices,
    ...{ users, secondFactor, secondStep, passwords, twoFactor },
    twoFactorReset: createTwoFactorReset(parts),
    devices,
    standing: createUserStandingService({ ...parts, sessions }),
    moneyGuard: createMoneyGuard({ ...parts, checkPassword, secondFactor }),
    exclusions: createExclusionsService({ ...parts, proofs }),
    invitationCodes: createInvitationCodes(parts),
    profiles: createProfileService({ ...parts, pictures, settings }),
    identities: createIdentityService({ ...parts, papers }),
    papers,
    files,
    identityReview: createIdentityReview({ ...parts, files }),
    identityDecisions: createIdentityDecisions(parts),
    directory: createUserDirectory({ ...parts, users }),
    callers: createKnownCallers(parts),
    authenticator: sessions.authenticator,
    ...posting,
    /** Starts the periodic work; the answer stops it, and all listening. */
    start(onError: (error: unknown) => void): Cancel {
      const stopWalletJobs = wallets.startWalletJobs(onError)
      const stopJobs = startAccountsJobs({ clock, sessions, throttle, devices, codes, mails, onError })
      return () => {
        stopWalletJobs()
        stopJobs()
        sessions.close()
        site.closeSite()
      }
    },
  }
}
