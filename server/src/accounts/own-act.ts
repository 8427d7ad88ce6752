import { writeAudit } from '../platform/audit-log.ts'
import type { Sql } from '../platform/db.ts'
import type { RequestInfo } from '../platform/route.ts'

interface OwnAct {
  userId: bigint
  atMs: number
  request: Pick<RequestInfo, 'ip'>
  /** As `noun.verb`. */
  action: string
  after?: object
}

/** What a user does to the ways into his account, for the audit log; in the transaction of the act. */
export async function auditOwnAct(sql: Sql, { userId, request, ...act }: OwnAct): Promise<void> {
  await writeAudit(sql, {
    ...{ ...act, actorKind: 'user', actorId: userId, ip: request.ip },
    subject: `user:${userId}`,
  })
}
