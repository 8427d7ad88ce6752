import type { Proposal } from '@truestrike/protocol/approval-endpoints.ts'
import type { ActsOfTwo } from '../platform/acts-of-two.ts'
import { AppError } from '../platform/app-error.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import { hasPermission } from '../platform/permissions.ts'
import type { AdminPrincipal } from '../platform/route.ts'
import type { ActRecord, AnyKind, ApprovalActor } from './approval-kinds.ts'
import { decideProposal, getProposal, holdProposal, type ProposalRow } from './proposals.store.ts'

/** On which proposal, as he looked at it. */
export interface ApprovalAct extends ApprovalActor {
  id: bigint | null
  version: number
}

interface Step {
  state: 'withdrawn' | 'refused' | 'done'
  action: string
  remark?: string
  /** Throws when this administrator may not. */
  admit(row: ProposalRow, kind: AnyKind, at: { sql: Sql; nowMs: number }): Promise<void> | void
}

interface Parts {
  db: Db
  clock: Clock
  administrators: Pick<ActsOfTwo, 'admitTwo'>
  /** Of a proposal; a kind this version does not know has none. */
  kindOf(name: string): AnyKind | undefined
  toWireOne(row: ProposalRow | null, admin: AdminPrincipal): Promise<Proposal>
}

/** What administrators decide on a proposal, once. Errors of all: REVIEW_NOT_FOUND; REVIEW_CONFLICT when it is no longer what he looked at. */
export function createApprovalDecisions({ db, clock, administrators, kindOf, toWireOne }: Parts) {
  const decide = async ({ id, version, ...actor }: ApprovalAct, step: Step): Promise<Proposal> => {
    const { state, action, remark = null } = step
    const { row, kind } = await db.tx(async (sql) => {
      const held = id === null ? null : await holdProposal(sql, id)
      const kind = held === null ? undefined : kindOf(held.kind)
      if (held === null || kind === undefined) throw new AppError('REVIEW_NOT_FOUND')
      if (held.state !== 'proposed' || held.version !== version) throw new AppError('REVIEW_CONFLICT')
      const nowMs = clock.nowMs()
      await step.admit(held, kind, { sql, nowMs })
      const decided = { state, adminId: actor.admin.adminId, nowMs, remark }
      await decideProposal(sql, held.id, decided)
      const act = state === 'done' ? await carryOut(sql, kind, held, actor, nowMs) : null
      const after = { state, kind: held.kind, proposedBy: held.proposedBy.toString() }
      await auditProposal(sql, actor, {
        ...{ id: held.id, nowMs, action, before: { state: held.state } },
        after: { ...after, ...(remark === null ? {} : { remark }) },
      })
      if (act !== null) await auditAct(sql, actor, { kind, held, act, nowMs })
      return { row: await getProposal(sql, held.id), kind }
    })
    if (row !== null && state === 'done') await kind.tell?.(row.payload)
    return await toWireOne(row, actor.admin)
  }

  return {
    /** Carries it out. Errors: also SECOND_ADMIN_REQUIRED, SECOND_ADMIN_TOO_NEW, PROPOSAL_EXPIRED, PROPOSER_GONE, PERMISSION_DENIED, and those of the act: it stays open then. */
    confirm: (act: ApprovalAct): Promise<Proposal> =>
      decide(act, {
        ...{ state: 'done', action: 'proposal.confirm' },
        async admit(row, kind, { sql, nowMs }) {
          admitSecond(row, kind, act.admin)
          if (nowMs >= row.expiresMs) throw new AppError('PROPOSAL_EXPIRED')
          await administrators.admitTwo(sql, row.proposedBy, act.admin.adminId, kind.permission)
        },
      }),

    /** Errors: also SECOND_ADMIN_REQUIRED, PERMISSION_DENIED. */
    refuse: (act: ApprovalAct, remark: string): Promise<Proposal> =>
      decide(act, {
        ...{ state: 'refused', action: 'proposal.refuse', remark: remark.trim() },
        admit: (row, kind) => admitSecond(row, kind, act.admin),
      }),

    /** Errors: also PERMISSION_DENIED for another one's. */
    withdraw: (act: ApprovalAct): Promise<Proposal> =>
      decide(act, {
        ...{ state: 'withdrawn', action: 'proposal.withdraw' },
        admit({ proposedBy }) {
          if (proposedBy !== act.admin.adminId) throw new AppError('PERMISSION_DENIED')
        },
      }),
  }
}

/** In the transaction of the act. */
export function auditProposal(
  sql: Sql,
  { admin, request }: ApprovalActor,
  { id, nowMs, ...said }: { id: bigint; nowMs: number; action: string; before?: object; after: object },
): Promise<void> {
  const actor = { actorKind: 'admin', actorId: admin.adminId, ip: request.ip } as const
  return writeAudit(sql, { ...actor, atMs: nowMs, subject: `proposal:${id}`, ...said })
}

const carryOut = (
  sql: Sql,
  kind: AnyKind,
  { id, payload, requestId, reason, proposedBy }: ProposalRow,
  { admin }: ApprovalActor,
  nowMs: number,
): Promise<ActRecord> =>
  kind.carryOut(sql, payload, {
    ...{ proposalId: id, requestId, reason, proposedBy, nowMs },
    confirmedBy: admin.adminId,
  })

/** What was done, with both who wanted it: found by the object it was done to. */
function auditAct(
  sql: Sql,
  { admin, request }: ApprovalActor,
  { kind, held, act, nowMs }: { kind: AnyKind; held: ProposalRow; act: ActRecord; nowMs: number },
): Promise<void> {
  const by = { proposedBy: held.proposedBy.toString(), confirmedBy: admin.adminId.toString() }
  return writeAudit(sql, {
    ...{ atMs: nowMs, actorKind: 'admin', actorId: admin.adminId, ip: request.ip },
    ...{ action: kind.action, subject: act.subject },
    ...(act.before === undefined ? {} : { before: act.before }),
    after: { ...act.after, ...by, reason: held.reason, proposal: held.id.toString() },
  })
}

function admitSecond({ proposedBy }: ProposalRow, { permission }: AnyKind, admin: AdminPrincipal): void {
  if (!hasPermission(admin, permission)) throw new AppError('PERMISSION_DENIED')
  if (proposedBy === admin.adminId) throw new AppError('SECOND_ADMIN_REQUIRED')
}
