import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id, Nothing, TimeMs } from './scalars.ts'
import { usedFrom } from './security-endpoints.ts'
import { PASSWORD, SECOND_FACTOR_CODE } from './text-rules.ts'

// What every administrator may do about himself: his second factor and his sessions.

const Password = Type.String({ ...PASSWORD })
/** Six digits of the authenticator app, or a recovery code. */
const Code = Type.String({ ...SECOND_FACTOR_CODE })
const RecoveryCodes = Type.Object({
  /** Shown once. Each works once instead of a code of the app. */
  recoveryCodes: Type.Array(Type.String(), { minItems: 10, maxItems: 10 }),
})

export const AdminSecurity = Type.Object({
  twoFactor: Type.Object({
    on: Type.Boolean(),
    /** Of this site's administrators it is asked: it cannot be turned off. */
    required: Type.Boolean(),
    recoveryCodesLeft: Type.Integer({ minimum: 0, maximum: 10 }),
  }),
})
export type AdminSecurity = Type.Static<typeof AdminSecurity>

export const getAdminSecurity = endpoint({
  method: 'GET',
  path: '/api/admin/profile/security',
  audience: 'admin',
  permission: null,
  data: AdminSecurity,
})

/** A new secret for the authenticator app; nothing is on until a code of it has been sent. 409 TWO_FACTOR_CHANGED when on. */
export const beginAdminTwoFactor = endpoint({
  method: 'POST',
  path: '/api/admin/profile/two-factor/begin',
  audience: 'admin',
  permission: null,
  body: Type.Object({ password: Password }, { additionalProperties: false }),
  data: Type.Object({
    /** Base32, for typing in. */
    secret: Type.String(),
    /** `otpauth://totp/…`, for the QR code. */
    uri: Type.String(),
  }),
})

/** Turns it on, by a code of the app that was just set up; his other sessions end. Refusals: TWO_FACTOR_WRONG, ACCOUNT_LOCKED. */
export const confirmAdminTwoFactor = endpoint({
  method: 'POST',
  path: '/api/admin/profile/two-factor/confirm',
  audience: 'admin',
  permission: null,
  body: Type.Object({ code: Code }, { additionalProperties: false }),
  data: RecoveryCodes,
})

/** Turns it off. Refusals: TWO_FACTOR_WRONG, ACCOUNT_LOCKED; ADMIN_TWO_FACTOR_REQUIRED where every administrator needs it. */
export const removeAdminTwoFactor = endpoint({
  method: 'POST',
  path: '/api/admin/profile/two-factor/remove',
  audience: 'admin',
  permission: null,
  body: Type.Object({ password: Password, code: Code }, { additionalProperties: false }),
  data: Nothing,
})

/** Ten new recovery codes; the old ones count no more. */
export const renewAdminRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/admin/profile/two-factor/recovery-codes',
  audience: 'admin',
  permission: null,
  body: Type.Object({ password: Password, code: Code }, { additionalProperties: false }),
  data: RecoveryCodes,
})

export const AdminSession = Type.Object({
  id: Id,
  /** The one this call comes from. */
  current: Type.Boolean(),
  createdMs: TimeMs,
  lastSeenMs: TimeMs,
  /** Whatever happens in it. */
  expiresMs: TimeMs,
  ...usedFrom,
})
export type AdminSession = Type.Static<typeof AdminSession>

/** Those that go on, newest first. */
export const listAdminSessions = endpoint({
  method: 'GET',
  path: '/api/admin/profile/sessions',
  audience: 'admin',
  permission: null,
  data: Type.Object({ sessions: Type.Array(AdminSession) }),
})

/** 404 when it is none of his, or has ended. His own of now ends by signing out. */
export const endAdminSession = endpoint({
  method: 'POST',
  path: '/api/admin/profile/sessions/:id/end',
  audience: 'admin',
  permission: null,
  params: Type.Object({ id: Id }),
  data: Nothing,
})

/** Ends every session but this one. */
export const endOtherAdminSessions = endpoint({
  method: 'POST',
  path: '/api/admin/profile/sessions/end-others',
  audience: 'admin',
  permission: null,
  data: Type.Object({ ended: Type.Integer({ minimum: 0 }) }),
})
