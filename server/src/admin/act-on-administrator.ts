import type { Administrator } from '@truestrike/protocol/administrator-endpoints.ts'
import { covers, permissionsOf, rolesFor } from '@truestrike/protocol/permissions.ts'
import { AppError } from '../platform/app-error.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import type { AdminPrincipal, RequestInfo } from '../platform/route.ts'
import { actAudit, administratorSubject } from './admin-audit.ts'
import { getManaged, lockAdministrators, type ManagedRow } from './administrator-acts.store.ts'
import type { AdministratorView } from './administrator-view.ts'
import { countAdministratorsWith } from './administrators.store.ts'

/** Who acts, from where. */
export interface AdministratorActor {
  admin: AdminPrincipal
  request: RequestInfo
}

/** And on whom, as he was looked at. */
export interface AdministratorAct extends AdministratorActor {
  id: bigint | null
  version: number
}

interface Done {
  action: string
  before?: object
  after?: object
}

interface Parts {
  db: Db
  clock: Clock
  view: AdministratorView
}

/** Takes the lock and answers what the actor may do by now: he may have been acted on himself a moment ago. */
export async function holdRights(sql: Sql, { adminId }: AdminPrincipal): Promise<readonly string[]> {
  await lockAdministrators(sql)
  const row = await getManaged(sql, adminId)
  return row === null || row.disabled ? [] : permissionsOf(row.role, row.permissions)
}

/** Somebody has to be left who may give everything. */
async function refuseWithoutOwner(sql: Sql): Promise<void> {
  const left = await countAdministratorsWith(sql, [{ names: ['*'], roles: rolesFor('roles') }])
  if (left === 0) throw new AppError('ADMINISTRATOR_LAST_OWNER')
}

/** One change of one administrator, under the lock. Errors: ADMINISTRATOR_NOT_FOUND, _SELF, _CHANGED, _LAST_OWNER; PERMISSION_DENIED. */
export const createActOn =
  ({ db, clock, view }: Parts) =>
  (
    { id, version, admin, request }: AdministratorAct,
    work: (sql: Sql, row: ManagedRow, rights: readonly string[]) => Promise<Done>,
  ): Promise<Administrator> =>
    db.tx(async (sql) => {
      const rights = await holdRights(sql, admin)
      const row = id === null ? null : await getManaged(sql, id)
      if (row === null) throw new AppError('ADMINISTRATOR_NOT_FOUND')
      if (row.id === admin.adminId) throw new AppError('ADMINISTRATOR_SELF')
      const needed = [...permissionsOf(row.role, row.permissions), 'roles']
      if (!covers(rights, needed)) throw new AppError('PERMISSION_DENIED')
      if (row.version !== version) throw new AppError('ADMINISTRATOR_CHANGED')
      const done = await work(sql, row, rights)
      await refuseWithoutOwner(sql)
      const subject = administratorSubject(row.id)
      await writeAudit(sql, actAudit(admin, request, { atMs: clock.nowMs(), subject, ...done }))
      return await view.toWireOne(sql, row.id, admin)
    })
