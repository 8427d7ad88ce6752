import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const OWNER_ONLY = 0o700

/**
 * Makes a folder, and those above it, for the owner of this process only; one that exists is left as it is. Node's own
 * recursive way never returns where the system says that a folder cannot be found in one that exists, as below /proc.
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return
  const parent = dirname(path)
  if (parent !== path) makeFolder(parent)
  try {
    mkdirSync(path, { mode: OWNER_ONLY })
  } catch (error) {
    // Another process may have been quicker.
    if (!isFolder(path)) throw error
  }
}

/** False for what is not there, too, and for what would lie below a file. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  } catch (error) {
    // Newer releases of Node do not throw here.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return false
    throw error
  }
}
