import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id, TimeMs } from './scalars.ts'
import { USERNAME } from './text-rules.ts'

// Of the back office: who its administrators are. Nobody acts on himself here, nor on somebody who may do what he may not.

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const params = Type.Object({ id: Id })
/** The one that was looked at: who acts on an older one is told (ADMINISTRATOR_CHANGED). */
const version = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
const RoleName = Type.Union([
  Type.Literal('owner'),
  Type.Literal('finance'),
  Type.Literal('support'),
  Type.Literal('risk'),
  Type.Literal('auditor'),
])

export const Administrator = Type.Object({
  id: Id,
  username: Type.String(),
  /** One of the roles, or a name that is no longer one: then nothing is permitted. */
  role: Type.String(),
  /** Of the role's permissions those he has; empty: all of them. */
  ownPermissions: Type.Array(Type.String()),
  isMe: Type.Boolean(),
  /** Whether the caller may act on him. */
  mayChange: Type.Boolean(),
  disabled: Type.Boolean(),
  mustChangePassword: Type.Boolean(),
  /** Of a one-time password. */
  passwordExpiresMs: Nullable(TimeMs),
  twoFactor: Type.Boolean(),
  /** That go on. */
  sessions: Type.Integer({ minimum: 0 }),
  createdMs: TimeMs,
  /** Null: by the first start, or before it was kept. */
  createdBy: Nullable(Type.String()),
  lastLoginMs: Nullable(TimeMs),
  /** He is new, or was let in anew or given more by another one: he is neither of two before. Null: nothing to wait for. */
  agreesFromMs: Nullable(TimeMs),
  version: Type.Integer(),
})
export type Administrator = Type.Static<typeof Administrator>

const One = Type.Object({ administrator: Administrator })
/** The password is shown once, counts for a day, and opens nothing but the form that replaces it. */
const WithPassword = Type.Object({ administrator: Administrator, oneTimePassword: Type.String() })

/** Oldest first. */
export const listAdministrators = endpoint({
  method: 'GET',
  path: '/api/admin/administrators',
  audience: 'admin',
  permission: 'roles:read',
  query: Type.Object({
    role: Type.Optional(RoleName),
    state: Type.Optional(Type.Union([Type.Literal('active'), Type.Literal('disabled')])),
    /** A part of names. */
    search: Type.Optional(Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' })),
    cursor: Type.Optional(Id),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
  }),
  data: Type.Object({ administrators: Type.Array(Administrator), nextCursor: Nullable(Id) }),
})

/** Refusal: ADMINISTRATOR_NOT_FOUND. */
export const getAdministrator = endpoint({
  method: 'GET',
  path: '/api/admin/administrators/:id',
  audience: 'admin',
  permission: 'roles:read',
  params,
  data: Type.Object({ administrator: Administrator }),
})

/** Refusals: USERNAME_EXISTS; PERMISSION_DENIED for a role that may do what the caller may not. */
export const createAdministrator = endpoint({
  method: 'POST',
  path: '/api/admin/administrators',
  audience: 'admin',
  permission: 'roles',
  body: Type.Object(
    { username: Type.String({ ...USERNAME }), role: RoleName },
    { additionalProperties: false },
  ),
  data: WithPassword,
})

/**
 * Refusals of all steps: ADMINISTRATOR_NOT_FOUND, ADMINISTRATOR_SELF, PERMISSION_DENIED, ADMINISTRATOR_CHANGED, and
 * ADMINISTRATOR_LAST_OWNER when nobody would be left who may do everything.
 */
const step = <const P extends string, B extends Type.TSchema, D extends Type.TSchema>(
  name: P,
  body: B,
  data: D,
) =>
  endpoint({
    method: 'POST',
    path: `/api/admin/administrators/:id/${name}`,
    audience: 'admin',
    permission: 'roles',
    params,
    body,
    data,
  })
const Version = Type.Object({ version }, { additionalProperties: false })

/** `permissions`: of the role's those he is to have (INVALID_PARAMETERS when the role has not all of them); left out: all. */
export const setAdministratorRole = step(
  'role',
  Type.Object(
    {
      version,
      role: RoleName,
      permissions: Type.Optional(
        Type.Array(Type.String({ pattern: '^[a-z-]+(:read)?$', maxLength: 40 }), {
          ...{ minItems: 1, maxItems: 50, uniqueItems: true },
        }),
      ),
    },
    { additionalProperties: false },
  ),
  One,
)
/** Signs him out, and he cannot sign in. */
export const disableAdministrator = step('disable', Version, One)
export const enableAdministrator = step('enable', Version, One)
/** Signs him out; his second factor stays. */
export const resetAdministratorPassword = step('reset-password', Version, WithPassword)
/** For who has lost his authenticator app and the recovery codes. Signs him out. */
export const resetAdministratorTwoFactor = step('reset-two-factor', Version, One)
export const endAdministratorSessions = step('end-sessions', Version, One)
