import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from './config.ts'
import { finishRestore, type RestoreWish } from './finish-restore.ts'
import { BACKUP_PATHS } from './make-backup.ts'
import { checkParts, measurePart, placePart } from './platform/backup-files.ts'
import {
  BackupError,
  type BackupManifest,
  type BackupPart,
  readManifest,
} from './platform/backup-manifest.ts'
import { syncOne, syncTree } from './platform/durable-file.ts'
import { lockFolder } from './platform/folder-lock.ts'
import { makeFolder } from './platform/make-folder.ts'
import { readMigrations } from './platform/migrate.ts'
import { openPglite } from './platform/pglite-db.ts'
import { openPostgres } from './platform/postgres-db.ts'
import { checkTool, restoreDump } from './platform/postgres-tools.ts'
import { isRestoreUnfinished, markRestore, unmarkRestore } from './platform/restore-guard.ts'
import { readSigningKeys, writeSigningKeys } from './proof/signing-keys.ts'

const OWNER_ONLY_FOLDER = 0o700

/**
 * Brings a backup into a place where there is nothing: the configured database, DATA_DIR, ARCHIVE_DIR and the file of the
 * signing keys. Everything is looked at before anything is touched; a restore that is cut off leaves nothing a server
 * would start on. Throws `BackupError` with what the operator can do.
 */
export async function restoreBackup(config: Config, wish: RestoreWish): Promise<BackupManifest> {
  const { backup } = wish
  const manifest = await readManifest(backup)
  checkKind(config, manifest)
  checkSchema(manifest)
  if (wish.nothingLost && manifest.online) {
    throw new BackupError(
      '--nothing-lost is for a backup that was made while the server was stopped: what this one’s server did afterwards is not in it',
    )
  }
  await checkParts(backup, manifest.parts)
  await checkPlace(config, wish)
  makeFolder(config.dataDir)
  if (config.databaseUrl === null) await restoreEmbedded(config, wish, manifest)
  else await restorePostgres(config, wish, { manifest, url: config.databaseUrl })
  return manifest
}

function checkKind({ databaseUrl }: Config, { database }: BackupManifest): void {
  const kind = databaseUrl === null ? 'pglite' : 'postgres'
  if (database.kind === kind) return
  throw new BackupError(
    kind === 'pglite'
      ? 'the backup is of a PostgreSQL database: set DATABASE_URL to an empty one'
      : 'the backup is of the embedded database: restore it without DATABASE_URL',
  )
}

function checkSchema({ schema, productVersion }: BackupManifest): void {
  const known = new Map(readMigrations().map(({ name, checksum }) => [name, checksum]))
  for (const { name, checksum } of schema) {
    if (known.get(name) === checksum) continue
    const why = known.has(name) ? `another ${name}` : `a newer schema (${name})`
    throw new BackupError(
      `the backup has ${why} than this version knows: restore it with version ${productVersion}, or a newer one`,
    )
  }
}

/** Nothing that is there is overwritten. */
async function checkPlace({ dataDir, signingKeysFile }: Config, wish: RestoreWish): Promise<void> {
  const database = join(dataDir, 'database')
  if (existsSync(database)) {
    throw new BackupError(`${database} is there already: restore into a DATA_DIR without a database`)
  }
  const [kept, master] = [join(wish.backup, BACKUP_PATHS.feedMaster), join(dataDir, BACKUP_PATHS.feedMaster)]
  if (existsSync(kept) && existsSync(master) && !(await readFile(kept)).equals(await readFile(master))) {
    throw new BackupError(`${master} is there already, and another one: restore into another DATA_DIR`)
  }
  await readSigningKeys(signingKeysFile)
}

