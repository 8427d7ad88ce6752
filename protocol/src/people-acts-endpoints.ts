import * as Type from 'typebox'
import { Proposal, proposing } from './approval-endpoints.ts'
import { endpoint } from './endpoint.ts'
import { Amount, Book, Id, Nothing, TimeMs } from './scalars.ts'
import { SHOWN_TEXT } from './text-rules.ts'

// Of the back office: what administrators do with one user. Every act names a reason and a request of the caller's own: sent
// again, it does nothing twice. Refusals of all: PERMISSION_DENIED, USER_NOT_FOUND, IDEMPOTENCY_MISMATCH.

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
/** The number users are known by (UID). */
export const userParams = Type.Object({
  uid: Type.String({ pattern: '^[1-9][0-9]{9}$', maxLength: 10 }),
})
const reasoned = Type.Object({ ...proposing }, { additionalProperties: false })

/** He is signed out everywhere at once, and can neither sign in, trade nor withdraw. REVIEW_CONFLICT: he is frozen already. */
export const freezeUser = endpoint({
  method: 'POST',
  path: '/api/admin/users/:uid/freeze',
  audience: 'admin',
  permission: 'users',
  params: userParams,
  body: reasoned,
  data: Nothing,
})

/** REVIEW_CONFLICT: he is not frozen. */
export const unfreezeUser = endpoint({
  method: 'POST',
  path: '/api/admin/users/:uid/unfreeze',
  audience: 'admin',
  permission: 'users',
  params: userParams,
  body: reasoned,
  data: Nothing,
})

/** Ends one session, or all of them. REVIEW_CONFLICT: there is none (any more). */
export const signOutUser = endpoint({
  method: 'POST',
  path: '/api/admin/users/:uid/sign-out',
  audience: 'admin',
  permission: 'users',
  params: userParams,
  body: Type.Object({ ...proposing, session: Type.Optional(Id) }, { additionalProperties: false }),
  data: Nothing,
})

/** What was proposed, for a second administrator to confirm; null: it was done at once. */
const Proposed = Type.Object({ proposal: Nullable(Proposal) })

/**
 * Adds a signed amount to what is available, by a transfer and a bill; the reason is told to the user. Of real funds always,
 * of practice funds above the limit, a second administrator confirms it (SECOND_ADMIN_REQUIRED when there is none).
 * AMOUNT_INVALID: nothing, or too fine; AMOUNT_OUT_OF_RANGE. INSUFFICIENT_BALANCE: there is less to take.
 */
export const adjustBalance = endpoint({
  method: 'POST',
  path: '/api/admin/users/:uid/adjust-balance',
  audience: 'admin',
  permission: 'balances',
  params: userParams,
  body: Type.Object({ ...proposing, book: Book, amount: Amount }, { additionalProperties: false }),
  data: Proposed,
})

/**
 * Proposes to turn two-factor sign-in off for who lost his app and his codes. TWO_FACTOR_CHANGED: it is off.
 * SECOND_ADMIN_REQUIRED: nobody else could confirm it.
 */
export const resetTwoFactor = endpoint({
  method: 'POST',
  path: '/api/admin/users/:uid/reset-two-factor',
  audience: 'admin',
  permission: 'users',
  params: userParams,
  body: reasoned,
  data: Proposed,
})

/** What administrators wrote of a user; with what they did when they wrote it. Nobody changes a note. */
export const UserNote = Type.Object({
  id: Id,
  act: Type.Union([
    Type.Literal('note'),
    Type.Literal('freeze'),
    Type.Literal('unfreeze'),
    Type.Literal('sign-out'),
    Type.Literal('adjust-balance'),
    Type.Literal('reset-two-factor'),
  ]),
  text: Type.String(),
  by: Type.String(),
  timeMs: TimeMs,
})
export type UserNote = Type.Static<typeof UserNote>

/** Newest first. */
export const listUserNotes = endpoint({
  method: 'GET',
  path: '/api/admin/users/:uid/notes',
  audience: 'admin',
  permission: 'users:read',
  params: userParams,
  query: Type.Object({
    cursor: Type.Optional(Id),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
  }),
  data: Type.Object({ notes: Type.Array(UserNote), nextCursor: Nullable(Id) }),
})

export const addUserNote = endpoint({
  method: 'POST',
  path: '/api/admin/users/:uid/notes',
  audience: 'admin',
  permission: 'users',
  params: userParams,
  body: Type.Object(
    {
      requestId: proposing.requestId,
      text: Type.String({ minLength: 1, maxLength: 2_000, pattern: SHOWN_TEXT }),
    },
    { additionalProperties: false },
  ),
  data: Nothing,
})
