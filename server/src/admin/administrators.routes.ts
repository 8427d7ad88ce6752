import {
  createAdministrator,
  disableAdministrator,
  enableAdministrator,
  endAdministratorSessions,
  getAdministrator,
  listAdministrators,
  resetAdministratorPassword,
  resetAdministratorTwoFactor,
  setAdministratorRole,
} from '@truestrike/protocol/administrator-endpoints.ts'
import type { AdminPrincipal, Call, Router } from '../platform/route.ts'
import { parseRowId } from '../platform/row-id.ts'
import type { Admin } from './admin.module.ts'

const actOf = ({ params, body, request }: Call<unknown, { version: number }>, admin: AdminPrincipal) => ({
  ...{ id: parseRowId(params.id), version: body.version, admin, request },
})

export function registerAdministratorsRoutes(
  router: Router,
  { administrators: all }: { administrators: Admin['managed'] },
): void {
  router.route(listAdministrators, ({ query }, admin) => all.list(admin, query))
  router.route(getAdministrator, async ({ params }, admin) => ({
    administrator: await all.get(admin, parseRowId(params.id)),
  }))
  router.route(createAdministrator, ({ body, request }, admin) => all.create({ admin, request }, body))
  router.route(setAdministratorRole, async (call, admin) => ({
    administrator: await all.setRole(actOf(call, admin), call.body),
  }))
  router.route(disableAdministrator, async (call, admin) => ({
    administrator: await all.disable(actOf(call, admin)),
  }))
  router.route(enableAdministrator, async (call, admin) => ({
    administrator: await all.enable(actOf(call, admin)),
  }))
  router.route(resetAdministratorPassword, (call, admin) => all.resetPassword(actOf(call, admin)))
  router.route(resetAdministratorTwoFactor, async (call, admin) => ({
    administrator: await all.resetTwoFactor(actOf(call, admin)),
  }))
  router.route(endAdministratorSessions, async (call, admin) => ({
    administrator: await all.endSessions(actOf(call, admin)),
  }))
}
