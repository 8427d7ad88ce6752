import { deleteCodesBefore } from './accounts/mail-codes.store.ts'
import { revokeAllSessions } from './accounts/sessions.store.ts'
import { deleteTicketsExpiredBefore } from './accounts/sign-in-tickets.store.ts'
import { deleteWalletMessagesExpiredBefore } from './accounts/wallet-messages.store.ts'
import { revokeAllAdminSessions } from './admin/admin-sessions.store.ts'
import { listLogEnds } from './market/log-ends.store.ts'
import { voidLeases } from './market/product-leases.store.ts'
import { restartLogs } from './market/restart-log.ts'
import { writeAudit } from './platform/audit-log.ts'
import { BackupError, type BackupManifest } from './platform/backup-manifest.ts'
import type { Sql } from './platform/db.ts'
import { passTime, skipIds, writeRestored } from './platform/restored.ts'

export interface RestoreWish {
  /** Folder of the backup. */
  backup: string
  /** Its server was stopped before it was made and has not run since: nothing came after it. */
  nothingLost: boolean
}

/** Clocks may differ, and a server may run on while its backup is restored elsewhere. */
const MARGIN_MS = 3_600_000
/** More rows of one kind than anybody makes in a second. */
const IDS_PER_SECOND = 20_000

/**
 * What a restored database needs before a server may use it, in one transaction. When something may be lost: logs go on
 * with a restart, no number of a row is given again, and everyone signs in anew, as a session that was ended since then
 * would live again.
 */
export async function finishRestore(sql: Sql, wish: RestoreWish, manifest: BackupManifest): Promise<void> {
  const { takenAt } = manifest
  const ends = (await listLogEnds(sql)).map(({ sealed: _, ...end }) => end)
  if (JSON.stringify(ends) !== JSON.stringify(manifest.log))
    throw new BackupError('the database of the backup is not the one its manifest tells of')
  const [row] = await sql.query<{ ms: bigint }>('select service_now_ms() as ms')
  await voidLeases(sql)
  if (!wish.nothingLost) {
    const lostMs = (await passTime(sql, Date.parse(takenAt))) + MARGIN_MS
    const [now] = await sql.query<{ ms: bigint }>('select service_now_ms() as ms')
    const atMs = Number(now?.ms)
    await skipIds(sql, BigInt(Math.ceil(lostMs / 1_000)) * BigInt(IDS_PER_SECOND))
    await restartLogs(sql, { lostMs, nowMs: atMs })
    await revokeAllSessions(sql, atMs)
    await revokeAllAdminSessions(sql, atMs)
    // What is good once may have been used since.
    await deleteCodesBefore(sql, Number.MAX_SAFE_INTEGER)
    await deleteTicketsExpiredBefore(sql, Number.MAX_SAFE_INTEGER)
    await deleteWalletMessagesExpiredBefore(sql, Number.MAX_SAFE_INTEGER)
    await writeRestored(sql, { atMs, takenAt })
  }
  await writeAudit(sql, {
    ...{ atMs: Number(row?.ms), actorKind: 'system', actorId: null, action: 'service.restore', ip: null },
    ...{ subject: `backup:${takenAt}`, after: { nothingLost: wish.nothingLost } },
  })
}
