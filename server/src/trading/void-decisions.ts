import type { ProductVoid } from '@truestrike/protocol/void-endpoints.ts'
import { VOIDS_SUBJECT } from '../market/void-source.ts'
import type { ActsOfTwo } from '../platform/acts-of-two.ts'
import { AppError } from '../platform/app-error.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Bus } from '../platform/bus.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import type { AdminPrincipal, RequestInfo } from '../platform/route.ts'
import { decideVoid, getVoid, holdVoid, type VoidRow } from './voids.store.ts'

/** Who acts, from where. */
export interface VoidActor {
  admin: AdminPrincipal
  request: RequestInfo
}

/** And on which proposal, as he looked at it. */
interface VoidAct extends VoidActor {
  id: bigint | null
  version: number
}

interface Step {
  state: 'withdrawn' | 'refused' | 'confirmed'
  action: string
  remark?: string
  /** Throws when this administrator may not. */
  admit(row: VoidRow, at: { sql: Sql; nowMs: number }): Promise<void> | void
}

interface Parts {
  db: Db
  bus: Bus
  clock: Clock
  administrators: Pick<ActsOfTwo, 'admitTwo'>
  toWireOne(row: VoidRow | null, admin: AdminPrincipal): Promise<ProductVoid>
}

/** What administrators decide on a proposal, once. Errors of all: REVIEW_NOT_FOUND; REVIEW_CONFLICT when it is no longer what he looked at. */
export function createVoidDecisions({ db, bus, clock, administrators, toWireOne }: Parts) {
  const decide = async ({ id, version, ...actor }: VoidAct, step: Step): Promise<ProductVoid> => {
    const { state, action, remark = null } = step
    const row = await db.tx(async (sql) => {
      const held = id === null ? null : await holdVoid(sql, id)
      if (held === null) throw new AppError('REVIEW_NOT_FOUND')
      if (held.state !== 'proposed' || held.version !== version) throw new AppError('REVIEW_CONFLICT')
      const nowMs = clock.nowMs()
      await step.admit(held, { sql, nowMs })
      await decideVoid(sql, held.id, { state, adminId: actor.admin.adminId, nowMs, remark })
      const after = { state, ...(remark === null ? {} : { remark }) }
      await auditVoid(sql, actor, {
        ...{ id: held.id, nowMs, action },
        ...{ before: { state: held.state }, after },
      })
      return await getVoid(sql, held.id)
    })
    return await toWireOne(row, actor.admin)
  }

  return {
    /** Errors: also SECOND_ADMIN_REQUIRED, SECOND_ADMIN_TOO_NEW, VOID_EXPIRED, PROPOSER_GONE. */
    async confirm(act: VoidAct): Promise<ProductVoid> {
      const confirmed = await decide(act, {
        ...{ state: 'confirmed', action: 'void.confirm' },
        async admit(row, { sql, nowMs }) {
          admitSecond(row, act.admin)
          if (nowMs >= row.expiresMs) throw new AppError('VOID_EXPIRED')
          await administrators.admitTwo(sql, row.proposedBy, act.admin.adminId, 'voids')
        },
      })
      bus.publish(VOIDS_SUBJECT, { symbol: confirmed.symbol })
      return confirmed
    },

    /** Errors: also SECOND_ADMIN_REQUIRED. */
    refuse: (act: VoidAct, remark: string): Promise<ProductVoid> =>
      decide(act, {
        ...{ state: 'refused', action: 'void.refuse', remark },
        admit: (row) => admitSecond(row, act.admin),
      }),

    /** Errors: also PERMISSION_DENIED for another one's. */
    withdraw: (act: VoidAct): Promise<ProductVoid> =>
      decide(act, {
        ...{ state: 'withdrawn', action: 'void.withdraw' },
        admit({ proposedBy }) {
          if (proposedBy !== act.admin.adminId) throw new AppError('PERMISSION_DENIED')
        },
      }),
  }
}

/** In the transaction of the act. */
export function auditVoid(
  sql: Sql,
  { admin, request }: VoidActor,
  { id, nowMs, ...said }: { id: bigint; nowMs: number; action: string; before?: object; after: object },
): Promise<void> {
  const actor = { actorKind: 'admin', actorId: admin.adminId, ip: request.ip } as const
  return writeAudit(sql, { ...actor, atMs: nowMs, subject: `void:${id}`, ...said })
}

function admitSecond({ proposedBy }: VoidRow, { adminId }: AdminPrincipal): void {
  if (proposedBy === adminId) throw new AppError('SECOND_ADMIN_REQUIRED')
}
