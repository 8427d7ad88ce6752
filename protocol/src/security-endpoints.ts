import * as Type from 'typebox'
import { SignedIn } from './account-endpoints.ts'
import { endpoint } from './endpoint.ts'
import { Hash, Id, Nothing, TimeMs } from './scalars.ts'
import { PASSWORD, SECOND_FACTOR_CODE } from './text-rules.ts'

const Password = Type.String({ ...PASSWORD })
/** Six digits of the authenticator app, or a recovery code. Spaces and hyphens do not count. */
const SecondFactorCode = Type.String({ ...SECOND_FACTOR_CODE })

/**
 * The second step of a sign-in that was answered 403 TWO_FACTOR_REQUIRED with `details.ticket`. The ticket counts for five
 * minutes, in the browser that was given it (or from its address), and for one sign-in; it opens nothing else.
 * Refusals: TWO_FACTOR_WRONG, TWO_FACTOR_BLOCKED, SIGN_IN_EXPIRED, ACCOUNT_LOCKED.
 */
export const secondFactor = endpoint({
  method: 'POST',
  path: '/api/login/second-factor',
  audience: 'public',
  body: Type.Object({ ticket: Hash, code: SecondFactorCode }, { additionalProperties: false }),
  data: SignedIn,
})

/** What was changed of what protects an account; a first password and a first address are changes too. */
export const ProtectionChange = Type.Union([
  Type.Literal('password'),
  Type.Literal('two-factor'),
  Type.Literal('email'),
])
export type ProtectionChange = Type.Static<typeof ProtectionChange>

export const SecurityOverview = Type.Object({
  /** False: the account was opened by wallet or e-mail, and has none yet. */
  hasPassword: Type.Boolean(),
  /** Without a password he may show by a code mailed there that he is the owner (`sendProofCode`); null: he may not. */
  proofEmail: Type.Union([Type.String(), Type.Null()]),
  /** An address of the user that nobody has shown yet to be his (`confirmEmail`); null: none, or the site sends no mails. */
  unconfirmedEmail: Type.Union([Type.String(), Type.Null()]),
  twoFactor: Type.Object({
    on: Type.Boolean(),
    recoveryCodesLeft: Type.Integer({ minimum: 0, maximum: 10 }),
  }),
  /** Devices signed in now, this one among them. */
  devices: Type.Integer({ minimum: 0 }),
  /** Until when withdrawals are held back after a change, or null. */
  withdrawalsLockedUntilMs: Type.Union([TimeMs, Type.Null()]),
  withdrawalsLockedBy: Type.Union([ProtectionChange, Type.Null()]),
})
export type SecurityOverview = Type.Static<typeof SecurityOverview>

export const getSecurity = endpoint({
  method: 'GET',
  path: '/api/account/security',
  audience: 'user',
  data: SecurityOverview,
})

/**
 * Ends all other sessions and holds withdrawals back for 24 hours. A user who has none leaves `currentPassword` out and
 * uses up a proof (`prove`, 403 PROOF_REQUIRED without); of others `code` is asked for (403 TWO_FACTOR_REQUIRED) while two-factor sign-in is on.
 */
export const changePassword = endpoint({
  method: 'POST',
  path: '/api/account/password',
  audience: 'user',
  body: Type.Object(
    {
      currentPassword: Type.Optional(Password),
      newPassword: Password,
      confirmPassword: Password,
      code: Type.Optional(SecondFactorCode),
    },
    { additionalProperties: false },
  ),
  data: Nothing,
})

/**
 * A new secret for the authenticator app; nothing is on until a code of it has been sent. 409 TWO_FACTOR_CHANGED when on. A user
 * without a password uses up a proof (`prove`, 403 PROOF_REQUIRED without).
 */
export const beginTwoFactor = endpoint({
  method: 'POST',
  path: '/api/account/two-factor/begin',
  audience: 'user',
  body: Type.Object({ password: Type.Optional(Password) }, { additionalProperties: false }),
  data: Type.Object({
    /** Base32, for typing in. */
    secret: Type.String(),
    /** `otpauth://totp/…`, for the QR code. */
    uri: Type.String(),
  }),
})

const RecoveryCodes = Type.Object({
  /** Shown once. Each works once instead of a code of the app. */
  recoveryCodes: Type.Array(Type.String(), { minItems: 10, maxItems: 10 }),
})

