import type { AuditEntry } from '../platform/audit-log.ts'
import type { AdminPrincipal, RequestInfo } from '../platform/route.ts'

/** What an administrator did, from where. */
export const actAudit = (
  { adminId }: Pick<AdminPrincipal, 'adminId'>,
  { ip }: RequestInfo,
  act: Pick<AuditEntry, 'atMs' | 'action' | 'subject' | 'before' | 'after'>,
): AuditEntry => ({ ...act, actorKind: 'admin', actorId: adminId, ip })

export const administratorSubject = (adminId: bigint | null): string =>
  `administrator:${adminId ?? 'unknown'}`

/** What he may do: a role, or the parts of it that he has. */
export const roleAudited = (role: string, permissions: readonly string[]) => ({
  role,
  ...(permissions.length > 0 ? { permissions } : {}),
})

/** By nobody who is known. A name that does not exist is left out: people type passwords there. */
export const refusedAudit = (
  adminId: bigint | null,
  action: string,
  { ip }: RequestInfo,
  atMs: number,
): AuditEntry => ({
  ...{ atMs, actorKind: 'system', actorId: null, action, subject: administratorSubject(adminId), ip },
})
