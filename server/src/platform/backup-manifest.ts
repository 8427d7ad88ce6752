import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const BACKUP_FORMAT = 'truestrike-backup/1'
const MANIFEST_FILE = 'manifest.json'
const OWNER_ONLY = 0o600

/** What is wrong with a backup, in words for the operator. */
export class BackupError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BackupError'
  }
}

/** A file of the backup, by its path below it with forward slashes. */
export interface BackupPart {
  path: string
  bytes: number
  /** SHA-256, hex. */
  sha256: string
}

/** Where the log of a product ended. Hashes are base64url. */
interface BackedUpLog {
  symbol: string
  seq: number
  timeMs: number
  hash: string
  block: number
  blockHash: string
}

export interface BackupManifest {
  /** Version of the product that made it. */
  productVersion: string
  /** When the state is of: ISO 8601, by the database's clock. */
  takenAt: string
  /** Whether a server was using the database. */
  online: boolean
  database: {
    kind: 'pglite' | 'postgres'
    /** As it names itself. */
    version: string
    /** Major version of PostgreSQL. */
    major: number
  }
  /** Migrations that were applied, ascending. */
  schema: { name: string; checksum: string }[]
  log: BackedUpLog[]
  /** Ids of the keys the site has signed with. */
  keyIds: string[]
  /** Archives of the price log the database names, each below ARCHIVE_DIR. */
  archives: BackupPart[]
  /** What the operator chose to keep elsewhere. */
  leftOut: ('keys' | 'archives')[]
  /** Folders, also empty ones. */
  folders: string[]
  parts: BackupPart[]
}

/** Written last of all: a folder with a manifest is a whole backup. */
export async function writeManifest(folder: string, manifest: BackupManifest): Promise<void> {
  const file = await open(join(folder, MANIFEST_FILE), 'wx', OWNER_ONLY)
  try {
    const sha256 = contentHash(manifest)
    await file.writeFile(`${JSON.stringify({ format: BACKUP_FORMAT, sha256, content: manifest }, null, 1)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Throws `BackupError` when the folder holds no whole backup of a format this version knows. */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const path = join(folder, MANIFEST_FILE)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new BackupError(`${folder} is no backup: ${MANIFEST_FILE}, which is written last, is not there`)
  }
  const damaged = new BackupError(`${path} is damaged: it is not as it was written`)
  let read: { format?: unknown; sha256?: unknown; content?: BackupManifest } | null
  try {
    read = JSON.parse(text) as typeof read
  } catch {
    throw damaged
  }
  const format = String(read?.format)
  if (/^truestrike-backup\/\d+$/.test(format) && format !== BACKUP_FORMAT)
    throw new BackupError(`${folder} was made by a newer version (${format}): restore it with that one`)
  if (format !== BACKUP_FORMAT || read?.content === undefined || read.sha256 !== contentHash(read.content))
    throw damaged
  return read.content
}

function contentHash(manifest: BackupManifest): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex')
}
