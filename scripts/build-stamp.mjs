// Whether sources have changed since something was last built from them. Node's own modules only.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildAlone } from './build-lock.mjs'
import { root } from './setup.mjs'

const SKIPPED = new Set(['node_modules', 'dist', '.cache', 'test-results', 'data'])
const NOT_BUILT = /\.test\.tsx?$/

function* filesBelow(path) {
  const info = statSync(path, { throwIfNoEntry: false })
  if (info === undefined) return
  if (info.isFile()) {
    if (!NOT_BUILT.test(path)) yield path
    return
  }
  for (const name of readdirSync(path).sort()) {
    if (!SKIPPED.has(name)) yield* filesBelow(join(path, name))
  }
}

/** Fingerprint of all files below the given paths (relative to the root), by content. */
export function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    for (const file of filesBelow(join(root, path))) {
      hash
        .update(`${file.slice(root.length)}\0`)
        .update(readFileSync(file))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

/**
 * Runs `build` unless `output` exists and nothing below `sources` has changed since the last time.
 * Returns whether it built.
 */
export async function buildWhenChanged({ name, sources, output, build }) {
  const stamp = join(root, '.cache', `${name}.stamp`)
  const now = fingerprint([...sources, 'package-lock.json', 'tsconfig.base.json'])
  const isBuilt = () =>
    existsSync(join(root, output)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now
  if (isBuilt()) return false
  return await buildAlone(async () => {
    // By a process that this one has waited for.
    if (isBuilt()) return false
    console.log(`Building the ${name} …`)
    await build()
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, now)
    return true
  })
}
