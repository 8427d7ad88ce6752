import type { Proposal, ProposalKind, ProposalLine } from '@truestrike/protocol/approval-endpoints.ts'
import type { RaisedLimit } from '../accounts/config-amount.ts'
import type { ApprovalActor, ProposalView } from '../approvals/approval-kinds.ts'
import type { ApprovalsService } from '../approvals/approvals.service.ts'
import type { Sql } from '../platform/db.ts'

/** A limit of the configuration that one administrator lowers, and two raise. */
interface TwoLimit {
  /** Errors: CONFIG_CHANGED, INVALID_PARAMETERS. */
  check(sql: Sql, raised: RaisedLimit): Promise<void>
  raise(sql: Sql, raised: RaisedLimit, by: { adminId: bigint; nowMs: number }): Promise<void>
  tell(): void
  /** Undecided requests between the two amounts. */
  countWaiting?(raised: RaisedLimit): Promise<number>
}

interface Raise {
  kind: ProposalKind
  section: 'funds' | 'trading'
  /** Its name in the section. */
  field: string
  limit: TwoLimit
}

interface Form extends RaisedLimit {
  reason: string
  requestId: string
}

/** One administrator lowers a limit; raising it is an act of two itself. */
export function createProposeRaise(
  approvals: Pick<ApprovalsService, 'register'>,
  { kind, section, field, limit }: Raise,
) {
  const subject = `config:${section}`
  const waitingLines = async (raised: RaisedLimit): Promise<ProposalLine[]> => {
    if (limit.countWaiting === undefined) return []
    const after = String(await limit.countWaiting(raised))
    return [{ label: 'waitingBetween', as: 'text', before: null, after }]
  }
  const viewOf = async (raised: RaisedLimit, isOpen: boolean): Promise<ProposalView> => ({
    subject: { kind: 'config', id: section, label: section },
    lines: [
      { label: field, as: 'amount', before: raised.from, after: raised.to },
      ...(isOpen ? await waitingLines(raised) : []),
    ],
  })
  const byTwo = approvals.register<RaisedLimit>({
    ...{ kind, permission: 'system', action: 'config.change' },
    check: limit.check,
    async carryOut(sql, payload, { proposedBy, nowMs }) {
      await limit.raise(sql, payload, { adminId: proposedBy, nowMs })
      const { from, to } = payload
      return { subject, before: { [field]: from }, after: { [field]: to } }
    },
    tell: limit.tell,
    describe: (payloads, areOpen) =>
      Promise.all(payloads.map((raised, at) => viewOf(raised, areOpen[at] ?? false))),
  })

  return {
    anotherFor: byTwo.anotherFor,

    /** Errors: SECOND_ADMIN_REQUIRED, CONFIG_CHANGED, INVALID_PARAMETERS, IDEMPOTENCY_MISMATCH. */
    propose: (actor: ApprovalActor, { from, to, reason, requestId }: Form): Promise<Proposal> =>
      byTwo.propose(actor, { subject, payload: { from, to }, reason, requestId }),
  }
}
