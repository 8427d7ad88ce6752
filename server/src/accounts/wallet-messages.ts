import { buildSignInMessage, parseSignInMessage } from '@truestrike/core/wallet/sign-in-message.ts'
import { parseWalletAddress, type WalletChain } from '@truestrike/core/wallet/wallet-address.ts'
import { verifyWalletSignature, type WalletSignatureFault } from '@truestrike/core/wallet/wallet-signature.ts'
import type { ErrorCode } from '@truestrike/protocol/errors.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { CookieToSet, RequestInfo } from '../platform/route.ts'
import {
  isSecretToken,
  newSecretToken,
  type RandomBytes,
  randomText,
  sha256,
} from '../platform/secret-token.ts'
import {
  deleteWalletMessagesExpiredBefore,
  insertWalletMessage,
  releaseWalletMessage,
  takeWalletMessage,
  type WalletMessageUse,
  wasWalletMessageIssued,
} from './wallet-messages.store.ts'

const WALLET_COOKIE = 'ts_wallet'
const COOKIE_LIFE_SECONDS = 3600
const LIFE_MS = 5 * 60_000
/** How long a message is remembered after its end. */
const KEPT_MS = 60 * 60_000

const NONCE_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** 142 bits. */
const NONCE_LENGTH = 24

/** In English, as EIP-4361 knows ASCII only; the page says the same in the user's language. */
const SIGN_IN =
  'Sign in. This proves that the address is yours; nothing is sent and no approval is given. New users accept the terms of this site.'
const linkTo = (uid: string): string =>
  `Link this wallet to the account ${uid} of this site, so that it can sign in to it. Nothing is sent and no approval is given.`
const proveFor = (uid: string): string =>
  `Confirm that you are the owner of the account ${uid} of this site and want to make a lasting change to it. Nothing is sent and no approval is given.`

function statementOf(purpose: WalletPurpose): string {
  if (purpose.kind === 'login') return SIGN_IN
  return purpose.kind === 'link' ? linkTo(purpose.uid) : proveFor(purpose.uid)
}

const FAULT_CODES: Record<WalletSignatureFault, ErrorCode> = {
  MALFORMED: 'WALLET_SIGNATURE_INVALID',
  CONTRACT: 'WALLET_CONTRACT',
  OTHER_ACCOUNT: 'WALLET_WRONG_ACCOUNT',
}

export interface WalletAccount {
  chain: WalletChain
  address: string
}

export interface SignedWalletMessage extends WalletAccount {
  message: string
  signature: string
}

/** What a message is good for: signing in, or, of one user, linking a wallet to his account or showing that it is he. */
export type WalletPurpose = { kind: 'login' } | { kind: 'link' | 'prove'; userId: bigint; uid: string }

interface Parts {
  db: Db
  clock: Clock
  random: RandomBytes
  /** The site's own origin for a caller; see `OriginPolicy.own`. */
  ownOrigin(origin: string | undefined): string
}

/** In its one spelling. Errors: WALLET_ADDRESS_INVALID. */
export function canonicalAddress({ chain, address }: WalletAccount): string {
  const parsed = parseWalletAddress(chain, address)
  if (!parsed.ok) throw new AppError('WALLET_ADDRESS_INVALID', { field: 'address' })
  return parsed.value
}

export type WalletMessages = ReturnType<typeof createWalletMessages>

