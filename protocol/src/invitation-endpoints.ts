import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { TimeMs } from './scalars.ts'

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** `certified`: those of them whose identity was confirmed. */
export const InvitedGeneration = Type.Object({ members: Count, certified: Count })

export const Invitations = Type.Object({
  code: Type.String(),
  /** Registration with the code filled in. */
  link: Type.String(),
  /** Whom the user invited, whom those invited, and whom those did. */
  generations: Type.Tuple([InvitedGeneration, InvitedGeneration, InvitedGeneration]),
})
export type Invitations = Type.Static<typeof Invitations>

export const getInvitations = endpoint({
  method: 'GET',
  path: '/api/account/invitations',
  audience: 'user',
  data: Invitations,
})

export const Invitee = Type.Object({
  /** First and last letter. */
  maskedName: Type.String(),
  joinedMs: TimeMs,
  certified: Type.Boolean(),
})
export type Invitee = Type.Static<typeof Invitee>

/** Those the user invited himself, newest first. */
export const listInvitees = endpoint({
  method: 'GET',
  path: '/api/account/invitations/list',
  audience: 'user',
  query: Type.Object({
    cursor: Type.Optional(Type.String({ maxLength: 64 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  }),
  data: Type.Object({
    invitees: Type.Array(Invitee),
    nextCursor: Type.Union([Type.String(), Type.Null()]),
  }),
})
