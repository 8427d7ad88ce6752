import { writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { Download } from '../platform/http-download.ts'
import type { ListExports } from '../platform/list-exports.ts'
import type { AdminPrincipal, RequestInfo } from '../platform/route.ts'
import type { DepositRow } from './deposits.store.ts'
import { depositsExport, withdrawalsExport } from './export-orders.ts'
import { type OrderFilterQuery, readOrderFilter } from './read-order-query.ts'
import type { PayoutWay } from './withdrawals.store.ts'

interface Parts {
  db: Db
  clock: Clock
  exports: ListExports
  users: Parameters<typeof readOrderFilter>[2]
}

/** Lists of orders as files of CSV, with the filters of the lists. Who took one along, and which, is in the audit log. */
export function createOrderFilesService({ db, clock, exports, users }: Parts) {
  async function logged(
    name: string,
    query: object,
    admin: AdminPrincipal,
    { ip }: RequestInfo,
  ): Promise<void> {
    await writeAudit(db, {
      ...{ atMs: clock.nowMs(), actorKind: 'admin', actorId: admin.adminId, ip },
      ...{ action: 'orders.export', subject: name, after: query },
    })
  }

  return {
    async exportDeposits(
      query: OrderFilterQuery<DepositRow['kind']>,
      admin: AdminPrincipal,
      request: RequestInfo,
    ): Promise<Download> {
      const { filter } = await readOrderFilter(query, 'R', users)
      await logged('recharge-orders', query, admin, request)
      return exports.file(depositsExport, { filter, locale: request.locale }, clock.nowMs())
    },

    async exportWithdrawals(
      query: OrderFilterQuery<PayoutWay>,
      admin: AdminPrincipal,
      request: RequestInfo,
    ): Promise<Download> {
      const { filter } = await readOrderFilter(query, 'W', users)
      await logged('withdraw-orders', query, admin, request)
      return exports.file(withdrawalsExport, { filter, locale: request.locale }, clock.nowMs())
    },
  }
}