/** Turns two-factor sign-in on, by a code of the app that was just set up. */
export const confirmTwoFactor = endpoint({
  method: 'POST',
  path: '/api/account/two-factor/confirm',
  audience: 'user',
  body: Type.Object({ code: SecondFactorCode }, { additionalProperties: false }),
  data: RecoveryCodes,
})

/** Turns it off, and holds withdrawals back for 24 hours. */
export const removeTwoFactor = endpoint({
  method: 'POST',
  path: '/api/account/two-factor/remove',
  audience: 'user',
  body: Type.Object(
    { password: Type.Optional(Password), code: SecondFactorCode },
    { additionalProperties: false },
  ),
  data: Nothing,
})

/** Ten new recovery codes; the old ones count no more. */
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/account/two-factor/recovery-codes',
  audience: 'user',
  body: Type.Object(
    { password: Type.Optional(Password), code: SecondFactorCode },
    { additionalProperties: false },
  ),
  data: RecoveryCodes,
})

/** Where a call came from, as far as its address tells by itself: the site asks nobody about addresses. */
const Place = Type.Union([
  Type.Literal('this-machine'),
  Type.Literal('local-network'),
  Type.Literal('unknown'),
])
export const usedFrom = {
  /** Names such as `Firefox` and `Android`; null where the browser does not say. */
  browser: Type.Union([Type.String(), Type.Null()]),
  system: Type.Union([Type.String(), Type.Null()]),
  ip: Type.String(),
  place: Place,
}

export const Device = Type.Object({
  id: Id,
  /** `client`: a token bound to an address, without a browser. */
  kind: Type.Union([Type.Literal('browser'), Type.Literal('client')]),
  /** The one this call comes from. */
  current: Type.Boolean(),
  signedIn: Type.Boolean(),
  /**
   * Guessers elsewhere do not lock its owner out there, and a mailed code from there takes no account over. Until it is signed
   * out from elsewhere, also when its session has ended meanwhile; a client never is.
   */
  known: Type.Boolean(),
  firstSeenMs: TimeMs,
  lastSeenMs: TimeMs,
  ...usedFrom,
})
export type Device = Type.Static<typeof Device>

/** Browsers the account was used from, the last 20, and clients signed in now; newest first. */
export const listDevices = endpoint({
  method: 'GET',
  path: '/api/account/devices',
  audience: 'user',
  data: Type.Object({ devices: Type.Array(Device) }),
})

/** Ends what is signed in there, and makes the device a strange one, signed in or not. 404 when it is not one of the user's. */
export const signOutDevice = endpoint({
  method: 'POST',
  path: '/api/account/devices/sign-out',
  audience: 'user',
  body: Type.Object(
    { id: Id, kind: Type.Union([Type.Literal('browser'), Type.Literal('client')]) },
    { additionalProperties: false },
  ),
  data: Nothing,
})

/** Ends every session but this one. */
export const signOutOthers = endpoint({
  method: 'POST',
  path: '/api/account/devices/sign-out-others',
  audience: 'user',
  data: Type.Object({ ended: Type.Integer({ minimum: 0 }) }),
})

export const LoginRecord = Type.Object({
  timeMs: TimeMs,
  method: Type.Union([Type.Literal('password'), Type.Literal('email'), Type.Literal('wallet')]),
  /** `code-asked`: the first step was right. `choice-asked`: so was the mailed code, and it waits for the user to choose a password. */
  outcome: Type.Union([
    Type.Literal('signed-in'),
    Type.Literal('code-asked'),
    Type.Literal('choice-asked'),
    Type.Literal('wrong-password'),
    Type.Literal('wrong-code'),
  ]),
  ...usedFrom,
})
export type LoginRecord = Type.Static<typeof LoginRecord>

/** Sign-ins of 90 days, failed ones among them, newest first; at most the last 100 of each. */
export const listLogins = endpoint({
  method: 'GET',
  path: '/api/account/logins',
  audience: 'user',
  query: Type.Object(
    {
      cursor: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,18}$', maxLength: 19 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
    },
    { additionalProperties: false },
  ),
  data: Type.Object({
    logins: Type.Array(LoginRecord),
    nextCursor: Type.Union([Type.String(), Type.Null()]),
  }),
})
