import type { Cancel, Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import type { MailQueue } from '../platform/mail-queue.ts'
import type { RandomBytes } from '../platform/secret-token.ts'
import type { AddressClaim } from './address-claim.ts'
import { createFreshProof } from './fresh-proof.service.ts'
import type { LoginThrottle } from './login-throttle.ts'
import type { MailCodesService } from './mail-codes.service.ts'
import type { PasswordCheck } from './password-check.ts'
import type { RegistrationService } from './registration.service.ts'
import type { SecondFactor } from './second-factor.ts'
import type { SessionsService } from './sessions.service.ts'
import type { SiteSettingsService } from './site-settings.service.ts'
import { createWalletLoginService } from './wallet-login.service.ts'
import { createWalletMessages } from './wallet-messages.ts'
import { createWalletUsers } from './wallet-user.ts'
import { createWalletsService } from './wallets.service.ts'

const PRUNE_EVERY_MS = 10 * 60_000

export interface WalletParts {
  db: Db
  clock: Clock
  random: RandomBytes
  settings: SiteSettingsService
  throttle: LoginThrottle
  sessions: SessionsService
  registration: RegistrationService
  openBalances(sql: Sql, userId: bigint): Promise<void>
  ownOrigin(origin: string | undefined): string
  checkPassword: PasswordCheck
  secondFactor: SecondFactor
  codes: MailCodesService
  addresses: AddressClaim
  /** Null: this site sends no mails. */
  mails: MailQueue | null
}

/** All of accounts that has to do with wallets. */
export function createWalletServices(parts: WalletParts) {
  const messages = createWalletMessages(parts)
  const proofs = createFreshProof({ ...parts, messages })
  return {
    proofs,
    wallets: createWalletsService({ ...parts, messages, proofs }),
    walletLogins: createWalletLoginService({
      ...parts,
      messages,
      checkInvite: parts.registration.checkInvite,
      createWalletUser: createWalletUsers(parts),
    }),
    /** Forgets old messages now and then; the answer stops it. */
    startWalletJobs: (onError: (error: unknown) => void): Cancel =>
      parts.clock.every(PRUNE_EVERY_MS, () => messages.prune().catch(onError)),
  }
}
