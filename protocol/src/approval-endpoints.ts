import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id, Remark, TimeMs, Version } from './scalars.ts'

// Of the back office: acts that take two administrators. One proposes, by a call of what it is about; another one confirms
// or refuses here, if he has the permission of its kind too. Voids have calls of their own.

/** Acts that take two; pages word them. */
export const PROPOSAL_KINDS = [
  'adjust-balance',
  'reset-two-factor',
  'change-rules',
  'raise-second-admin',
  'raise-exposure-limit',
] as const
export type ProposalKind = (typeof PROPOSAL_KINDS)[number]

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const params = Type.Object({ id: Id })
const Administrator = Type.Object({ username: Type.String(), isMe: Type.Boolean() })

/** The object concerned: `kind` such as `user`, by which pages know where it is shown. */
const ProposalSubject = Type.Object({ kind: Type.String(), id: Type.String(), label: Type.String() })
export type ProposalSubject = Type.Static<typeof ProposalSubject>

/** One value that is to be: `label` is worded by the page, and a value `as` a word too. */
const ProposalLine = Type.Object({
  label: Type.String(),
  as: Type.Union([Type.Literal('text'), Type.Literal('amount'), Type.Literal('word')]),
  /** Null: nothing is compared, or there was none. */
  before: Nullable(Type.String()),
  after: Nullable(Type.String()),
})
export type ProposalLine = Type.Static<typeof ProposalLine>

export const Proposal = Type.Object({
  id: Id,
  /** Such as `adjust-balance`. */
  kind: Type.String(),
  subject: ProposalSubject,
  lines: Type.Array(ProposalLine),
  reason: Type.String(),
  /** `proposed`, until it is one of the others; `done`: confirmed, and carried out by that. */
  state: Type.Union([
    Type.Literal('proposed'),
    Type.Literal('expired'),
    Type.Literal('withdrawn'),
    Type.Literal('refused'),
    Type.Literal('done'),
  ]),
  version: Type.Integer(),
  proposedBy: Administrator,
  proposedMs: TimeMs,
  expiresMs: TimeMs,
  decidedBy: Nullable(Administrator),
  decidedMs: Nullable(TimeMs),
  /** Why it was refused. */
  remark: Nullable(Type.String()),
  /** Whether the caller may confirm and refuse it, or withdraw it. */
  mayDecide: Type.Boolean(),
  /** Whether he can only refuse it before: he or who proposed it is new, or was changed by another one. */
  confirmFromMs: Nullable(TimeMs),
  mayWithdraw: Type.Boolean(),
})
export type Proposal = Type.Static<typeof Proposal>

const OneProposal = Type.Object({ proposal: Proposal })

/**
 * Why it is wanted, and the caller's own id of the request: fields of every call that proposes. While a proposal of the caller
 * that says the same is open, it is answered in place of a second one.
 */
export const proposing = {
  reason: Remark,
  requestId: Type.String({ minLength: 8, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' }),
}

/** Of kinds the caller has the permission for: those that wait (`open`), oldest first, or all newest first. */
export const listProposals = endpoint({
  method: 'GET',
  path: '/api/admin/approvals',
  audience: 'admin',
  permission: 'approvals:read',
  query: Type.Object({
    which: Type.Union([Type.Literal('open'), Type.Literal('all')]),
    kind: Type.Optional(Type.Enum(PROPOSAL_KINDS)),
    /** Of one object alone, such as `user:1234567890`. */
    subject: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    cursor: Type.Optional(Id),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
  }),
  data: Type.Object({ proposals: Type.Array(Proposal), nextCursor: Nullable(Id) }),
})

/** Those that wait for the caller: others proposed them. */
export const countProposals = endpoint({
  method: 'GET',
  path: '/api/admin/approvals/pending-count',
  audience: 'admin',
  permission: 'approvals:read',
  data: Type.Object({ count: Type.Integer() }),
})

/** Refusals: REVIEW_NOT_FOUND, PERMISSION_DENIED. */
export const getProposal = endpoint({
  method: 'GET',
  path: '/api/admin/approvals/:id',
  audience: 'admin',
  permission: 'approvals:read',
  params,
  data: OneProposal,
})

/**
 * By another administrator than the one who proposed it (SECOND_ADMIN_REQUIRED), both of whom
 * nobody has made or changed for a day (SECOND_ADMIN_TOO_NEW), in time (PROPOSAL_EXPIRED), and while that one may still propose
 * it (PROPOSER_GONE): carries it out. What the act itself is refused for leaves the proposal open.
 */
export const confirmProposal = endpoint({
  method: 'POST',
  path: '/api/admin/approvals/:id/confirm',
  audience: 'admin',
  permission: 'approvals',
  params,
  body: Type.Object({ version: Version }, { additionalProperties: false }),
  data: OneProposal,
})

/** By another administrator than the one who proposed it (SECOND_ADMIN_REQUIRED). */
export const refuseProposal = endpoint({
  method: 'POST',
  path: '/api/admin/approvals/:id/refuse',
  audience: 'admin',
  permission: 'approvals',
  params,
  body: Type.Object({ version: Version, remark: Remark }, { additionalProperties: false }),
  data: OneProposal,
})

/** By the one who proposed it (PERMISSION_DENIED). */
export const withdrawProposal = endpoint({
  method: 'POST',
  path: '/api/admin/approvals/:id/withdraw',
  audience: 'admin',
  permission: 'approvals',
  params,
  body: Type.Object({ version: Version }, { additionalProperties: false }),
  data: OneProposal,
})
