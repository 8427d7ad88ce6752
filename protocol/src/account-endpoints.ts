import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { Amount, Day, Nothing, TimeMs } from './scalars.ts'
import { ADMIN_PASSWORD, EMAIL, PASSWORD, SECOND_FACTOR_CODE, USERNAME } from './text-rules.ts'

const Username = Type.String({ ...USERNAME })
const Password = Type.String({ ...PASSWORD })
const SecondFactorCode = Type.String({ ...SECOND_FACTOR_CODE })

export const BookBalance = Type.Object({
  total: Amount,
  available: Amount,
  inPosition: Amount,
  frozen: Amount,
})
export type BookBalance = Type.Static<typeof BookBalance>

export const UserInfo = Type.Object({
  uid: Type.String({ maxLength: 10 }),
  username: Type.String({ maxLength: 20 }),
  nickname: Type.String({ maxLength: 40 }),
  /** Address of the picture, or null: a generated one is shown. */
  avatar: Type.Union([Type.String(), Type.Null()]),
  /** How the account was opened. */
  loginType: Type.Union([Type.Literal('account'), Type.Literal('email'), Type.Literal('wallet')]),
  /** How this session was opened. */
  signedInBy: Type.Union([Type.Literal('password'), Type.Literal('email'), Type.Literal('wallet')]),
  /** Available balance of the real book. */
  balance: Amount,
  balances: Type.Object({ demo: BookBalance, real: BookBalance }),
  /** Which change of the balances this is: a later answer has a higher number. */
  balanceVersion: Type.Integer(),
})
export type UserInfo = Type.Static<typeof UserInfo>

/** Answer of every way to sign in. */
export const SignedIn = Type.Object({
  token: Type.String(),
  user: UserInfo,
  isNewUser: Type.Boolean(),
  expiresAtMs: TimeMs,
})

export const login = endpoint({
  method: 'POST',
  path: '/api/login/login',
  audience: 'public',
  body: Type.Object(
    {
      username: Type.Optional(Username),
      password: Type.Optional(Password),
      email: Type.Optional(Type.String({ maxLength: 254 })),
      code: Type.Optional(Type.String({ pattern: '^[0-9]{6}$' })),
      remember: Type.Optional(Type.Boolean()),
      /** Command-line clients: bind the token to the caller's address instead of a cookie. */
      bind: Type.Optional(Type.Literal('address')),
    },
    { additionalProperties: false },
  ),
  data: SignedIn,
})

export const register = endpoint({
  method: 'POST',
  path: '/api/login/register',
  audience: 'public',
  body: Type.Object(
    {
      username: Username,
      email: Type.String({ ...EMAIL }),
      password: Password,
      confirmPassword: Type.Optional(Type.String({ maxLength: 200 })),
      /** Eight characters; may be left out only when the operator made it optional. */
      /** Eight letters and digits; spaces, dashes and marks of direction that come along do no harm. */
      inviteCode: Type.Optional(Type.String({ maxLength: 32 })),
      agreeTerms: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  data: Nothing,
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/login/logout',
  audience: 'user',
  data: Nothing,
})

export const getUserInfo = endpoint({
  method: 'GET',
  path: '/api/layout/user-info',
  audience: 'user',
  data: UserInfo,
})

/** What one USDT was worth on a day. Amounts beside the USDT ones follow from it, nothing else. */
const ApproximateRate = Type.Object({
  currency: Type.Union([Type.Literal('EUR'), Type.Literal('INR')]),
  rate: Amount,
  day: Day,
})
export type ApproximateRate = Type.Static<typeof ApproximateRate>

export const SiteInfo = Type.Object({
  logo: Type.Union([Type.String(), Type.Null()]),
  siteName: Type.String(),
  siteDescription: Type.String(),
  /** Who runs this site; empty: the operator has given no name. */
  operatorName: Type.String(),
  emailLogin: Type.Boolean(),
  walletLogin: Type.Boolean(),
  /** Whether a forgotten password can be replaced: this site sends mails. */
  passwordReset: Type.Boolean(),
  inviteCodeRequired: Type.Boolean(),
  /** `hours` as the operator words them; empty: he names none. */
  customerService: Type.Object({
    enabled: Type.Boolean(),
    serviceLink: Type.String(),
    hours: Type.String(),
  }),
  fundsMode: Type.Union([Type.Literal('test'), Type.Literal('live')]),
  /** Of the currencies the operator names one for. */
  rates: Type.Optional(Type.Array(ApproximateRate)),
})
export type SiteInfo = Type.Static<typeof SiteInfo>

export const getBasicInfo = endpoint({
  method: 'GET',
  path: '/api/admin/system/basic-info',
  audience: 'public',
  data: SiteInfo,
})

export const AdminInfo = Type.Object({
  username: Type.String(),
  role: Type.String(),
  permissions: Type.Array(Type.String()),
  /** The one-time password must be replaced before anything else. */
  mustChangePassword: Type.Boolean(),
  /** This site asks its administrators for a second factor, and he has none yet: it is set up before anything else. */
  mustSetUpTwoFactor: Type.Boolean(),
})
export type AdminInfo = Type.Static<typeof AdminInfo>

/**
 * Of who has a second factor `code` is asked for (403 TWO_FACTOR_REQUIRED without one), once the password was right.
 * Refusals: ADMIN_LOGIN_FAILED, ADMIN_PASSWORD_EXPIRED, TWO_FACTOR_WRONG, ACCOUNT_LOCKED; ADMIN_NETWORK_REFUSED from
 * outside of the networks administrators may call from, as of all their calls.
 */
export const adminLogin = endpoint({
  method: 'POST',
  path: '/api/admin/login',
  audience: 'public',
  body: Type.Object(
    { username: Username, password: Password, code: Type.Optional(SecondFactorCode) },
    { additionalProperties: false },
  ),
  data: Type.Object({ token: Type.String(), admin: AdminInfo }),
})

export const adminLogout = endpoint({
  method: 'POST',
  path: '/api/admin/logout',
  audience: 'admin',
  permission: null,
  data: Nothing,
})

/** Ends all other sessions of his. A code as at sign-in, but of who replaces a one-time password: he has just given one. */
export const adminChangePassword = endpoint({
  method: 'POST',
  path: '/api/admin/profile/password',
  audience: 'admin',
  permission: null,
  body: Type.Object(
    {
      currentPassword: Password,
      newPassword: Type.String({ ...ADMIN_PASSWORD }),
      code: Type.Optional(SecondFactorCode),
    },
    { additionalProperties: false },
  ),
  data: Nothing,
})

export const adminProfile = endpoint({
  method: 'GET',
  path: '/api/admin/profile',
  audience: 'admin',
  permission: null,
  data: AdminInfo,
})

/**
 * What mails are written in that no call of the user's causes: `de-DE` and the like. Signing in sets it too, to the language
 * of the call. Refusals: INVALID_PARAMETERS.
 */
export const setLocale = endpoint({
  method: 'POST',
  path: '/api/account/locale',
  audience: 'user',
  body: Type.Object(
    { locale: Type.String({ pattern: '^[a-z]{2}-[A-Z]{2}$', maxLength: 5 }) },
    { additionalProperties: false },
  ),
  data: Nothing,
})
