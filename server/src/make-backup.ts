import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import packageJson from '../package.json' with { type: 'json' }
import { type BackupFacts, readBackupFacts } from './backup-facts.ts'
import type { Config } from './config.ts'
import { restLog } from './market/rest-log.ts'
import { copyPart, listTree, sealPart } from './platform/backup-files.ts'
import { BackupError, type BackupManifest, writeManifest } from './platform/backup-manifest.ts'
import type { Db } from './platform/db.ts'
import { syncOne, syncTree } from './platform/durable-file.ts'
import { copyClosedFolder, copyOpenFolder } from './platform/embedded-copy.ts'
import { FolderLockedError, lockFolder } from './platform/folder-lock.ts'
import { makeFolder } from './platform/make-folder.ts'
import { checkMigrated } from './platform/migrate.ts'
import { openPglite } from './platform/pglite-db.ts'
import { openPostgres } from './platform/postgres-db.ts'
import { checkTool, dumpDatabase } from './platform/postgres-tools.ts'
import { systemRandom } from './platform/secret-token.ts'
import { createSigner } from './proof/signer.ts'
import { readSigningKeys, writeSigningKeys } from './proof/signing-keys.ts'

/** Where things are in a backup. */
export const BACKUP_PATHS = {
  folder: 'database',
  dump: 'database.dump',
  keys: 'signing-keys.json',
  secretKeys: 'secret-keys.json',
  feedMaster: 'feed-master',
  archives: 'archive',
} as const

/** Connections to PostgreSQL: the snapshot's, and those that bring the log to rest. */
const CONNECTIONS = 3

export interface BackupWish {
  /** Folder that does not exist yet. */
  target: string
  leftOut: BackupManifest['leftOut']
}

export interface MadeBackup {
  manifest: BackupManifest
  /** How long prices waited, in ms. */
  restMs: number
}

interface Copied {
  facts: BackupFacts
  online: boolean
  restMs: number
}

/**
 * Makes a backup: whole and durable when it resolves, else nothing with the name of the target. Throws `BackupError` with
 * what the operator can do.
 */
