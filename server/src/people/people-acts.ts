import {
  addUserNote,
  adjustBalance,
  freezeUser,
  listUserNotes,
  resetTwoFactor,
  signOutUser,
  type UserNote,
  unfreezeUser,
} from '@truestrike/protocol/people-acts-endpoints.ts'
import type { Accounts } from '../accounts/accounts.module.ts'
import type { AdminPrincipal, Call, Router } from '../platform/route.ts'
import { parseRowId } from '../platform/row-id.ts'
import type { createAdjustBalance } from './adjust-balance.ts'
import type { createResetTwoFactor } from './reset-two-factor.ts'

const READ = { limit: 'read' } as const
const NOTES_DEFAULT = 20

interface Parts {
  accounts: Pick<Accounts, 'users' | 'standing'>
  administrators: { namesOf(ids: readonly bigint[]): Promise<ReadonlyMap<bigint, string>> }
  adjusting: ReturnType<typeof createAdjustBalance>
  resetting: ReturnType<typeof createResetTwoFactor>
}

/** What administrators do with one user. */
export function addPeopleActs(router: Router, { accounts, administrators, adjusting, resetting }: Parts) {
  const { users, standing } = accounts

  /** Who acts, on whom, and why. */
  async function actBy(
    call: Call<unknown, { requestId: string; reason?: string; text?: string }>,
    admin: AdminPrincipal,
  ) {
    const { requestId, reason, text = '' } = call.body
    const userId = await users.idOf(call.params.uid)
    return { userId, adminId: admin.adminId, ip: call.request.ip, reason: reason ?? text, requestId }
  }

  router.route(freezeUser, async (call, admin) => {
    await standing.freeze(await actBy(call, admin))
    return {}
  })
  router.route(unfreezeUser, async (call, admin) => {
    await standing.unfreeze(await actBy(call, admin))
    return {}
  })
  router.route(signOutUser, async (call, admin) => {
    await standing.signOut(await actBy(call, admin), call.body.session ?? null)
    return {}
  })
  router.route(adjustBalance, async ({ params: { uid = '' }, body, request }, admin) => ({
    proposal: await adjusting.ask({ admin, request }, { ...body, uid }),
  }))
  router.route(resetTwoFactor, async ({ params: { uid = '' }, body, request }, admin) => ({
    proposal: await resetting.ask({ admin, request }, { ...body, uid }),
  }))
  router.route(addUserNote, async (call, admin) => {
    await standing.note(await actBy(call, admin))
    return {}
  })
  router.route(
    listUserNotes,
    async ({ params, query: { cursor, limit = NOTES_DEFAULT } }) => {
      const userId = await users.idOf(params.uid)
      const rows = await standing.listNotes(userId, { before: parseRowId(cursor), limit: limit + 1 })
      const page = rows.slice(0, limit)
      const names = await administrators.namesOf([...new Set(page.map(({ adminId }) => adminId))])
      const notes = page.map(
        ({ id, adminId, act, text, atMs }): UserNote => ({
          ...{ id: id.toString(), act, text, by: names.get(adminId) ?? '', timeMs: Number(atMs) },
        }),
      )
      return { notes, nextCursor: rows.length > limit ? (notes.at(-1)?.id ?? null) : null }
    },
    READ,
  )
}
