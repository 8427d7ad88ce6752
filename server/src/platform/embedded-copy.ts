import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { copyPart, type FolderTree, listTree } from './backup-files.ts'
import { BackupError } from './backup-manifest.ts'
import { BACKUP_ASK, type CopyLabel } from './embedded-backup.ts'
import { askServer, type ControlLine } from './local-control.ts'

const WAL = 'pg_wal'
const SEGMENT = /^pg_wal\/[0-9A-F]{24}$/
const OWNER_ONLY = 0o600

/** Copies the folder of a database that nobody has open. */
export async function copyClosedFolder(from: string, to: string): Promise<void> {
  const tree = await listTree(from)
  await makeFolders(tree, to)
  for (const file of tree.files) await copyPart(join(from, file), join(to, file))
}

/** Copies the folder while its server runs. Answers of which moment the copy is, and for how long prices waited, in ms. */
export async function copyOpenFolder(
  dataDir: string,
  from: string,
  to: string,
): Promise<{ takenMs: number; restMs: number }> {
  const line = await askServer(dataDir, BACKUP_ASK)
  if (line === null) {
    throw new BackupError(
      `the database in ${from} is in use by a server that does not answer: it may be starting or stopping, be on another machine, or be of an older version`,
    )
  }
  try {
    await heard(line)
    const tree = await listTree(from)
    await makeFolders(tree, to)
    for (const file of tree.files) if (!SEGMENT.test(file)) await copyChanging(from, to, file)
    line.say({ copied: true })
    const { ended, restMs } = await heard(line)
    const { label, firstWal, lastWal, takenMs } = ended as CopyLabel
    const segments = (await listTree(from)).files.filter((file) => SEGMENT.test(file))
    for (const file of segments) {
      const name = file.slice(WAL.length + 1)
      if (name >= firstWal && name <= lastWal) await copyPart(join(from, file), join(to, file))
    }
    await writeFile(join(to, 'backup_label'), label, { mode: OWNER_ONLY })
    line.say({ done: true })
    return { takenMs, restMs: Number(restMs) }
  } finally {
    line.close()
  }
}

async function heard(line: ControlLine): Promise<Record<string, unknown>> {
  const message = await line.hear().catch(() => {
    throw new BackupError('the server went away while its database was copied')
  })
  if (typeof message.refused === 'string') throw new BackupError(`the server refuses: ${message.refused}`)
  return message
}

async function makeFolders({ folders }: FolderTree, to: string): Promise<void> {
  for (const folder of ['', ...folders]) await mkdir(join(to, folder), { recursive: true, mode: 0o700 })
}

/** A file that goes while it is copied is one that the write-ahead log says is gone. */
async function copyChanging(from: string, to: string, file: string): Promise<void> {
  try {
    await copyPart(join(from, file), join(to, file))
  } catch (error) {
    if (existsSync(join(from, file))) throw error
  }
}
