import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../platform/app-error.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Sql } from '../platform/db.ts'
import type { AdminPrincipal, RequestInfo } from '../platform/route.ts'
import { insertConfigVersion, listNewestConfig } from './config-versions.store.ts'

/** An administrator who changes something, from where. */
export interface AdminActor {
  admin: AdminPrincipal
  request: RequestInfo
}

interface ConfigStep {
  section: string
  /** The version he looked at. */
  version: number
  /** Plain JSON, never a secret: it is shown to whoever may see the history. */
  before: object
  after: object
  nowMs: number
}

/** Told over the bus after the commit: what was read of a section is old. */
export const CONFIG_CHANGED_SUBJECT = 'settings.changed'

/** The version that holds after a change; the one that was looked at where nothing is different. */
export interface RecordedConfig {
  version: number
  isNew: boolean
}

/**
 * Writes the next version of a section and its entry of the audit log, in the transaction that makes it hold. Errors:
 * CONFIG_CHANGED.
 */
export async function recordConfig(sql: Sql, actor: AdminActor, step: ConfigStep): Promise<RecordedConfig> {
  const { section, before, after, nowMs } = step
  const { adminId } = actor.admin
  if ((await newestVersion(sql, section)) !== step.version) throw new AppError('CONFIG_CHANGED')
  if (isDeepStrictEqual(before, after)) return { version: step.version, isNew: false }
  const version = await insertNext(sql, adminId, step)
  await writeAudit(sql, {
    ...{ atMs: nowMs, actorKind: 'admin', actorId: adminId, ip: actor.request.ip },
    ...{ action: 'config.change', subject: `config:${section}`, before, after: { ...after, version } },
  })
  return { version, isNew: true }
}

/** How many versions a section has: what is read after this and written as the next one nobody has changed in between. */
export const newestVersion = async (sql: Sql, section: string): Promise<number> =>
  (await listNewestConfig(sql, [section]))[0]?.version ?? 0

/** The version after the one that was looked at, without an entry of the audit log: its caller makes one. Errors: CONFIG_CHANGED. */
export async function insertNext(
  sql: Sql,
  adminId: bigint,
  { section, version, before, after, nowMs }: ConfigStep,
): Promise<number> {
  const row = { section, version: version + 1, before, value: after, adminId, nowMs }
  if (!(await insertConfigVersion(sql, row))) throw new AppError('CONFIG_CHANGED')
  return row.version
}
