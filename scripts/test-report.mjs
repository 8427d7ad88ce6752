import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './setup.mjs'

/** More failures than these no busy machine explains: of files of tests, and of journeys. */
export const MOST_UNSTEADY = 4
export const MOST_UNSTEADY_JOURNEYS = 12

const SKIPPED = ['pending', 'skipped', 'todo', 'disabled']

/**
 * The tests of a report that Vitest wrote as JSON: `{ file, title, outcome }` each, outcome `passed`, `failed` or
 * `skipped`. A file that failed outside its tests counts as a failed test of its own. Empty where there is no report.
 */
export function readReport(path) {
  if (!existsSync(path)) return []
  return JSON.parse(readFileSync(path, 'utf8')).testResults.flatMap((result) => {
    const file = relative(root, result.name)
    const tests = result.assertionResults.map((test) => ({
      file,
      title: `${file}: ${test.fullName}`,
      outcome: SKIPPED.includes(test.status) ? 'skipped' : test.status,
    }))
    const isBroken = result.status === 'failed' && !tests.some((test) => test.outcome === 'failed')
    return isBroken ? [...tests, { file, title: `${file}: outside its tests`, outcome: 'failed' }] : tests
  })
}

/** The tests of a first run, with those of each file that ran again in place of its first ones. */
export function replaceFiles(first, again) {
  const files = new Set(again.map((test) => test.file))
  return [...first.filter((test) => !files.has(test.file)), ...again]
}