export async function makeBackup(config: Config, wish: BackupWish): Promise<MadeBackup> {
  const { target } = wish
  const draft = `${target}.draft`
  for (const path of [target, draft]) {
    if (existsSync(path)) throw new BackupError(`${path} is there already: choose another folder`)
  }
  makeFolder(dirname(target))
  makeFolder(draft)
  try {
    const made = await fillDraft(config, wish, draft)
    await rename(draft, target)
    syncOne(dirname(target))
    return made
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

async function fillDraft(config: Config, { leftOut }: BackupWish, draft: string): Promise<MadeBackup> {
  const { facts, online, restMs } =
    config.databaseUrl === null
      ? await backUpEmbedded(config, draft)
      : await backUpPostgres(config, config.databaseUrl, draft)
  await addSecrets(config, { draft, facts, leftOut })
  if (!leftOut.includes('archives')) await addArchives(config, draft, facts)
  const tree = await listTree(draft)
  const parts = []
  for (const file of tree.files) parts.push(await sealPart(draft, file))
  const manifest: BackupManifest = {
    ...{ productVersion: packageJson.version, online, leftOut },
    ...facts,
    ...{ folders: tree.folders, parts },
  }
  await writeManifest(draft, manifest)
  await syncTree(draft)
  return { manifest, restMs }
}

async function backUpEmbedded(config: Config, draft: string): Promise<Copied> {
  const { dataDir } = config
  const from = join(dataDir, 'database')
  if (!existsSync(from)) {
    throw new BackupError(`there is no database in ${dataDir}: set DATA_DIR or DATABASE_URL`)
  }
  const to = join(draft, BACKUP_PATHS.folder)
  let copied: Awaited<ReturnType<typeof copyOpenFolder>> | null = null
  const lock = lockUnlessInUse(from)
  try {
    if (lock === null) copied = await copyOpenFolder(dataDir, from, to)
    else {
      await withEmbedded(config, from, (db) => restAlone(db, config))
      await copyClosedFolder(from, to)
    }
  } finally {
    lock?.release()
  }
  // Opening it makes it whole, shows that it can be opened, and tells what is in it.
  const facts = await withEmbedded(config, to, (db) => readBackupFacts(db, db.kind))
  if (copied === null) return { facts, online: false, restMs: 0 }
  const takenAt = new Date(copied.takenMs).toISOString()
  return { facts: { ...facts, takenAt }, online: true, restMs: copied.restMs }
}

function lockUnlessInUse(folder: string): ReturnType<typeof lockFolder> | null {
  try {
    return lockFolder(folder)
  } catch (error) {
    if (error instanceof FolderLockedError) return null
    throw error
  }
}

async function withEmbedded<T>(
  { embeddedBuffersMb: sharedBuffersMb }: Config,
  folder: string,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const db = await openPglite({ dataDir: folder, sharedBuffersMb })
  return await work(db).finally(() => db.close())
}

/** Nobody else uses the database: what a killed server has left is put into blocks, as its next start would have done. */
async function restAlone(db: Db, config: Config, work: () => Promise<void> = async () => {}): Promise<void> {
  await checkMigrated(db)
  const signer = await createSigner({ db, file: config.signingKeysFile, random: systemRandom })
  const [row] = await db.query<{ ms: bigint }>('select service_now_ms() as ms')
  await restLog({ db, signer, nowMs: Number(row?.ms) }, work)
}

async function backUpPostgres(config: Config, url: string, draft: string): Promise<Copied> {
  const db = await openPostgres(url, { connectionsMax: CONNECTIONS })
  try {
    const [row] = await db.query<{ major: number; known: boolean }>(
      `select current_setting('server_version_num')::int / 10000 as major,
         to_regclass('schema_migrations') is not null as known`,
    )
    if (row?.known !== true)
      throw new BackupError('DATABASE_URL: expected a database of this product; this one has no such tables')
    await checkTool('pg_dump', row.major)
    const { online } = await whoRuns(db)
    let restMs = 0
    const facts = await db.tx(async (sql) => {
      await sql.query('set transaction isolation level repeatable read, read only')
      await sql.query('set local idle_in_transaction_session_timeout = 0')
      let snapshot = ''
      const startedMs = performance.now()
      await restAlone(db, config, async () => {
        const [taken] = await sql.query<{ id: string }>('select pg_export_snapshot() as id')
        snapshot = taken?.id ?? ''
      })
      restMs = Math.round(performance.now() - startedMs)
      const read = await readBackupFacts(sql, db.kind)
      await dumpDatabase(url, snapshot, join(draft, BACKUP_PATHS.dump))
      return read
    })
    return { facts, online, restMs }
  } finally {
    await db.close()
  }
}

/** Whether an engine has products just now. */
async function whoRuns(db: Db): Promise<{ online: boolean }> {
  const [row] = await db.query<{ online: boolean }>(
    'select exists (select 1 from product_leases where expires_db_ms > database_now_ms()) as online',
  )
  return { online: row?.online === true }
}

/** The site's private keys of this database, those of its sealed values, and the secret its simulated prices follow from. */
async function addSecrets(
  config: Config,
  { draft, facts, leftOut }: { draft: string; facts: BackupFacts; leftOut: BackupManifest['leftOut'] },
): Promise<void> {
  const master = join(config.dataDir, BACKUP_PATHS.feedMaster)
  if (existsSync(master)) await copyPart(master, join(draft, BACKUP_PATHS.feedMaster))
  if (leftOut.includes('keys')) return
  const held = [...(await readSigningKeys(config.signingKeysFile)).values()]
  const own = held.filter(({ id }) => facts.keyIds.includes(id))
  const newest = facts.keyIds.at(-1)
  if (newest !== undefined && !own.some(({ id }) => id === newest)) {
    throw new BackupError(
      `${config.signingKeysFile}: expected the private key ${newest} the site signs with; bring the file here, or give --without-keys`,
    )
  }
  await writeSigningKeys(join(draft, BACKUP_PATHS.keys), own)
  if (!existsSync(config.secretKeysFile)) {
    throw new BackupError(
      `${config.secretKeysFile}: expected the keys of stored secrets; bring the file here, or give --without-keys`,
    )
  }
  await copyPart(config.secretKeysFile, join(draft, BACKUP_PATHS.secretKeys))
}

async function addArchives({ retention }: Config, draft: string, { archives }: BackupFacts): Promise<void> {
  for (const { path } of archives) {
    const from = join(retention.archiveDir, path)
    if (!existsSync(from)) {
      throw new BackupError(
        `${from}: expected an archive of the price log; set ARCHIVE_DIR, put it back from its mirror, or give --without-archives`,
      )
    }
    await copyPart(from, join(draft, BACKUP_PATHS.archives, path))
  }
}
