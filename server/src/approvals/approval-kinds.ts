import type { ProposalKind, ProposalLine, ProposalSubject } from '@truestrike/protocol/approval-endpoints.ts'
import type { Permission } from '@truestrike/protocol/permissions.ts'
import type { Sql } from '../platform/db.ts'
import type { AdminPrincipal, RequestInfo } from '../platform/route.ts'

/** Who acts, from where. */
export interface ApprovalActor {
  admin: AdminPrincipal
  request: RequestInfo
}

/** Of an act that is carried out: its proposal, and both who wanted it. */
export interface AgreedAct {
  proposalId: bigint
  requestId: string
  reason: string
  proposedBy: bigint
  confirmedBy: bigint
  nowMs: number
}

/** What the audit log is to say of an act: on what, such as `user:17`, and values before and after. */
export interface ActRecord {
  subject: string
  before?: object
  after?: object
}

/** How a proposal is shown to who decides. */
export interface ProposalView {
  subject: ProposalSubject
  lines: readonly ProposalLine[]
}

/**
 * A kind of act that takes two administrators. `P`: what is proposed, of JSON values alone (amounts as text); it is kept as
 * it was proposed, and nobody can change it.
 */
export interface ApprovalKind<P extends object> {
  kind: ProposalKind
  /** Who proposes and who confirms needs it. */
  permission: Permission
  /** What the audit log calls it when it is done, as `noun.verb`. */
  action: string
  /**
   * Throws an `AppError` when it cannot be. Asked in the transaction that writes the proposal; `carryOut` asks again, by
   * itself and with what it changes held: much may have happened in between.
   */
  check(sql: Sql, payload: P): Promise<void>
  /** In the confirming transaction, once. What it throws leaves the proposal open. */
  carryOut(sql: Sql, payload: P, act: AgreedAct): Promise<ActRecord>
  /** After the commit, to whoever listens. */
  tell?(payload: P): Promise<void> | void
  /** As many answers as payloads, in order. `areOpen`, in their order: what is now concerns those that are not decided alone. */
  describe(payloads: readonly P[], areOpen: readonly boolean[]): Promise<readonly ProposalView[]>
}

// biome-ignore lint/suspicious/noExplicitAny: a proposal is always read by the kind that wrote it.
export type AnyKind = ApprovalKind<any>
