import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id, TimeMs } from './scalars.ts'

// Of the back office: who did what, when, from where. Nothing here changes the log; nothing can.

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const ActorKind = Type.Union([Type.Literal('admin'), Type.Literal('user'), Type.Literal('system')])
const Text = Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' })
/** Values by name. */
const Values = Nullable(Type.Record(Type.String(), Type.Unknown()))

export const AuditEntry = Type.Object({
  id: Id,
  timeMs: TimeMs,
  actorKind: ActorKind,
  /** `name` null: nobody who is known by one. */
  actor: Nullable(Type.Object({ id: Id, name: Nullable(Type.String()) })),
  /** `noun.verb`. */
  action: Type.String(),
  /** `kind:id`; of users with their number (UID). */
  subject: Type.String(),
  ip: Nullable(Type.String()),
  before: Values,
  after: Values,
  /** Administrators and users whom the values name by the ids of their rows: under which name, by which text, and who that is. */
  people: Type.Array(
    Type.Object({
      value: Type.String(),
      text: Type.String(),
      name: Type.String(),
      /** Of users. */
      uid: Nullable(Type.String()),
    }),
  ),
})
export type AuditEntry = Type.Static<typeof AuditEntry>

const filters = {
  /** A part of a name, an administrator's or a user's (of one or two characters: the beginning of a user's), or a user's number (UID). */
  who: Type.Optional(Text),
  actorKind: Type.Optional(ActorKind),
  /** What it begins with: `admin.` or `admin.login`. */
  action: Type.Optional(Text),
  /** What it begins with: `withdrawal:` or `withdrawal:17`. With a number at its end the whole of it; users by their number (UID). */
  subject: Type.Optional(Text),
  /** From the first on, before the second. */
  fromMs: Type.Optional(TimeMs),
  toMs: Type.Optional(TimeMs),
}

/** Newest first. */
export const listAuditLog = endpoint({
  method: 'GET',
  path: '/api/admin/audit-log',
  audience: 'admin',
  permission: 'audit-log:read',
  query: Type.Object({
    ...filters,
    cursor: Type.Optional(Id),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  }),
  data: Type.Object({
    entries: Type.Array(AuditEntry),
    nextCursor: Nullable(Id),
    /** Of `who`: more names match than were looked at. */
    moreNames: Type.Boolean(),
  }),
})

/** Refusal: REVIEW_NOT_FOUND. */
export const getAuditEntry = endpoint({
  method: 'GET',
  path: '/api/admin/audit-log/:id',
  audience: 'admin',
  permission: 'audit-log:read',
  params: Type.Object({ id: Id }),
  data: Type.Object({ entry: AuditEntry }),
})

/** All of them as a file of CSV, with the hash of each row. That it was taken is in the log. */
export const exportAuditLog = endpoint({
  method: 'GET',
  path: '/api/admin/audit-log/export',
  audience: 'admin',
  permission: 'audit-log:read',
  query: Type.Object(filters),
  data: Type.String(),
})

const Mark = Type.Object({ id: Id, hash: Type.String() })

const AuditChainState = Type.Object({
  newest: Nullable(Mark),
  lastCheck: Nullable(
    Type.Object({
      timeMs: TimeMs,
      rows: Type.Integer({ minimum: 0 }),
      newest: Nullable(Mark),
      /** The first row that did not hold, in words; null: all of them did. */
      fault: Nullable(Type.String()),
    }),
  ),
})
export type AuditChainState = Type.Static<typeof AuditChainState>

/** The newest row and its hash as hex, to be noted elsewhere; and what `npm run audit:log` found last. */
export const getAuditChain = endpoint({
  method: 'GET',
  path: '/api/admin/audit-log/chain',
  audience: 'admin',
  permission: 'audit-log:read',
  data: AuditChainState,
})
