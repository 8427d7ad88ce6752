import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { InvitedGeneration } from './invitation-endpoints.ts'
import { OwnLimits } from './limits-endpoints.ts'
import { LedgerEntry } from './order-details-endpoints.ts'
import { userParams } from './people-acts-endpoints.ts'
import { FileAddress, IdentityStatus } from './profile-endpoints.ts'
import { Amount, Book, Id, Nothing, Remark, TimeMs } from './scalars.ts'
import { LoginRecord } from './security-endpoints.ts'

// Of the back office: users, listed and one by one. Refusals of calls about one user: USER_NOT_FOUND.

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const Uid = Type.String({ pattern: '^[1-9][0-9]{9}$', maxLength: 10 })
const UserStatus = Type.Union([Type.Literal('active'), Type.Literal('frozen')])

const listed = {
  uid: Uid,
  username: Type.String(),
  /** Empty: none was chosen. */
  nickname: Type.String(),
  /** Whole for who may act on users, else masked; null: none is known. */
  email: Nullable(Type.String()),
  /** The same; empty: none. */
  phone: Type.String(),
  status: UserStatus,
  identity: IdentityStatus,
  loginType: Type.Union([Type.Literal('account'), Type.Literal('email'), Type.Literal('wallet')]),
  twoFactor: Type.Boolean(),
  joinedMs: TimeMs,
  lastLoginMs: Nullable(TimeMs),
  /** Null: by the operator. */
  invitedByUid: Nullable(Uid),
}
export const ListedUser = Type.Object({
  ...listed,
  /** Total of each book. */
  real: Amount,
  demo: Amount,
})
export type ListedUser = Type.Static<typeof ListedUser>

const userFilters = {
  /** A UID, or a part of a name (of one or two characters: its beginning); for who may act on users also of an address or of a telephone number. */
  search: Type.Optional(Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' })),
  status: Type.Optional(UserStatus),
  identity: Type.Optional(IdentityStatus),
  /** In three generations by this user. USER_NOT_FOUND. */
  team: Type.Optional(Uid),
  /** Registered; both count as inside. */
  fromMs: Type.Optional(TimeMs),
  toMs: Type.Optional(TimeMs),
  /** By registration or by the newest sign-in; `-`: the newest first, which is the standing order. */
  sort: Type.Optional(
    Type.Union([
      Type.Literal('-joined'),
      Type.Literal('joined'),
      Type.Literal('-seen'),
      Type.Literal('seen'),
    ]),
  ),
}

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  audience: 'admin',
  permission: 'users:read',
  query: Type.Object({
    ...userFilters,
    cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,18}-[0-9]{1,18}$', maxLength: 37 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
  }),
  data: Type.Object({
    users: Type.Array(ListedUser),
    nextCursor: Nullable(Type.String()),
    /** Of a search: more match than were looked at (500). */
    moreNames: Type.Boolean(),
  }),
})

/** All of them as a file of CSV (UTF-8 with its mark, RFC 4180); words in the language of `Accept-Language`. */
export const exportUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users/export',
  audience: 'admin',
  permission: 'users:read',
  query: Type.Object(userFilters),
  data: Type.String(),
})

const BookBalance = Type.Object({ total: Amount, available: Amount, inPosition: Amount, frozen: Amount })

export const UserDetails = Type.Object({
  ...listed,
  bio: Type.String(),
  invitedBy: Nullable(Type.Object({ uid: Uid, username: Type.String() })),
  balances: Type.Object({ real: BookBalance, demo: BookBalance }),
  /** Limits and breaks the user has set, to look at only. */
  limits: OwnLimits,
  generations: Type.Tuple([InvitedGeneration, InvitedGeneration, InvitedGeneration]),
  /** Whether there is a second administrator for it. */
  secondFor: Type.Object({ adjustBalance: Type.Boolean(), resetTwoFactor: Type.Boolean() }),
  /** When one of the two is new or was changed by another one: from when on it can be proposed. */
  secondFromMs: Type.Object({ adjustBalance: Nullable(TimeMs), resetTwoFactor: Nullable(TimeMs) }),
  /** Above it practice funds take two administrators as well. */
  adjustLimit: Amount,
})
export type UserDetails = Type.Static<typeof UserDetails>

export const getUser = endpoint({
  method: 'GET',
  path: '/api/admin/users/:uid',
  audience: 'admin',
  permission: 'users:read',
  params: userParams,
  data: Type.Object({ user: UserDetails }),
})

