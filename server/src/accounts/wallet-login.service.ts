import type { WalletKind } from '@truestrike/protocol/wallet-endpoints.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { addressKey } from '../platform/http-address.ts'
import type { RequestInfo } from '../platform/route.ts'
import { sha256 } from '../platform/secret-token.ts'
import { knownDeviceOfWallet } from './known-device.ts'
import type { LoginThrottle } from './login-throttle.ts'
import type { OpenedSession } from './open-session.ts'
import type { RegistrationService } from './registration.service.ts'
import type { SessionsService } from './sessions.service.ts'
import type { SiteSettingsService } from './site-settings.service.ts'
import { setLastLogin } from './users.store.ts'
import {
  canonicalAddress,
  type SignedWalletMessage,
  type WalletAccount,
  type WalletMessages,
} from './wallet-messages.ts'
import type { CreateWalletUser } from './wallet-user.ts'
import { getWalletOwner, touchWallet, type WalletOwner } from './wallets.store.ts'

export interface WalletLoginForm extends SignedWalletMessage {
  wallet?: WalletKind
  inviteCode?: string
  remember?: boolean
  bind?: 'address'
}

interface Parts {
  db: Db
  clock: Clock
  settings: Pick<SiteSettingsService, 'get'>
  throttle: LoginThrottle
  sessions: SessionsService
  messages: WalletMessages
  checkInvite: RegistrationService['checkInvite']
  createWalletUser: CreateWalletUser
}

export type WalletLoginService = ReturnType<typeof createWalletLoginService>

export function createWalletLoginService(parts: Parts) {
  const { db, clock, throttle, messages } = parts

  async function refuseWhenOff(): Promise<void> {
    if (!(await parts.settings.get()).walletLogin) throw new AppError('LOGIN_TYPE_DISABLED')
  }

  /** Whatever is wrong with the message counts as a failed sign-in of this address. */
  async function checkMessage(form: WalletLoginForm, request: RequestInfo): Promise<WalletAccount> {
    const account = { chain: form.chain, address: canonicalAddress(form) }
    const attempt = await throttle.enter({
      scope: 'user',
      accountSha256: sha256(`wallet:${account.chain}:${account.address}`),
      address: addressKey(request.ip),
      deviceSha256: await knownDeviceOfWallet(db, account, request),
      atMs: clock.nowMs(),
    })
    const redeemed = await messages.redeem({ kind: 'login' }, form, request)
    await throttle.succeed(attempt)
    return redeemed
  }

  /** Only who has signed learns whether the address is known. */
  async function ownerOf(
    { chain, address }: WalletAccount,
    form: WalletLoginForm,
  ): Promise<WalletOwner & { isNewUser: boolean }> {
    const known = await getWalletOwner(db, chain, address)
    if (known !== null) return { ...known, isNewUser: false }
    const referredBy = await checkInvite(form.inviteCode)
    return await parts.createWalletUser({ chain, address, wallet: form.wallet ?? null, referredBy })
  }

  async function checkInvite(inviteCode: string | undefined): Promise<bigint | null> {
    const isMissing = inviteCode === undefined || inviteCode === ''
    if (isMissing && (await parts.settings.get()).inviteCodeRequired)
      throw new AppError('INVITE_CODE_REQUIRED', { field: 'inviteCode' })
    return await parts.checkInvite(inviteCode)
  }

  /** Whoever is asked for an invite code presents the same signed message again together with the code. */
  async function releaseForInvite(
    error: unknown,
    form: WalletLoginForm,
    request: RequestInfo,
  ): Promise<never> {
    const isAboutInvite =
      error instanceof AppError &&
      (error.code === 'INVITE_CODE_REQUIRED' || error.code === 'INVALID_INVITE_CODE')
    if (isAboutInvite) await messages.release({ kind: 'login' }, form, request)
    throw error
  }

  return {
    /** Errors: LOGIN_TYPE_DISABLED, WALLET_ADDRESS_INVALID. */
    async issue(account: WalletAccount, request: RequestInfo) {
      await refuseWhenOff()
      return await messages.issue({ kind: 'login' }, account, request)
    },

    /**
     * Signs in the owner of the wallet; one that nobody has becomes a new user's, under the same rule about invite codes as a
     * registration. After INVITE_CODE_REQUIRED or INVALID_INVITE_CODE the signed message is good once more. Errors: those two,
     * LOGIN_TYPE_DISABLED, ACCOUNT_LOCKED, WALLET_NOT_FOUND for one that was unlinked meanwhile, those of `redeem`.
     */
    async login(
      form: WalletLoginForm,
      request: RequestInfo,
    ): Promise<OpenedSession & { userId: bigint; isNewUser: boolean }> {
      await refuseWhenOff()
      const account = await checkMessage(form, request)
      const owner = await ownerOf(account, form).catch((error: unknown) =>
        releaseForInvite(error, form, request),
      )
      const opened = await parts.sessions.open(owner.userId, request, {
        remember: form.remember === true,
        bindToAddress: form.bind === 'address',
        method: 'wallet',
        walletId: owner.walletId,
      })
      const atMs = clock.nowMs()
      await touchWallet(db, account.chain, account.address, atMs)
      await setLastLogin(db, owner.userId, { atMs, locale: request.namedLocale })
      return { ...opened, userId: owner.userId, isNewUser: owner.isNewUser }
    },
  }
}
