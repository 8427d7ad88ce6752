// How long each file of Vitest's tests took when everything ran last: the longest begin first, and the others fill the
// time beside them. `node scripts/test-durations.mjs REPORT …`, which `npm run test:all` ends with, writes
// test-durations.json from Vitest's JSON reports.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './setup.mjs'

const FILE = join(root, 'scripts/test-durations.json')

/**
 * Whole seconds by file, of reports as Vitest writes them (others are passed over); the longest where a file ran more than
 * once. Files of less than half a second are left out.
 */
export function durationsOf(reports) {
  const longest = new Map()
  for (const { testResults = [] } of reports)
    for (const { name, startTime, endTime } of testResults) {
      const file = relative(root, name)
      longest.set(file, Math.max(longest.get(file) ?? 0, Math.round((endTime - startTime) / 1_000)))
    }
  const written = [...longest].filter(([, seconds]) => seconds > 0)
  return Object.fromEntries(written.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Compares two files (absolute paths) so that the longest comes first; a file that is not listed is short, or new. */
export function longestFirst(durations = JSON.parse(readFileSync(FILE, 'utf8'))) {
  const secondsOf = (path) => durations[relative(root, path)] ?? 0
  return (a, b) => secondsOf(b) - secondsOf(a)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const reports = process.argv.slice(2).filter((path) => existsSync(path))
  const durations = durationsOf(reports.map((path) => JSON.parse(readFileSync(path, 'utf8'))))
  writeFileSync(FILE, `${JSON.stringify(durations, null, 2)}\n`)
}
