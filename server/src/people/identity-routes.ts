import { ensure } from '@truestrike/core/assert.ts'
import {
  countIdentityChecks,
  getIdentityPaper,
  listDecidedIdentities,
  listIdentityChecks,
  listWaitingIdentities,
  refuseIdentity,
  revokeIdentity,
  verifyIdentity,
} from '@truestrike/protocol/people-endpoints.ts'
import type { Accounts } from '../accounts/accounts.module.ts'
import type { NamesOf } from '../accounts/identity-review.ts'
import type { NoticesService } from '../notifications/notices.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Sql } from '../platform/db.ts'
import type { AdminPrincipal, Call, Router } from '../platform/route.ts'
import { parseCursor, parseRowId } from '../platform/row-id.ts'

const READ = { limit: 'read' } as const
const PAGE_DEFAULT = 30

interface Parts {
  clock: Clock
  accounts: Pick<Accounts, 'users' | 'identities' | 'identityReview' | 'identityDecisions'>
  notices: Pick<NoticesService, 'add'>
  administrators: { namesOf: NamesOf }
}

/** Identity checks as their reviewers see and decide them; the user is told of each decision. */
export function addIdentityReview(router: Router, parts: Parts): void {
  const { clock, accounts, notices, administrators } = parts
  const { users, identityReview, identityDecisions } = accounts
  addIdentityLists(router, parts)

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
    await identityDecisions.decide({ userId, checkId: body.checkId }, verdict, by, tell)
    return {}
  }

  async function revoke(
    { params, body, request }: Call<unknown, { checkId: string; reason: string }>,
    { adminId }: AdminPrincipal,
  ): Promise<Record<string, never>> {
    const userId = await users.idOf(params.uid)
    const remark = body.reason.trim()
    const tell = async (sql: Sql): Promise<void> => {
      const notice = { userId, type: 'system', kind: 'identity-revoked', priority: 'high' } as const
      await notices.add(sql, [{ ...notice, data: { remark } }], clock.nowMs())
    }
    const asked = { userId, checkId: body.checkId }
    await identityDecisions.revoke(asked, remark, { adminId, ip: request.ip }, tell)
    return {}
  }

  router.route(
    listIdentityChecks,
    async ({ params, request }, admin) => ({
      checks: await identityReview.list(await users.idOf(params.uid), {
        ...{ admin, request, namesOf: administrators.namesOf },
      }),
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
  router.route(revokeIdentity, revoke)
}

/** The checks that wait, and those that are decided. */
function addIdentityLists(router: Router, { accounts, administrators }: Parts): void {
  const { users, identities, identityReview } = accounts
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
  router.route(
    listDecidedIdentities,
    async ({ query: { cursor, limit = PAGE_DEFAULT } }) => {
      const rows = await identityReview.listDecided(limit + 1, parseCursor(cursor))
      const shown = rows.slice(0, limit)
      const names = await users.namesOf(shown.map(({ userId }) => userId))
      const deciders = await administrators.namesOf(shown.flatMap(({ decidedBy }) => decidedBy ?? []))
      return {
        checks: shown.map(({ id, userId, state, submittedMs, decidedMs, decidedBy }) => ({
          ...{
            checkId: id.toString(),
            state,
            submittedMs: Number(submittedMs),
            decidedMs: Number(decidedMs),
          },
          decidedBy: decidedBy === null ? null : (deciders.get(decidedBy) ?? null),
          ...ensure(names.get(userId)),
        })),
        nextCursor: rows.length > limit ? (shown.at(-1)?.id.toString() ?? null) : null,
      }
    },
    READ,
  )
  router.route(countIdentityChecks, async () => ({ count: (await identities.listWaiting(0)).count }), READ)
}
