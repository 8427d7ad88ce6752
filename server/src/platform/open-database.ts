import { type Dirent, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { chmod, copyFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MessagePort } from 'node:worker_threads'
import type { Db } from './db.ts'
import { DbUnavailableError } from './db-error.ts'
import { syncOne, syncTree } from './durable-file.ts'
import { lockFolder } from './folder-lock.ts'
import { inParallel } from './in-parallel.ts'
import { openPglite, type PgliteOptions } from './pglite-db.ts'

export interface DatabaseOptions {
  /** null: the embedded database below `dataDir`. */
  databaseUrl: string | null
  connectionsMax: number
  dataDir: string
  embeddedBuffersMb: number
  /** The embedded engine has died or its folder is another's, or (`fatal: false`) an idle connection of the pool was lost. */
  onTrouble: (error: Error, fatal: boolean) => void
  /** Bundle of `pglite-worker.ts`, when it is not beside this file. */
  workerFile?: URL
}

export interface OpenDatabase {
  db: Db
  /** One end of a connection for another thread; null: another thread opens PostgreSQL by itself. */
  connectThread: (() => MessagePort) | null
}

/**
 * Opens the configured database. The embedded one is locked for this process until it is closed.
 * Throws `FolderLockedError`, `DbUnavailableError`; nothing has been created then.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Db> {
  return (await openSharedDatabase(options)).db
}

/** The same, for a process whose threads share it. */
export async function openSharedDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  if (options.databaseUrl === null) return openEmbedded(options)
  // Its driver is a large program, which the embedded database has no use for.
  const { openPostgres } = await import('./postgres-db.ts')
  const db = await openPostgres(options.databaseUrl, {
    connectionsMax: options.connectionsMax,
    onIdleError: (error) => options.onTrouble(error, false),
  })
  return { db, connectThread: null }
}

async function openEmbedded(options: DatabaseOptions): Promise<OpenDatabase> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 })
  const folder = join(options.dataDir, 'database')
  const lock = lockFolder(folder, (error) => options.onTrouble(error, true))
  const engine: PgliteOptions = {
    sharedBuffersMb: options.embeddedBuffersMb,
    onLost: (error) => options.onTrouble(explainFullDisk(error, options.dataDir), true),
    ...(options.workerFile === undefined ? {} : { workerFile: options.workerFile }),
  }
  try {
    if (!existsSync(folder)) await createFolder(folder, engine)
    const db = await openPglite({ ...engine, dataDir: folder })
    return {
      db: { ...db, close: () => db.close().finally(() => lock.release()) },
      connectThread: db.connect,
    }
  } catch (error) {
    lock.release()
    throw explainFullDisk(error, options.dataDir)
  }
}

/** With less left on the disk the database's engine stops, in words of its own. */
const ROOM_MIN_BYTES = 32 * 1024 * 1024
const MEGABYTE = 1_000_000

/** The error, or where the disk of the embedded database is full an error that says so. */
export function explainFullDisk(error: unknown, dataDir: string): Error {
  const { bavail, bsize } = statfsSync(dataDir)
  const left = bavail * bsize
  if (left >= ROOM_MIN_BYTES) return error instanceof Error ? error : new Error(String(error))
  return new DbUnavailableError(
    `DATA_DIR: expected room on the disk of ${dataDir}, which has ${Math.floor(left / MEGABYTE)} MB left. Make room and start again: what was acknowledged is kept`,
    error,
  )
}

/** A migrated database with nothing in it, which the build lays beside the server; not there when run from source. */
const EMPTY_DATABASE = fileURLToPath(new URL('./empty-database', import.meta.url))

/** Made aside and renamed when whole: a process killed during the first start leaves nothing half made. */
async function createFolder(folder: string, engine: PgliteOptions): Promise<void> {
  const draft = `${folder}.draft`
  rmSync(draft, { recursive: true, force: true })
  if (existsSync(EMPTY_DATABASE)) await copyPrivately(EMPTY_DATABASE, draft)
  else await (await openPglite({ ...engine, dataDir: draft })).close()
  // PGlite copies the first files of a database without a sync, and later syncs only what it changes.
  await syncTree(draft)
  renameSync(draft, folder)
  syncOne(dirname(folder))
}

/** The copy is its owner's alone, whoever may read the original. */
async function copyPrivately(from: string, to: string): Promise<void> {
  mkdirSync(to, { mode: 0o700 })
  const entries = readdirSync(from, { withFileTypes: true, recursive: true })
  const targetOf = (entry: Dirent): string => join(to, relative(from, entry.parentPath), entry.name)
  for (const entry of entries)
    if (entry.isDirectory()) mkdirSync(targetOf(entry), { recursive: true, mode: 0o700 })
  await inParallel(
    entries.filter((entry) => entry.isFile()),
    async (entry) => {
      await copyFile(join(entry.parentPath, entry.name), targetOf(entry))
      await chmod(targetOf(entry), 0o600)
    },
  )
}