export const UserSession = Type.Object({
  id: Id,
  method: Type.Union([Type.Literal('password'), Type.Literal('email'), Type.Literal('wallet')]),
  ip: Type.String(),
  browser: Nullable(Type.String()),
  system: Nullable(Type.String()),
  startedMs: TimeMs,
  seenMs: TimeMs,
})
export type UserSession = Type.Static<typeof UserSession>

/** Those that are open, newest first. */
export const listUserSessions = endpoint({
  method: 'GET',
  path: '/api/admin/users/:uid/sessions',
  audience: 'admin',
  permission: 'users:read',
  params: userParams,
  data: Type.Object({ sessions: Type.Array(UserSession) }),
})

const page = {
  cursor: Type.Optional(Id),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
}

/** Sign-ins, failed ones among them, newest first. */
export const listUserLogins = endpoint({
  method: 'GET',
  path: '/api/admin/users/:uid/logins',
  audience: 'admin',
  permission: 'users:read',
  params: userParams,
  query: Type.Object(page),
  data: Type.Object({ logins: Type.Array(LoginRecord), nextCursor: Nullable(Type.String()) }),
})

/** Transfers of one book, the real one where none is named, newest first. */
export const listUserLedger = endpoint({
  method: 'GET',
  path: '/api/admin/users/:uid/ledger',
  audience: 'admin',
  permission: 'balances:read',
  params: userParams,
  query: Type.Object({
    book: Type.Optional(Book),
    /** Where the page before ended, and what was available there, which may be less than nothing. */
    cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,18}\\.-?[0-9]{1,18}$', maxLength: 38 })),
    limit: page.limit,
  }),
  data: Type.Object({ entries: Type.Array(LedgerEntry), nextCursor: Nullable(Type.String()) }),
})

const Side = Type.Union([Type.Literal('front'), Type.Literal('back')])
const decidedStates = [Type.Literal('verified'), Type.Literal('refused'), Type.Literal('revoked')] as const

const IdentityCheck = Type.Object({
  id: Id,
  state: Type.Union([Type.Literal('pending'), ...decidedStates]),
  /** Null: for who decides alone, as is the next. */
  realName: Nullable(Type.String()),
  document: Nullable(
    Type.Union([Type.Literal('passport'), Type.Literal('identity-card'), Type.Literal('driving-licence')]),
  ),
  /** Pictures that are still kept, for who decides alone; those of a refused check go when the next is handed in. */
  sides: Type.Array(
    Type.Object({
      side: Side,
      isPdf: Type.Boolean(),
      /** Whether the caller has opened it: an identity is confirmed by who has opened each. */
      isSeen: Type.Boolean(),
    }),
  ),
  submittedMs: TimeMs,
  decidedMs: Nullable(TimeMs),
  /** The name of who decided it; null: nobody yet, or it was not recorded. */
  decidedBy: Nullable(Type.String()),
  /** When its confirmation was revoked, and by whom. */
  revokedMs: Nullable(TimeMs),
  revokedBy: Nullable(Type.String()),
  /** Why it was refused or revoked; told to the user, and to who decides. */
  reason: Nullable(Type.String()),
})
export type IdentityCheck = Type.Static<typeof IdentityCheck>

/**
 * What a user handed in to prove who he is, newest first. Who may not decide is told no more than the states and
 * when they began; each look at more is logged.
 */
export const listIdentityChecks = endpoint({
  method: 'GET',
  path: '/api/admin/users/:uid/identity',
  audience: 'admin',
  permission: 'identity-checks:read',
  params: userParams,
  data: Type.Object({ checks: Type.Array(IdentityCheck) }),
})

export const WaitingIdentity = Type.Object({
  checkId: Id,
  uid: Uid,
  username: Type.String(),
  submittedMs: TimeMs,
})
export type WaitingIdentity = Type.Static<typeof WaitingIdentity>

/** Checks that wait for a decision, longest first. */
export const listWaitingIdentities = endpoint({
  method: 'GET',
  path: '/api/admin/identity-checks',
  audience: 'admin',
  permission: 'identity-checks:read',
  query: Type.Object(page),
  data: Type.Object({ checks: Type.Array(WaitingIdentity), nextCursor: Nullable(Id) }),
})

