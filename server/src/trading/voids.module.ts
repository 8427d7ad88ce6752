import {
  confirmVoid,
  getVoid,
  listVoids,
  previewVoid,
  proposeVoid,
  refuseVoid,
  withdrawVoid,
} from '@truestrike/protocol/void-endpoints.ts'
import { requirePermission } from '../platform/permissions.ts'
import type { AdminPrincipal, Call, Router } from '../platform/route.ts'
import { parseRowId } from '../platform/row-id.ts'
import { createVoidsService, VOIDS_PERMISSION, type VoidsParts } from './voids.service.ts'

const READ = { limit: 'read' } as const

/** The only act of the operator that touches contracts: a public void of a product for an interval, by two administrators. */
export function addVoids(router: Router, parts: VoidsParts): void {
  const voids = createVoidsService(parts)

  /** Who may act at all, and on what. */
  const actBy = (call: Call<unknown, { version: number }>, admin: AdminPrincipal) => {
    requirePermission(admin, VOIDS_PERMISSION)
    return { id: parseRowId(call.params.id), version: call.body.version, admin, request: call.request }
  }

  router.route(
    listVoids,
    ({ query }, admin) => {
      requirePermission(admin, VOIDS_PERMISSION)
      return voids.list(admin, query)
    },
    READ,
  )
  router.route(
    previewVoid,
    async ({ query }, admin) => {
      requirePermission(admin, VOIDS_PERMISSION)
      return { preview: await voids.preview(query) }
    },
    READ,
  )
  router.route(
    getVoid,
    ({ params }, admin) => {
      requirePermission(admin, VOIDS_PERMISSION)
      return voids.get(admin, parseRowId(params.id))
    },
    READ,
  )
  router.route(proposeVoid, ({ body, request }, admin) => {
    requirePermission(admin, VOIDS_PERMISSION)
    return voids.propose({ admin, request }, body)
  })
  router.route(confirmVoid, async (call, admin) => ({ void: await voids.confirm(actBy(call, admin)) }))
  router.route(refuseVoid, async (call, admin) => ({
    void: await voids.refuse(actBy(call, admin), call.body.remark),
  }))
  router.route(withdrawVoid, async (call, admin) => ({ void: await voids.withdraw(actBy(call, admin)) }))
}
