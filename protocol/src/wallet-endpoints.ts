import * as Type from 'typebox'
import { SignedIn } from './account-endpoints.ts'
import { endpoint } from './endpoint.ts'
import { Id, Nothing, TimeMs } from './scalars.ts'
import { PASSWORD, SECOND_FACTOR_CODE } from './text-rules.ts'

export const WalletChain = Type.Union([Type.Literal('eth'), Type.Literal('tron')])
export type WalletChain = Type.Static<typeof WalletChain>

/** Which program keeps the key; only a name, nothing follows from it. */
export const WalletKind = Type.Union([
  Type.Literal('metamask'),
  Type.Literal('trust'),
  Type.Literal('tronlink'),
])
export type WalletKind = Type.Static<typeof WalletKind>

/** `0x` and 40 hexadecimal digits, or base58check with its leading `T`. */
const Address = Type.String({ minLength: 20, maxLength: 64 })

const Account = { chain: WalletChain, address: Address }

const SignedMessage = {
  ...Account,
  /** As it was issued, to the letter. */
  message: Type.String({ minLength: 1, maxLength: 2_000 }),
  /** Hexadecimal. A contract's may be long; it is refused with a code of its own. */
  signature: Type.String({ maxLength: 20_000 }),
  wallet: Type.Optional(WalletKind),
}

const IssuedMessage = Type.Object({
  /** EIP-4361; the same lines for TRON. */
  message: Type.String(),
  expiresAtMs: TimeMs,
})

/**
 * The message to sign in with: for this browser (by a cookie), chain and address, good once and for five minutes.
 * Errors: WALLET_ADDRESS_INVALID, LOGIN_TYPE_DISABLED.
 */
export const issueWalletMessage = endpoint({
  method: 'POST',
  path: '/api/login/wallet-message',
  audience: 'public',
  body: Type.Object(Account, { additionalProperties: false }),
  data: IssuedMessage,
})

/**
 * Signs in whoever signed the message that was issued; the first time he becomes a user.
 * Errors: LOGIN_TYPE_DISABLED, ACCOUNT_LOCKED, those of a signed message (`WALLET_…`, see `errors.ts`),
 * INVITE_CODE_REQUIRED of a new user without a code where the site asks for one, INVALID_INVITE_CODE. After these two the same
 * signed message may be sent once more, together with a code.
 */
export const walletLogin = endpoint({
  method: 'POST',
  path: '/api/login/wallet-login',
  audience: 'public',
  body: Type.Object(
    {
      ...SignedMessage,
      /** Of who invited a new user. */
      inviteCode: Type.Optional(Type.String({ maxLength: 8 })),
      remember: Type.Optional(Type.Boolean()),
      /** Command-line clients: bind the token to the caller's address instead of a cookie. */
      bind: Type.Optional(Type.Literal('address')),
    },
    { additionalProperties: false },
  ),
  data: SignedIn,
})

export const LinkedWallet = Type.Object({
  id: Id,
  chain: WalletChain,
  address: Type.String(),
  wallet: Type.Union([WalletKind, Type.Null()]),
  /** This session was opened with it. */
  isHere: Type.Boolean(),
  linkedAtMs: TimeMs,
  /** Last sign-in with it. */
  lastUsedAtMs: Type.Union([TimeMs, Type.Null()]),
})
export type LinkedWallet = Type.Static<typeof LinkedWallet>

const LinkedWallets = Type.Object({
  wallets: Type.Array(LinkedWallet),
  /** False: the only wallet left is the only way to sign in: no password, and no address that codes are mailed to. */
  canUnlink: Type.Boolean(),
})

/** The wallets a user signs in with. */
export const listWallets = endpoint({
  method: 'GET',
  path: '/api/account/wallets',
  audience: 'user',
  data: LinkedWallets,
})

/** The message by which a user without a password shows, with a wallet of his, that a session is his; good for nothing else. */
export const issueProofMessage = endpoint({
  method: 'POST',
  path: '/api/account/proof/wallet-message',
  audience: 'user',
  body: Type.Object(Account, { additionalProperties: false }),
  data: IssuedMessage,
})

/**
 * Shows anew whose the session is. For five minutes it may then do one of: linking or unlinking a wallet, setting a first
 * password, setting up two-factor sign-in without a password, changing the mail address; without it they are refused with 403
 * PROOF_REQUIRED. Asked for are the password, the code too while two-factor sign-in is on, and of who has neither what a linked
 * wallet signed or a mailed code (`sendProofCode`; not for another mail address).
 * Errors: INVALID_PARAMETERS, TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG, ACCOUNT_LOCKED, WALLET_NOT_FOUND, CODE_INVALID, those of a
 * signed message.
 */
export const prove = endpoint({
  method: 'POST',
  path: '/api/account/proof',
  audience: 'user',
  body: Type.Object(
    {
      password: Type.Optional(Type.String({ ...PASSWORD })),
      code: Type.Optional(Type.String({ ...SECOND_FACTOR_CODE })),
      wallet: Type.Optional(Type.Object(SignedMessage, { additionalProperties: false })),
      mailedCode: Type.Optional(Type.String({ pattern: '^[0-9]{6}$' })),
    },
    { additionalProperties: false },
  ),
  data: Nothing,
})

/** The message with which a wallet is linked to the caller's account; good for nothing else. Errors: PROOF_REQUIRED. */
export const issueLinkMessage = endpoint({
  method: 'POST',
  path: '/api/account/wallets/message',
  audience: 'user',
  body: Type.Object(Account, { additionalProperties: false }),
  data: IssuedMessage,
})

/** Uses up a proof (`prove`). Errors: PROOF_REQUIRED, those of a signed message, WALLET_TAKEN, WALLET_LIMIT. */
export const linkWallet = endpoint({
  method: 'POST',
  path: '/api/account/wallets',
  audience: 'user',
  body: Type.Object(SignedMessage, { additionalProperties: false }),
  data: LinkedWallets,
})

/**
 * Uses up a proof (`prove`) and ends every session that wallet opened, the caller's too. Errors: PROOF_REQUIRED,
 * WALLET_NOT_FOUND, WALLET_LAST_SIGN_IN.
 */
export const unlinkWallet = endpoint({
  method: 'DELETE',
  path: '/api/account/wallets/:id',
  audience: 'user',
  params: Type.Object({ id: Id }),
  data: Nothing,
})
