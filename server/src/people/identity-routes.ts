import { ensure } from '@truestrike/core/assert.ts'
import {
  countIdentityChecks,
  getIdentityPaper,
  listIdentityChecks,
  listWaitingIdentities,
  refuseIdentity,
  verifyIdentity,
} from '@truestrike/protocol/people-endpoints.ts'
import type { Accounts } from '../accounts/accounts.module.ts'
import type { NoticesService } from '../notifications/notices.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Sql } from '../platform/db.ts'
import type { AdminPrincipal, Call, Router } from '../platform/route.ts'
import { parseRowId } from '../platform/row-id.ts'

const READ = { limit: 'read' } as const
const PAGE_DEFAULT = 30

interface Parts {
  clock: Clock
  accounts: Pick<Accounts, 'users' | 'identities' | 'identityReview'>
  notices: Pick<NoticesService, 'add'>
}

/** Identity checks as their reviewers see and decide them; the user is told what became of his. */
export function addIdentityReview(router: Router, { clock, accounts, notices }: Parts): void {
  const { users, identities, identityReview } = accounts

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
    listWaitingIdentities,
    async ({ query: { cursor, limit = PAGE_DEFAULT } }) => {
      const { oldest: rows } = await identities.listWaiting(limit + 1, parseRowId(cursor) ?? undefined)
      const shown = rows.slice(0, limit)
      const names = await users.namesOf(shown.map(({ userId }) => userId))
      return {
        checks: shown.map(({ id, userId, submittedMs }) => ({
          ...{ checkId: id.toString(), submittedMs: Number(submittedMs) },
          ...ensure(names.get(userId)),
        })),
        nextCursor: rows.length > limit ? (shown.at(-1)?.id.toString() ?? null) : null,
      }
    },
    READ,
  )
  router.route(countIdentityChecks, async () => ({ count: (await identities.listWaiting(0)).count }), READ)
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
