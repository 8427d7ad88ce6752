import { ensure } from '@truestrike/core/assert.ts'
import { listArchiveFiles } from './market/log-archives.store.ts'
import { listLogEnds } from './market/log-ends.store.ts'
import { BackupError, type BackupManifest } from './platform/backup-manifest.ts'
import type { Db, Sql } from './platform/db.ts'
import { listMigrations } from './platform/migrate.ts'
import { readSiteKeys } from './proof/site-keys.store.ts'

/** What a manifest says of a database: read in the very state that is backed up. */
export type BackupFacts = Pick<
  BackupManifest,
  'takenAt' | 'database' | 'schema' | 'log' | 'keyIds' | 'archives'
>

/** Throws `BackupError` when the log does not end in a block everywhere: another block with its number may come later. */
export async function readBackupFacts(sql: Sql, kind: Db['kind']): Promise<BackupFacts> {
  const [row] = await sql.query<{ now: bigint; version: string; major: number }>(
    `select database_now_ms() as now, version() as version,
       current_setting('server_version_num')::int / 10000 as major`,
  )
  const { now, version, major } = ensure(row)
  const ends = await listLogEnds(sql)
  const open = ends.filter(({ sealed }) => !sealed).map(({ symbol }) => symbol)
  if (open.length > 0)
    throw new BackupError(`the price log did not come to rest (${open.join(', ')}): try again`)
  return {
    takenAt: new Date(Number(now)).toISOString(),
    database: { kind, version, major },
    schema: await listMigrations(sql),
    log: ends.map(({ sealed: _, ...end }) => end),
    keyIds: (await readSiteKeys(sql)).keys.map(({ id }) => id),
    archives: await listArchiveFiles(sql),
  }
}
