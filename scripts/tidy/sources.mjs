import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const workspaces = ['core', 'protocol', 'server', 'web', 'verify', 'bench', 'e2e', 'scripts']

/** Every file git tracks or would track, as posix paths below the root. */
export function projectFiles() {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  })
  return [...new Set(listed.split('\n'))].filter((path) => path !== '' && existsSync(join(root, path)))
}

export const read = (path) => readFileSync(join(root, path), 'utf8')
export const isTest = (path) =>
  /\.(test|flow\.test|spec)\.[cm]?[jt]sx?$/.test(path) || /^(server\/test|e2e)\//.test(path)
export const isCode = (path) => /\.[cm]?[jt]sx?$/.test(path) && workspaces.includes(path.split('/')[0])
export const lineCount = (path) => read(path).split('\n').length - 1

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(?:type\s+)?(?:[\w*{}\s,$]+?\s+from\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

/** What a file imports: `{specifier, target}`; target is a project path for our own files, else null. */
export function importsOf(path) {
  return [...read(path).matchAll(importPattern)].map(([, fixed, dynamic]) => {
    const specifier = fixed ?? dynamic
    if (specifier.startsWith('.')) {
      return { specifier, target: posix.normalize(posix.join(posix.dirname(path), specifier.split('?')[0])) }
    }
    const own = /^@truestrike\/(\w+)\/(.+)$/.exec(specifier)
    return { specifier, target: own ? `${own[1]}/src/${own[2]}` : null }
  })
}

export const packageOf = (specifier) =>
  specifier.startsWith('@') ? specifier.split('/').slice(0, 2).join('/') : specifier.split('/')[0]

export const stem = (path) => basename(path).replace(/\.[^.]+$/, '')
