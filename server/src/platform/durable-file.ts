import { closeSync, fsyncSync, openSync } from 'node:fs'
import { open, readdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { inParallel } from './in-parallel.ts'

const OWNER_ONLY = 0o600

/** Writes a file of secrets: whole or not at all, durable when it resolves, and never for a moment readable by others. */
export async function writeOwnerOnly(file: string, text: string): Promise<void> {
  const draft = `${file}.new`
  const opened = await open(draft, 'w', OWNER_ONLY)
  try {
    await opened.chmod(OWNER_ONLY)
    await opened.writeFile(text)
    await opened.sync()
  } finally {
    await opened.close()
  }
  await renameDurably(draft, file)
}

/** Gives a whole, synced file its name, durable when it resolves. */
export async function renameDurably(draft: string, file: string): Promise<void> {
  await rename(draft, file)
  await syncFolder(dirname(file))
}

/** A rename is durable with its folder. Windows opens none, and needs none. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  await syncPath(path)
}

async function syncPath(path: string): Promise<void> {
  const opened = await open(path, 'r')
  await opened.sync().finally(() => opened.close())
}

/** Makes everything in a folder durable, and the folder itself: several files at a time, as the disk takes them together. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const paths = entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
  await inParallel([...paths, folder], syncPath)
}

/** A file or a folder. */
export function syncOne(path: string): void {
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