/** Messages issued to be signed: each for one browser, chain, address and purpose, good once, for five minutes (real time). */
export function createWalletMessages({ db, clock, random, ownOrigin }: Parts) {
  async function take(use: WalletMessageUse) {
    const issued = await takeWalletMessage(db, use, clock.nowMs())
    if (issued !== null) return issued
    throw new AppError(
      (await wasWalletMessageIssued(db, use)) ? 'WALLET_MESSAGE_USED' : 'WALLET_MESSAGE_UNKNOWN',
    )
  }

  return {
    async issue(
      purpose: WalletPurpose,
      account: WalletAccount,
      request: RequestInfo,
    ): Promise<{ message: string; expiresAtMs: number; cookie: CookieToSet }> {
      const address = canonicalAddress(account)
      const shown = request.cookies[WALLET_COOKIE]
      const browser = isSecretToken(shown) ? shown : newSecretToken(random)
      const uri = ownOrigin(request.origin)
      const issuedAtMs = clock.nowMs()
      const expiresAtMs = Math.floor(issuedAtMs + LIFE_MS * clock.speed)
      const nonce = randomText(random, NONCE_ALPHABET, NONCE_LENGTH)
      const message = buildSignInMessage({
        domain: new URL(uri).host,
        chain: account.chain,
        address,
        statement: statementOf(purpose),
        uri,
        nonce,
        issuedAtMs,
        expiresAtMs,
      })
      await insertWalletMessage(db, {
        ...useOf(purpose, nonce, browser),
        chain: account.chain,
        address,
        message,
        expiresAtMs,
      })
      const cookie = {
        name: WALLET_COOKIE,
        value: browser,
        httpOnly: true,
        maxAgeSeconds: COOKIE_LIFE_SECONDS,
      }
      return { message, expiresAtMs, cookie }
    },

    /**
     * The address that signed, in its one spelling. Whatever is presented with the right nonce by the right browser
     * uses the message up. Errors: WALLET_ADDRESS_INVALID and, in the order of the checks, WALLET_MESSAGE_UNKNOWN,
     * _USED, _EXPIRED, _CHANGED (also when it is no such message at all), WALLET_WRONG_CHAIN, WALLET_WRONG_ACCOUNT,
     * WALLET_CONTRACT, WALLET_SIGNATURE_INVALID.
     */
    async redeem(
      purpose: WalletPurpose,
      signed: SignedWalletMessage,
      request: RequestInfo,
    ): Promise<WalletAccount> {
      const address = canonicalAddress(signed)
      const issued = await take(useOfSigned(purpose, signed, request))
      if (clock.nowMs() >= Number(issued.expiresAtMs)) throw new AppError('WALLET_MESSAGE_EXPIRED')
      if (signed.message !== issued.message) throw new AppError('WALLET_MESSAGE_CHANGED')
      if (signed.chain !== issued.chain) throw new AppError('WALLET_WRONG_CHAIN')
      if (address !== issued.address) throw new AppError('WALLET_WRONG_ACCOUNT')
      const verdict = verifyWalletSignature(issued.chain, address, issued.message, signed.signature)
      if (!verdict.ok) throw new AppError(FAULT_CODES[verdict.code])
      return { chain: issued.chain, address }
    },

    /**
     * Makes a message that `redeem` accepted good once more, for the rest of its five minutes: what it was for could not be done
     * yet, and the user need not sign again.
     */
    release: async (purpose: WalletPurpose, signed: SignedWalletMessage, request: RequestInfo) =>
      await releaseWalletMessage(db, useOfSigned(purpose, signed, request)),

    async prune(): Promise<void> {
      await deleteWalletMessagesExpiredBefore(db, Math.floor(clock.nowMs() - KEPT_MS * clock.speed))
    },
  }
}

/** Errors: WALLET_MESSAGE_CHANGED, WALLET_MESSAGE_UNKNOWN. */
function useOfSigned(
  purpose: WalletPurpose,
  { message }: SignedWalletMessage,
  request: RequestInfo,
): WalletMessageUse {
  const browser = request.cookies[WALLET_COOKIE]
  const parsed = parseSignInMessage(message)
  if (!parsed.ok) throw new AppError('WALLET_MESSAGE_CHANGED')
  if (!isSecretToken(browser)) throw new AppError('WALLET_MESSAGE_UNKNOWN')
  return useOf(purpose, parsed.value.nonce, browser)
}

function useOf(purpose: WalletPurpose, nonce: string, browser: string): WalletMessageUse {
  const userId = purpose.kind === 'login' ? null : purpose.userId
  return { nonce, purpose: purpose.kind, userId, browserSha256: sha256(browser) }
}
