// Set-up that start, test and CI share. Node's own modules only: it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Ends the process with a clear text when Node is too old. */
export function ensureNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(`Truestrike needs Node.js 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

/** Installs the dependencies when the lock has changed since they were last installed. */
export async function ensureDependencies() {
  ensureNode()
  const stamp = join(root, 'node_modules/.truestrike-lock')
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  console.log('Installing dependencies …')
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    console.error('The dependencies could not be installed (npm ci failed).')
    process.exit(1)
  }
  writeFileSync(stamp, lock)
}
