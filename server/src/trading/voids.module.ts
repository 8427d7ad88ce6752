import {
  confirmVoid,
  getVoid,
  listVoids,
  previewVoid,
  proposeVoid,
  refuseVoid,
  withdrawVoid,
} from '@truestrike/protocol/void-endpoints.ts'
import type { AdminPrincipal, Call, Router } from '../platform/route.ts'
import { parseRowId } from '../platform/row-id.ts'
import { createVoidsService, type VoidsParts } from './voids.service.ts'

const READ = { limit: 'read' } as const

/** The only act of the operator that touches contracts: a public void of a product for an interval, by two administrators. */
export function addVoids(router: Router, parts: VoidsParts): void {
  const voids = createVoidsService(parts)

  const actBy = ({ params, body, request }: Call<unknown, { version: number }>, admin: AdminPrincipal) => ({
    ...{ id: parseRowId(params.id), version: body.version, admin, request },
  })

  router.route(listVoids, ({ query }, admin) => voids.list(admin, query), READ)
  router.route(previewVoid, async ({ query }) => ({ preview: await voids.preview(query) }), READ)
  router.route(getVoid, ({ params }, admin) => voids.get(admin, parseRowId(params.id)), READ)
  router.route(proposeVoid, ({ body, request }, admin) => voids.propose({ admin, request }, body))
  router.route(confirmVoid, async (call, admin) => ({ void: await voids.confirm(actBy(call, admin)) }))
  router.route(refuseVoid, async (call, admin) => ({
    void: await voids.refuse(actBy(call, admin), call.body.remark),
  }))
  router.route(withdrawVoid, async (call, admin) => ({ void: await voids.withdraw(actBy(call, admin)) }))
}