const DecidedIdentity = Type.Object({
  checkId: Id,
  uid: Uid,
  username: Type.String(),
  state: Type.Union([...decidedStates]),
  submittedMs: TimeMs,
  /** When it was decided, or revoked, and by whom; null: it was not recorded. */
  decidedMs: TimeMs,
  decidedBy: Nullable(Type.String()),
})
export type DecidedIdentity = Type.Static<typeof DecidedIdentity>

/** Of each user whose newest check is decided, that one; the newest first. */
export const listDecidedIdentities = endpoint({
  method: 'GET',
  path: '/api/admin/identity-checks/decided',
  audience: 'admin',
  permission: 'identity-checks:read',
  query: Type.Object(page),
  data: Type.Object({ checks: Type.Array(DecidedIdentity), nextCursor: Nullable(Id) }),
})

/** How many checks wait for a decision. */
export const countIdentityChecks = endpoint({
  method: 'GET',
  path: '/api/admin/identity-checks/pending-count',
  audience: 'admin',
  permission: 'identity-checks:read',
  data: Type.Object({ count: Type.Integer() }),
})

/** Where a picture of the newest check is got, with the cookie of this session alone; each look is logged. NOT_FOUND. */
export const getIdentityPaper = endpoint({
  method: 'GET',
  path: '/api/admin/users/:uid/identity/:side',
  audience: 'admin',
  permission: 'identity-checks',
  params: Type.Object({ uid: Uid, side: Side }),
  data: FileAddress,
})

const checkId = { checkId: Id }

/**
 * The one that was looked at: REVIEW_CONFLICT when it is decided already, or another one was handed in. IDENTITY_NOT_SEEN
 * until the caller has opened each of its documents.
 */
export const verifyIdentity = endpoint({
  method: 'POST',
  path: '/api/admin/users/:uid/identity/verify',
  audience: 'admin',
  permission: 'identity-checks',
  params: userParams,
  body: Type.Object(checkId, { additionalProperties: false }),
  data: Nothing,
})

/** The same; the reason is told to the user. */
export const refuseIdentity = endpoint({
  method: 'POST',
  path: '/api/admin/users/:uid/identity/refuse',
  audience: 'admin',
  permission: 'identity-checks',
  params: userParams,
  body: Type.Object({ ...checkId, reason: Remark }, { additionalProperties: false }),
  data: Nothing,
})

/** Takes a confirmation back: REVIEW_CONFLICT when it is none any more. The reason is told to the user, who can submit documents anew. */
export const revokeIdentity = endpoint({
  method: 'POST',
  path: '/api/admin/users/:uid/identity/revoke',
  audience: 'admin',
  permission: 'identity-checks',
  params: userParams,
  body: Type.Object({ ...checkId, reason: Remark }, { additionalProperties: false }),
  data: Nothing,
})

const TeamMember = Type.Object({
  uid: Uid,
  username: Type.String(),
  certified: Type.Boolean(),
  status: UserStatus,
  joinedMs: TimeMs,
  /** Whom he invited, whom those invited, and whom those did. */
  generations: Type.Tuple([InvitedGeneration, InvitedGeneration, InvitedGeneration]),
})
export type TeamMember = Type.Static<typeof TeamMember>

const teamPage = {
  cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,18}-[0-9]{1,18}$', maxLength: 37 })),
  limit: page.limit,
}

/** Who has invited anybody, those with the largest teams first; of a search (UID or part of a name) those found. */
export const listTeams = endpoint({
  method: 'GET',
  path: '/api/admin/teams',
  audience: 'admin',
  permission: 'teams:read',
  query: Type.Object({ search: userFilters.search, ...teamPage }),
  data: Type.Object({ teams: Type.Array(TeamMember), nextCursor: Nullable(Type.String()) }),
})

/** All of them as a file, in the same order; as that of users is. */
export const exportTeams = endpoint({
  method: 'GET',
  path: '/api/admin/teams/export',
  audience: 'admin',
  permission: 'teams:read',
  query: Type.Object({ search: userFilters.search }),
  data: Type.String(),
})

/** Whom one user invited himself, newest first, and who stands above him: nearest first, three at most. */
export const getTeam = endpoint({
  method: 'GET',
  path: '/api/admin/teams/:uid',
  audience: 'admin',
  permission: 'teams:read',
  params: userParams,
  query: Type.Object(page),
  data: Type.Object({
    user: TeamMember,
    above: Type.Array(Type.Object({ uid: Uid, username: Type.String() })),
    members: Type.Array(TeamMember),
    nextCursor: Nullable(Id),
  }),
})