/** What lies beside the database; of what is there already nothing is changed. */
async function placeFiles(config: Config, { backup }: RestoreWish, manifest: BackupManifest): Promise<void> {
  const { dataDir, signingKeysFile, secretKeysFile, retention } = config
  const place = async (part: BackupPart, to: string): Promise<void> => {
    if (!existsSync(to)) await placePart(backup, part, to)
    else if ((await measurePart(dirname(to), to.slice(dirname(to).length + 1))).sha256 !== part.sha256)
      throw new BackupError(`${to} is there already, with another content`)
  }
  for (const part of manifest.parts) {
    if (part.path === BACKUP_PATHS.feedMaster) await place(part, join(dataDir, part.path))
    // One that is there may hold newer keys too; the start says which it lacks.
    if (part.path === BACKUP_PATHS.secretKeys && !existsSync(secretKeysFile))
      await placePart(backup, part, secretKeysFile)
    if (part.path.startsWith(`${BACKUP_PATHS.archives}/`))
      await place(part, join(retention.archiveDir, part.path.slice(BACKUP_PATHS.archives.length + 1)))
  }
  if (existsSync(retention.archiveDir)) await syncTree(retention.archiveDir)
  if (manifest.leftOut.includes('keys')) return
  const [held, own] = [
    await readSigningKeys(signingKeysFile),
    await readSigningKeys(join(backup, BACKUP_PATHS.keys)),
  ]
  if ([...own.keys()].every((id) => held.has(id))) return
  await writeSigningKeys(signingKeysFile, new Map([...held, ...own]).values())
}

async function restoreEmbedded(config: Config, wish: RestoreWish, manifest: BackupManifest): Promise<void> {
  const folder = join(config.dataDir, 'database')
  const lock = lockFolder(folder)
  try {
    const draft = `${folder}.draft`
    await rm(draft, { recursive: true, force: true })
    for (const path of manifest.folders.filter((each) => isBelow(each, BACKUP_PATHS.folder)))
      await mkdir(join(draft, path.slice(BACKUP_PATHS.folder.length)), {
        recursive: true,
        mode: OWNER_ONLY_FOLDER,
      })
    for (const part of manifest.parts.filter(({ path }) => isBelow(path, BACKUP_PATHS.folder)))
      await placePart(wish.backup, part, join(draft, part.path.slice(BACKUP_PATHS.folder.length)))
    const db = await openPglite({ dataDir: draft, sharedBuffersMb: config.embeddedBuffersMb }).catch(
      (error: unknown) => {
        throw new BackupError(
          `this version cannot open the database of the backup (made with ${manifest.database.version}): ${String(error)}`,
        )
      },
    )
    await db.tx((sql) => finishRestore(sql, wish, manifest)).finally(() => db.close())
    await placeFiles(config, wish, manifest)
    await syncTree(draft)
    await rename(draft, folder)
    syncOne(config.dataDir)
  } finally {
    lock.release()
  }
}

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

async function restorePostgres(
  config: Config,
  wish: RestoreWish,
  { manifest, url }: { manifest: BackupManifest; url: string },
): Promise<void> {
  const { major } = manifest.database
  await checkTool('pg_restore', major)
  const db = await openPostgres(url, { connectionsMax: 2 })
  try {
    const [row] = await db.query<{ major: number; things: bigint }>(
      `select current_setting('server_version_num')::int / 10000 as major,
         (select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace
           where n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')) as things`,
    )
    if (await isRestoreUnfinished(db)) {
      throw new BackupError(
        'DATABASE_URL: a restore into this database was not finished, or is under way: drop it, create it anew and begin again',
      )
    }
    if (row === undefined || row.things > 0n)
      throw new BackupError('DATABASE_URL: expected an empty database to restore into; this one has tables')
    if (row.major < major) {
      throw new BackupError(
        `DATABASE_URL: expected PostgreSQL ${major} or newer, as the backup is of that version; this server is ${row.major}`,
      )
    }
    await markRestore(db)
    await placeFiles(config, wish, manifest)
    await restoreDump(url, join(wish.backup, BACKUP_PATHS.dump))
    await db.tx(async (sql) => {
      await finishRestore(sql, wish, manifest)
      await unmarkRestore(sql)
    })
  } finally {
    await db.close()
  }
}
