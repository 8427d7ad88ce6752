import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'

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
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

/** Everything in a folder, and the folder itself. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else if (entry.isFile()) syncOne(path)
  }
  syncOne(folder)
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
