import type { AdminSession } from '@truestrike/protocol/admin-account-endpoints.ts'
import { describeCaller } from '../accounts/caller-description.ts'
import { AppError } from '../platform/app-error.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import type { AdminPrincipal, RequestInfo } from '../platform/route.ts'
import { actAudit, administratorSubject } from './admin-audit.ts'
import {
  type LiveSince,
  listLiveAdminSessions,
  revokeAdminSession,
  revokeAdminSessions,
} from './admin-sessions.store.ts'

interface Parts {
  db: Db
  clock: Clock
  liveSince(): LiveSince
}

/** Where an administrator is signed in, for himself. */
export function createOwnSessionsService({ db, clock, liveSince }: Parts) {
  const log = (sql: Sql, admin: AdminPrincipal, request: RequestInfo, ended: number) =>
    writeAudit(
      sql,
      actAudit(admin, request, {
        ...{ atMs: clock.nowMs(), action: 'admin.end-sessions' },
        ...{ subject: administratorSubject(admin.adminId), after: { ended } },
      }),
    )

  return {
    async list({ adminId, sessionId }: AdminPrincipal): Promise<AdminSession[]> {
      const rows = await listLiveAdminSessions(db, adminId, liveSince())
      return rows.map(({ id, ip, userAgent, createdMs, lastSeenMs, expiresMs }) => ({
        ...{ id: id.toString(), current: id === sessionId },
        ...{ createdMs: Number(createdMs), lastSeenMs: Number(lastSeenMs), expiresMs: Number(expiresMs) },
        ...describeCaller(ip, userAgent),
      }))
    },

    /** Errors: NOT_FOUND, for one that is not his and for none alike; and for this one, which ends by signing out. */
    async end(admin: AdminPrincipal, id: bigint | null, request: RequestInfo): Promise<void> {
      if (id === null || id === admin.sessionId) throw new AppError('NOT_FOUND')
      await db.tx(async (sql) => {
        if (!(await revokeAdminSession(sql, admin.adminId, id, clock.nowMs())))
          throw new AppError('NOT_FOUND')
        await log(sql, admin, request, 1)
      })
    },

    /** All but this one; answers how many. */
    endOthers: (admin: AdminPrincipal, request: RequestInfo): Promise<number> =>
      db.tx(async (sql) => {
        const ended = await revokeAdminSessions(sql, admin.adminId, admin.sessionId, clock.nowMs())
        if (ended > 0) await log(sql, admin, request, ended)
        return ended
      }),
  }
}
