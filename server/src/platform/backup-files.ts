import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, copyFile, constants as fs, mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { BackupError, type BackupPart } from './backup-manifest.ts'

const FILE_MODE = 0o600
const FOLDER_MODE = 0o700
/** Faults told at once; of a damaged disk there may be thousands. */
const FAULTS_TOLD_MAX = 10

export interface FolderTree {
  /** Paths below the folder with forward slashes; a folder comes before what is in it. */
  folders: string[]
  files: string[]
}

/** What is in a folder. */
export async function listTree(folder: string, below = ''): Promise<FolderTree> {
  const tree: FolderTree = { folders: [], files: [] }
  const entries = await readdir(join(folder, below), { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = posix.join(below, entry.name)
    if (entry.isDirectory()) {
      const inner = await listTree(folder, path)
      tree.folders.push(path, ...inner.folders)
      tree.files.push(...inner.files)
    } else if (entry.isFile()) tree.files.push(path)
  }
  return tree
}

/** Copies a file to a place where there is none, for its owner only; shares its blocks where the file system can. */
export async function copyPart(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: FOLDER_MODE })
  await copyFile(from, to, fs.COPYFILE_EXCL | fs.COPYFILE_FICLONE)
  await chmod(to, FILE_MODE)
}

/** Length and hash of a file below a folder. */
export async function measurePart(folder: string, path: string): Promise<BackupPart> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(join(folder, path))) {
    hash.update(chunk as Buffer)
    bytes += (chunk as Buffer).length
  }
  return { path, bytes, sha256: hash.digest('hex') }
}

/** A file that is as it shall be, whoever has written it: from now on for its owner only. */
export async function sealPart(folder: string, path: string): Promise<BackupPart> {
  await chmod(join(folder, path), FILE_MODE)
  return measurePart(folder, path)
}

/** Looks at every part before anything is done with any. Throws `BackupError` naming those that are not as they were. */
export async function checkParts(folder: string, parts: readonly BackupPart[]): Promise<void> {
  const faults: string[] = []
  for (const part of parts) {
    const fault = await faultOf(folder, part)
    if (fault !== null) faults.push(`  ${part.path}: ${fault}`)
  }
  if (faults.length === 0) return
  const more = faults.length > FAULTS_TOLD_MAX ? [`  … and ${faults.length - FAULTS_TOLD_MAX} more`] : []
  throw new BackupError(
    [`The backup ${folder} is damaged:`, ...faults.slice(0, FAULTS_TOLD_MAX), ...more].join('\n'),
  )
}

async function faultOf(folder: string, { path, bytes, sha256 }: BackupPart): Promise<string | null> {
  const found = await stat(join(folder, path)).catch(() => null)
  if (found === null) return 'is missing'
  if (found.size < bytes) return `is cut off: ${found.size} of ${bytes} bytes`
  const same = found.size === bytes && (await measurePart(folder, path)).sha256 === sha256
  return same ? null : 'is not what was written'
}

/** Puts a part of a backup in its place, which is empty, and looks at it there. */
export async function placePart(backup: string, part: BackupPart, to: string): Promise<void> {
  await copyPart(join(backup, part.path), to)
  const placed = await measurePart(dirname(to), posix.basename(to.replaceAll('\\', '/')))
  if (placed.sha256 !== part.sha256) throw new BackupError(`${part.path} could not be copied as it is`)
}
