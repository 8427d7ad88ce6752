import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './setup.mjs'

/** Files that may have a second try in one run: each is a fault to mend. More failures than these have another cause. */
const MOST_FLAKY = 2

/** Tests that look for what happens now and then: what such a one finds once is found. */
const RARE = /\b(kill|crash|races?|fuzz|faults?|attacks?)\b[^/]*$/

const SKIPPED = ['pending', 'skipped', 'todo', 'disabled']

/**
 * The tests of a report that Vitest or Playwright wrote as JSON: `{ file, title, outcome, reason }` each, outcome `passed`,
 * `failed` or `skipped`, reason what a failed one said. A file that failed outside its tests counts as a failed test of its
 * own. Empty where there is no report. `tree` is the checkout whose tests they are.
 */
export function readReport(path, tree = root) {
  if (!existsSync(path)) return []
  const report = JSON.parse(readFileSync(path, 'utf8'))
  return report.suites === undefined ? readVitest(report, tree) : readPlaywright(report)
}

function readVitest(report, tree) {
  return report.testResults.flatMap((result) => {
    const file = relative(tree, result.name)
    const tests = result.assertionResults.map((test) => ({
      file,
      title: `${file}: ${test.fullName}`,
      outcome: SKIPPED.includes(test.status) ? 'skipped' : test.status,
      reason: shorten(test.failureMessages?.[0]),
    }))
    const isBroken = result.status === 'failed' && !tests.some((test) => test.outcome === 'failed')
    const outside = {
      file,
      title: `${file}: outside its tests`,
      outcome: 'failed',
      reason: shorten(result.message),
    }
    return isBroken ? [...tests, outside] : tests
  })
}

const REASON_LINES = 8
const REASON_CHARACTERS = 1_000
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with one.
const COLOURS = /\u001b\[[0-9;]*m/g

/** The first lines of what a test said when it failed, without colours; the whole of it stands further up. */
function shorten(message = '') {
  const lines = message.replace(COLOURS, '').trim().split('\n').slice(0, REASON_LINES)
  return lines.join('\n').slice(0, REASON_CHARACTERS)
}

const OUTCOMES = { expected: 'passed', unexpected: 'failed', flaky: 'failed', skipped: 'skipped' }

function readPlaywright(report) {
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
  return report.suites.flatMap(specsOf).flatMap((spec) =>
    spec.tests.map((test) => ({
      file: `e2e/${spec.file}`,
      title: `${spec.file} (${test.projectName}): ${spec.title}`,
      outcome: OUTCOMES[test.status],
      reason: shorten(test.results?.find(({ error }) => error !== undefined)?.error.message),
    })),
  )
}

/** The files of a report that failed. */
export function failedFiles(path) {
  return [...new Set(readReport(path).flatMap(({ file, outcome }) => (outcome === 'failed' ? [file] : [])))]
}

/** Whether what failed may run once more; given are the failed files of each run that failed. */
export function mayTryAgain(filesOfRuns) {
  const files = filesOfRuns.flat()
  const hasNames = filesOfRuns.every((ofRun) => ofRun.length > 0)
  return hasNames && files.length <= MOST_FLAKY && !files.some((file) => RARE.test(file))
}

/**
 * The tests of a first run, with those that ran again in their place: each of the same name, and every failure of a file that
 * ran again, as one outside its tests has no name the second time.
 */
export function replaceTests(first, again) {
  const titles = new Set(again.map(({ title }) => title))
  const files = new Set(again.map(({ file }) => file))
  const isReplaced = ({ title, file, outcome }) =>
    titles.has(title) || (outcome === 'failed' && files.has(file))
  return [...first.filter((test) => !isReplaced(test)), ...again]
}
