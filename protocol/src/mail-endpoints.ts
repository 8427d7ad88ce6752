import * as Type from 'typebox'
import { SignedIn } from './account-endpoints.ts'
import { endpoint } from './endpoint.ts'
import { Hash, Nothing } from './scalars.ts'
import { EMAIL, PASSWORD } from './text-rules.ts'

const Email = Type.String({ ...EMAIL })
const Code = Type.String({ pattern: '^[0-9]{6}$' })

/** What is answered to whoever asks for a code, whether the address has an account or not. */
const CodeSent = Type.Object({
  /** Seconds until another one may be asked for. */
  resendSeconds: Type.Integer(),
})

/**
 * Mails a six-digit code for signing in, good for ten minutes in this browser. 503 MAIL_NOT_CONFIGURED where the site
 * sends no mails, 403 LOGIN_TYPE_DISABLED where the operator has switched it off, 429 CODE_TOO_SOON within a minute of the
 * last one, 429 TOO_MANY_REQUESTS beyond the limits of address and mailbox.
 */
export const sendLoginCode = endpoint({
  method: 'POST',
  path: '/api/login/send-code',
  audience: 'public',
  body: Type.Object({ email: Email }, { additionalProperties: false }),
  data: CodeSent,
})

/**
 * The end of a sign-in by a mailed code that was answered 403 ADDRESS_UNCONFIRMED with `details.ticket`: nobody had confirmed the
 * address, and this browser is unknown to the account. With `password`, that of the account, everything stays as it is. With
 * `newPassword` (at least eight characters, letters and digits) the former password, linked wallets, saved withdrawal addresses
 * and all other sessions are removed, and withdrawals wait for 24 hours. Exactly one of the two. The ticket works once, for 15
 * minutes, in the browser that was given it. Refusals: SIGN_IN_EXPIRED, ACCOUNT_LOCKED, PASSWORD_MISMATCH, LOGIN_FAILED when the password was replaced meanwhile.
 */
export const chooseAboutAddress = endpoint({
  method: 'POST',
  path: '/api/login/confirm-address',
  audience: 'public',
  body: Type.Object(
    {
      ticket: Hash,
      password: Type.Optional(Type.String({ maxLength: 200 })),
      newPassword: Type.Optional(Type.String({ maxLength: 200 })),
      confirmPassword: Type.Optional(Type.String({ maxLength: 200 })),
    },
    { additionalProperties: false },
  ),
  data: SignedIn,
})

/** First step of a new password. Refused as `sendLoginCode`, but for the operator's switch. */
export const sendResetCode = endpoint({
  method: 'POST',
  path: '/api/login/forgot/send-code',
  audience: 'public',
  body: Type.Object({ email: Email }, { additionalProperties: false }),
  data: CodeSent,
})

/**
 * Lets this browser choose a new password for ten minutes. `unconfirmed`: nobody had confirmed the address and the account does not know
 * this browser, so that linked wallets and saved withdrawal addresses go with the old password. 400 CODE_INVALID, 429 ACCOUNT_LOCKED.
 */
export const verifyResetCode = endpoint({
  method: 'POST',
  path: '/api/login/forgot/verify',
  audience: 'public',
  body: Type.Object({ email: Email, code: Code }, { additionalProperties: false }),
  data: Type.Object({ unconfirmed: Type.Boolean() }),
})

/**
 * Mails a code to the user's own address, for `confirmEmail`, and for `prove` of who has neither password nor two-factor sign-in. 409
 * EMAIL_MISSING when he has no address; otherwise refused as `sendResetCode`.
 */
export const sendProofCode = endpoint({
  method: 'POST',
  path: '/api/account/proof/send-code',
  audience: 'user',
  data: CodeSent,
})

/**
 * Mails a code to a new address of the user, who has shown anew that he is the owner (`prove`, 403 PROOF_REQUIRED without; a mailed
 * code is not enough). An address that somebody else has is answered alike; no code goes there. Otherwise refused as `sendResetCode`.
 */
export const sendEmailCode = endpoint({
  method: 'POST',
  path: '/api/account/email/send-code',
  audience: 'user',
  body: Type.Object({ email: Email }, { additionalProperties: false }),
  data: CodeSent,
})

/**
 * The new address counts. Ends all other sessions and holds withdrawals back for 24 hours; the address before is told. 400
 * CODE_INVALID, 429 ACCOUNT_LOCKED, 409 EMAIL_EXISTS when somebody else has taken the address since the code was sent.
 */
export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/account/email',
  audience: 'user',
  body: Type.Object({ email: Email, code: Code }, { additionalProperties: false }),
  data: Nothing,
})

/**
 * Shows by a code of `sendProofCode` that the user reads the mails of the address he has, and uses the code up. Changes nothing else.
 * Once that is shown it is answered as done, whatever the code. 400 CODE_INVALID, 409 EMAIL_MISSING, 429 ACCOUNT_LOCKED.
 */
export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/account/email/confirm',
  audience: 'user',
  body: Type.Object({ code: Code }, { additionalProperties: false }),
  data: Nothing,
})

/** After `verifyResetCode`, in its browser: at least eight characters, letters and digits. All sessions of the user end. 400 RESET_EXPIRED. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/login/forgot/reset',
  audience: 'public',
  body: Type.Object(
    {
      password: Type.String({ ...PASSWORD }),
      confirmPassword: Type.Optional(Type.String({ maxLength: 200 })),
    },
    { additionalProperties: false },
  ),
  data: Nothing,
})
