import { ensure } from '@truestrike/core/assert.ts'
import type { Administrator } from '@truestrike/protocol/administrator-endpoints.ts'
import { covers, permissionsOf } from '@truestrike/protocol/permissions.ts'
import type { Clock } from '../platform/clock.ts'
import type { Sql } from '../platform/db.ts'
import type { AdminPrincipal } from '../platform/route.ts'
import { countLiveAdminSessions, type LiveSince } from './admin-sessions.store.ts'
import { getManaged, type ManagedRow } from './administrator-acts.store.ts'

export type AdministratorView = ReturnType<typeof createAdministratorView>

/** Administrators as they cross the wire, for the one who looks. */
export function createAdministratorView(liveSince: () => LiveSince, clock: Clock) {
  async function toWire(
    sql: Sql,
    rows: readonly ManagedRow[],
    admin: AdminPrincipal,
  ): Promise<Administrator[]> {
    const ids = rows.map(({ id }) => id)
    const sessions = await countLiveAdminSessions(sql, ids, liveSince())
    return rows.map(({ id, permissions, hasTwoFactor, ...row }) => ({
      ...row,
      id: id.toString(),
      ownPermissions: permissions,
      isMe: id === admin.adminId,
      mayChange: id !== admin.adminId && covers(admin.permissions, permissionsOf(row.role, permissions)),
      passwordExpiresMs: numberOf(row.passwordExpiresMs),
      twoFactor: hasTwoFactor,
      sessions: sessions.get(id) ?? 0,
      createdMs: Number(row.createdMs),
      lastLoginMs: numberOf(row.lastLoginMs),
      agreesFromMs: row.agreesFromMs > clock.nowMs() ? Number(row.agreesFromMs) : null,
    }))
  }

  return {
    toWire,
    toWireOne: async (sql: Sql, id: bigint, admin: AdminPrincipal): Promise<Administrator> =>
      ensure((await toWire(sql, [ensure(await getManaged(sql, id))], admin))[0]),
  }
}

const numberOf = (value: bigint | null): number | null => (value === null ? null : Number(value))
