import { randomUUID } from 'node:crypto'
import { closeSync, constants, fsyncSync, openSync } from 'node:fs'
import { copyFile, link, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { inParallel } from './in-parallel.ts'

const OWNER_ONLY = 0o600

/** Writes a file of secrets: whole or not at all, durable when it resolves, and never for a moment readable by others. */
export async function writeOwnerOnly(file: string, text: string): Promise<void> {
  const draft = `${file}.new`
  await writeDraft(draft, text)
  await renameDurably(draft, file)
}

/** The same of a file that is not there yet. Of several processes one makes it; the others leave it as it is. */
export async function createOwnerOnly(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}.new`
  try {
    await writeDraft(draft, text)
    await linkOrCopy(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
  await makeDurable(file)
}

/** Of a whole file that another process may have named only just now. */
export async function makeDurable(file: string): Promise<void> {
  // Windows syncs only what is opened for writing, as its maker has done.
  if (process.platform !== 'win32') await syncPath(file)
  await syncFolder(dirname(file))
}

/** Some file systems have no links: a copy makes no second file either, but can be read while it is made. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

async function linkOrCopy(draft: string, file: string): Promise<void> {
  await link(draft, file).catch(async (error: NodeJS.ErrnoException) => {
    if (!NO_LINKS.has(error.code ?? '')) throw error
    await copyFile(draft, file, constants.COPYFILE_EXCL)
  })
}

async function writeDraft(draft: string, text: string): Promise<void> {
  const opened = await open(draft, 'w', OWNER_ONLY)
  try {
    await opened.chmod(OWNER_ONLY)
    await opened.writeFile(text)
    await opened.sync()
  } finally {
    await opened.close()
  }
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
