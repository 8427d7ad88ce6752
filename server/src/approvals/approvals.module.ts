import {
  confirmProposal,
  countProposals,
  getProposal,
  listProposals,
  refuseProposal,
  withdrawProposal,
} from '@truestrike/protocol/approval-endpoints.ts'
import type { AdminPrincipal, Call, Router } from '../platform/route.ts'
import { parseRowId } from '../platform/row-id.ts'
import { type ApprovalsParts, type ApprovalsService, createApprovalsService } from './approvals.service.ts'

const READ = { limit: 'read' } as const

/**
 * Four eyes. Answers where modules register their kinds of acts; the calls are for all administrators, and each sees the
 * kinds he has the permission for.
 */
export function addApprovals(router: Router, parts: ApprovalsParts): ApprovalsService {
  const approvals = createApprovalsService(parts)
  const actBy = (call: Call<unknown, { version: number }>, admin: AdminPrincipal) => ({
    ...{ id: parseRowId(call.params.id), version: call.body.version },
    ...{ admin, request: call.request },
  })

  router.route(listProposals, ({ query }, admin) => approvals.list(admin, query), READ)
  router.route(countProposals, async (_call, admin) => ({ count: await approvals.count(admin) }), READ)
  router.route(
    getProposal,
    async ({ params }, admin) => ({ proposal: await approvals.get(admin, parseRowId(params.id)) }),
    READ,
  )
  router.route(confirmProposal, async (call, admin) => ({
    proposal: await approvals.confirm(actBy(call, admin)),
  }))
  router.route(refuseProposal, async (call, admin) => ({
    proposal: await approvals.refuse(actBy(call, admin), call.body.remark),
  }))
  router.route(withdrawProposal, async (call, admin) => ({
    proposal: await approvals.withdraw(actBy(call, admin)),
  }))
  return approvals
}
