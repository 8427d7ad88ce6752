import { confirmEmail, sendProofCode } from '@truestrike/protocol/mail-endpoints.ts'
import {
  issueLinkMessage,
  issueProofMessage,
  issueWalletMessage,
  linkWallet,
  listWallets,
  prove,
  unlinkWallet,
  walletLogin,
} from '@truestrike/protocol/wallet-endpoints.ts'
import type { CookieToSet, Router } from '../platform/route.ts'
import { RESEND_SECONDS } from './code-sender.ts'
import type { FreshProof } from './fresh-proof.service.ts'
import type { KnownCallers } from './known-callers.ts'
import type { UserInfoService } from './user-info.service.ts'
import type { WalletLoginService } from './wallet-login.service.ts'
import type { WalletsService } from './wallets.service.ts'

export interface WalletServices {
  walletLogins: WalletLoginService
  wallets: WalletsService
  proofs: FreshProof
  users: Pick<UserInfoService, 'getUserInfo'>
  callers: KnownCallers
}

export function registerWalletRoutes(
  router: Router,
  { walletLogins, wallets, proofs, users, callers }: WalletServices,
): void {
  const ofWallet = { limit: 'signIn', knowsCaller: callers.byWallet } as const

  router.route(
    issueWalletMessage,
    async ({ body, request, setCookie }) => sendIssued(await walletLogins.issue(body, request), setCookie),
    ofWallet,
  )

  router.route(
    walletLogin,
    async ({ body, request, setCookie }) => {
      const { token, expiresAtMs, cookies, userId, signedInBy, isNewUser } = await walletLogins.login(
        body,
        request,
      )
      for (const cookie of cookies) setCookie(cookie)
      return { token, expiresAtMs, isNewUser, user: await users.getUserInfo(userId, signedInBy) }
    },
    ofWallet,
  )

  router.route(
    issueProofMessage,
    async ({ body, request, setCookie }, user) =>
      sendIssued(await proofs.issue(body, user, request), setCookie),
    { limit: 'signIn' },
  )

  router.route(
    prove,
    async ({ body, request }, user) => {
      await proofs.prove(user, body, request)
      return {}
    },
    { limit: 'signIn' },
  )

  router.route(
    sendProofCode,
    async ({ request, setCookie }, user) => {
      setCookie(await proofs.sendCode(user, request))
      return { resendSeconds: RESEND_SECONDS }
    },
    { limit: 'signIn' },
  )

  router.route(
    confirmEmail,
    async ({ body, request }, user) => {
      await proofs.confirmEmail(user, body.code, request)
      return {}
    },
    { limit: 'signIn' },
  )

  router.route(listWallets, (_call, user) => wallets.list(user))

  router.route(
    issueLinkMessage,
    async ({ body, request, setCookie }, user) =>
      sendIssued(await wallets.issue(body, user, request), setCookie),
    { limit: 'signIn' },
  )

  router.route(linkWallet, ({ body, request }, user) => wallets.link(body, user, request), {
    limit: 'signIn',
  })

  router.route(unlinkWallet, async ({ params, request }, user) => {
    await wallets.unlink(BigInt(params.id ?? 0), user, request)
    return {}
  })
}

function sendIssued(
  { cookie, ...issued }: { message: string; expiresAtMs: number; cookie: CookieToSet },
  setCookie: (cookie: CookieToSet) => void,
): { message: string; expiresAtMs: number } {
  setCookie(cookie)
  return issued
}
