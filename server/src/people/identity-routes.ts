import {
  getIdentityPaper,
  listIdentityChecks,
  refuseIdentity,
  verifyIdentity,
} from '@truestrike/protocol/people-endpoints.ts'
import type { Accounts } from '../accounts/accounts.module.ts'
import type { NoticesService } from '../notifications/notices.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Sql } from '../platform/db.ts'
import type { AdminPrincipal, Call, Router } from '../platform/route.ts'

const READ = { limit: 'read' } as const

interface Parts {
  clock: Clock
  accounts: Pick<Accounts, 'users' | 'identityReview'>
  notices: Pick<NoticesService, 'add'>
}

/** Identity checks as their reviewers see and decide them; the user is told what became of his. */
export function addIdentityReview(router: Router, { clock, accounts, notices }: Parts): void {
  const { users, identityReview } = accounts

  async function decide(
    { params, body, request }: Call<unknown, { checkId: string; reason?: string }>,
    admin: AdminPrincipal,
  ): Promise<Record<string, never>> {
    const userId = await users.idOf(params.uid)
    const reason = body.reason?.trim()
    const verdict =
      reason === undefined ? ({ state: 'verified' } as const) : ({ state: 'refused', reason } as const)
    const tell = async (sql: Sql): Promise<void> => {
      const isGood = reason === undefined
      const notice = { userId, type: 'system', kind: `identity-${verdict.state}` } as const
      const said = { priority: isGood ? 'medium' : 'high', data: isGood ? {} : { remark: reason } } as const
      await notices.add(sql, [{ ...notice, ...said }], clock.nowMs())
    }
    const by = { adminId: admin.adminId, ip: request.ip }
    await identityReview.decide({ userId, checkId: body.checkId }, verdict, by, tell)
    return {}
  }

  router.route(
    listIdentityChecks,
    async ({ params, request }, admin) => ({
      checks: await identityReview.list(await users.idOf(params.uid), admin, request),
    }),
    READ,
  )
  router.route(
    getIdentityPaper,
    async ({ params }, admin) =>
      identityReview.addressOf(await users.idOf(params.uid), params.side as 'front' | 'back', admin),
    READ,
  )
  router.route(verifyIdentity, decide)
  router.route(refuseIdentity, decide)
}
