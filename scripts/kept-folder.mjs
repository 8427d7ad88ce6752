// Folders that many processes read: made once for each state of what they are made from, and kept in .cache.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { buildAlone } from './build-lock.mjs'
import { fingerprint } from './build-stamp.mjs'
import { root } from './setup.mjs'

const KEPT = join(root, '.cache/kept')
/** A process that still runs may read parts of a folder late. */
const UNUSED_MS_MAX = 24 * 60 * 60 * 1_000

const folders = new Map()

/**
 * The folder, which nobody may change. `sources` (relative to the root) are what it is made from; `make` writes it into the
 * folder it is given. One process makes it while others wait.
 */
export function keptFolder(name, sources, make) {
  const folder = join(KEPT, `${name}-${fingerprint(sources).slice(0, 16)}`)
  const known = folders.get(folder) ?? keep(folder, make)
  folders.set(folder, known)
  return known
}

async function keep(folder, make) {
  mkdirSync(KEPT, { recursive: true })
  // Nothing is told: commands print their own words alone.
  if (!isKept(folder))
    await buildAlone(
      () => makeOnce(folder, make),
      `${folder}.lock`,
      () => undefined,
    )
  return folder
}

async function makeOnce(folder, make) {
  // By a process that this one has waited for.
  if (isKept(folder)) return
  const draft = `${folder}.draft`
  rmSync(draft, { recursive: true, force: true })
  await make(draft)
  renameSync(draft, folder)
  removeUnused()
}

function isKept(folder) {
  if (!existsSync(folder)) return false
  const now = new Date()
  utimesSync(folder, now, now)
  return true
}

function removeUnused() {
  for (const name of readdirSync(KEPT)) {
    const path = join(KEPT, name)
    const { mtimeMs = Date.now() } = statSync(path, { throwIfNoEntry: false }) ?? {}
    if (Date.now() - mtimeMs > UNUSED_MS_MAX) rmSync(path, { recursive: true, force: true })
  }
}
