import { ensure } from '@truestrike/core/assert.ts'
import type { Proposal } from '@truestrike/protocol/approval-endpoints.ts'
import type { Permission } from '@truestrike/protocol/permissions.ts'
import { type ActsOfTwo, type Another, refuseAlone } from '../platform/acts-of-two.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { hasPermission, requirePermission } from '../platform/permissions.ts'
import type { AdminPrincipal } from '../platform/route.ts'
import { parseRowId } from '../platform/row-id.ts'
import { auditProposal, createApprovalDecisions } from './approval-decisions.ts'
import type { AnyKind, ApprovalActor, ApprovalKind } from './approval-kinds.ts'
import { createProposalViews } from './proposal-views.ts'
import {
  countWaiting,
  findProposal,
  findStanding,
  getProposal,
  insertProposal,
  listProposals,
} from './proposals.store.ts'

/** Service time: what it is about has moved on by then, the second administrator would look at another thing. */
const PROPOSAL_MS = 24 * 3_600_000
const PAGE_DEFAULT = 20

export interface ApprovalsParts {
  db: Db
  clock: Clock
  administrators: ActsOfTwo
}

interface ListQuery {
  which: 'open' | 'all'
  kind?: string | undefined
  subject?: string | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

/** What is proposed: on what, why, and by which request. */
export interface NewAct<P extends object> {
  /** As pages name the object, such as `user:1234567890`. */
  subject: string
  payload: P
  reason: string
  requestId: string
}

/** The way to one kind of act. */
export interface TwoManAct<P extends object> {
  /** Whether there is another administrator who could confirm what this one proposes. */
  anotherFor(admin: AdminPrincipal): Promise<Another>
  /**
   * The proposing call declares the kind's permission. Errors: SECOND_ADMIN_REQUIRED when nobody else could confirm it,
   * SECOND_ADMIN_TOO_NEW when not yet, IDEMPOTENCY_MISMATCH, those of the kind. What the proposer has proposed already in the
   * same words is answered while it is open: a second one could only be refused.
   */
  propose(actor: ApprovalActor, act: NewAct<P>): Promise<Proposal>
}

export type ApprovalsService = ReturnType<typeof createApprovalsService>

/**
 * Acts that take two administrators: one proposes, another one confirms or refuses within a day, the first may withdraw.
 * Modules register their kinds of acts; this knows none of them.
 */
export function createApprovalsService({ db, clock, administrators }: ApprovalsParts) {
  const kinds = new Map<string, AnyKind>()
  const kindOf = (name: string) => kinds.get(name)
  const { toWire, toWireOne } = createProposalViews({ clock, administrators, kindOf })
  const kindsFor = (admin: AdminPrincipal, needed: (kind: AnyKind) => Permission): string[] =>
    [...kinds.values()].filter((kind) => hasPermission(admin, needed(kind))).map(({ kind }) => kind)
  const anotherFor = ({ permission }: AnyKind, { adminId }: AdminPrincipal): Promise<Another> =>
    administrators.anotherFor(adminId, [permission, 'approvals'])

  async function propose(kind: AnyKind, actor: ApprovalActor, act: NewAct<object>): Promise<Proposal> {
    refuseAlone(await anotherFor(kind, actor.admin))
    const row = await db.tx(async (sql) => {
      const nowMs = clock.nowMs()
      const { subject, payload, requestId } = act
      const asked = {
        ...{ kind: kind.kind, subject, payload, requestId, reason: act.reason.trim(), nowMs },
        ...{ proposedBy: actor.admin.adminId, expiresMs: nowMs + PROPOSAL_MS },
      }
      const standing = await findStanding(sql, asked)
      if (standing !== null) return standing
      const id = await insertProposal(sql, asked)
      if (id === null) {
        const before = await findProposal(sql, asked)
        if (before === null) throw new AppError('IDEMPOTENCY_MISMATCH')
        return before
      }
      await kind.check(sql, payload)
      const after = { kind: kind.kind, on: subject, ...payload, reason: asked.reason }
      await auditProposal(sql, actor, { id, nowMs, action: 'proposal.propose', after })
      return await getProposal(sql, id)
    })
    return await toWireOne(row, actor.admin)
  }

  return {
    ...createApprovalDecisions({ db, clock, administrators, kindOf, toWireOne }),

    /** Makes a kind of act known, while the app is put together. */
    register<P extends object>(kind: ApprovalKind<P>): TwoManAct<P> {
      if (kinds.has(kind.kind)) throw new Error(`the kind ${kind.kind} is registered twice`)
      kinds.set(kind.kind, kind)
      return {
        anotherFor: (admin) => anotherFor(kind, admin),
        propose: (actor, act) => propose(kind, actor, act),
      }
    },

    /** Those of kinds the administrator may look at; of one object when it is named. */
    async list(
      admin: AdminPrincipal,
      { which, kind, subject = '', cursor, limit = PAGE_DEFAULT }: ListQuery,
    ) {
      const rows = await listProposals(db, {
        ...{ open: which === 'open', subject: subject === '' ? null : subject },
        kinds: kindsFor(admin, toLook).filter((each) => kind === undefined || each === kind),
        ...{ cursorId: parseRowId(cursor), limit: limit + 1, nowMs: clock.nowMs() },
      })
      const page = rows.slice(0, limit)
      return {
        proposals: await toWire(page, admin),
        nextCursor: rows.length > limit ? ensure(page.at(-1)).id.toString() : null,
      }
    },

    /** How many wait for this administrator. */
    async count(admin: AdminPrincipal): Promise<number> {
      if (!hasPermission(admin, 'approvals')) return 0
      const kinds = kindsFor(admin, ({ permission }) => permission)
      return await countWaiting(db, { kinds, adminId: admin.adminId, nowMs: clock.nowMs() })
    },

    /** Errors: REVIEW_NOT_FOUND, PERMISSION_DENIED. */
    async get(admin: AdminPrincipal, id: bigint | null): Promise<Proposal> {
      const row = id === null ? null : await getProposal(db, id)
      const kind = row === null ? undefined : kindOf(row.kind)
      if (kind !== undefined) requirePermission(admin, toLook(kind))
      return await toWireOne(row, admin)
    },
  }
}

/** Who may look at what a kind is about also looks at its proposals. */
const toLook = ({ permission }: AnyKind): Permission =>
  permission.endsWith(':read') ? permission : (`${permission}:read` as Permission)
