import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './setup.mjs'

/** Files that may have a second try in one run: each is a fault to mend. More failures than these have another cause. */
const MOST_FLAKY = 2

/** Tests that look for what happens now and then: what such a one finds once is found. */
const RARE = /\b(kill|crash|races?|fuzz|faults?|attacks?)\b[^/]*$/

const SKIPPED = ['pending', 'skipped', 'todo', 'disabled']

/**
 * The tests of a report that Vitest (json-report.mjs) or Playwright wrote as JSON: `{ file, title, outcome, reason }` each,
 * outcome `passed`, `failed` or `skipped`, reason what a failed one said. What failed outside of tests counts as a failed test
 * of its own, with `isOutside`. Empty where there is no report. `tree` is the checkout whose tests they are.
 */
export function readReport(path, tree = root) {
  if (!existsSync(path)) return []
  const report = JSON.parse(readFileSync(path, 'utf8'))
  return report.suites === undefined ? readVitest(report, tree) : readPlaywright(report)
}

const outsideOf = (file, reason) => ({
  file,
  title: file === null ? 'outside of all tests' : `${file}: outside its tests`,
  ...{ outcome: 'failed', reason: shorten(reason), isOutside: true },
})

function readVitest(report, tree) {
  const told = report.outside ?? []
  const ofFiles = report.testResults.flatMap((result) => {
    const file = relative(tree, result.name)
    const tests = result.assertionResults.map((test) => ({
      file,
      title: `${file}: ${test.fullName}`,
      outcome: SKIPPED.includes(test.status) ? 'skipped' : test.status,
      reason: shorten(test.failureMessages?.[0]),
    }))
    const isExplained =
      tests.some((test) => test.outcome === 'failed') || told.some((each) => each.file === file)
    const isBroken = result.status === 'failed' && !isExplained
    return isBroken ? [...tests, outsideOf(file, result.message)] : tests
  })
  return [...ofFiles, ...told.map(({ file, reason }) => outsideOf(file, reason))]
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
  const ofSpecs = report.suites.flatMap(specsOf).flatMap((spec) =>
    spec.tests.map((test) => ({
      file: `e2e/${spec.file}`,
      title: `${spec.file} (${test.projectName}): ${spec.title}`,
      outcome: OUTCOMES[test.status],
      reason: shorten(test.results?.find(({ error }) => error !== undefined)?.error.message),
    })),
  )
  return [...ofSpecs, ...(report.errors ?? []).map(({ message }) => outsideOf(null, message))]
}

/** Whether a report tells, too, what failed outside of tests. */
function tellsAll(path) {
  if (!existsSync(path)) return false
  const { suites, outside, errors } = JSON.parse(readFileSync(path, 'utf8'))
  return (suites === undefined ? outside : errors) !== undefined
}

/** A runner that has run its tests to the end, and says that some failed, ends with this. */
const TESTS_FAILED = 1

/**
 * The files that explain why a run failed, which ended with `status`: those with failed tests. None where anything else failed
 * (a hook, a suite, what nothing caught, a step before the tests), as a second run of these files would tell nothing of it.
 */
export function failedFiles(path, status = TESTS_FAILED) {
  const failed = readReport(path).filter(({ outcome }) => outcome === 'failed')
  const isExplained = status === TESTS_FAILED && tellsAll(path) && !failed.some(({ isOutside }) => isOutside)
  return isExplained ? [...new Set(failed.map(({ file }) => file))] : []
}

/** Whether what failed may run once more; given are the failed files of each run that failed. */
export function mayTryAgain(filesOfRuns) {
  const files = filesOfRuns.flat()
  const hasNames = filesOfRuns.every((ofRun) => ofRun.length > 0)
  return hasNames && files.length <= MOST_FLAKY && !files.some((file) => RARE.test(file))
}

/**
 * The tests of a first run, with those that ran again in their place, each of the same name. One that failed is mended by
 * nothing but its passing; what failed outside of tests by nothing.
 */
export function replaceTests(first, again) {
  const outcomes = new Map(again.map(({ title, outcome }) => [title, outcome]))
  const isReplaced = ({ title, outcome, isOutside }) =>
    outcome === 'failed'
      ? !isOutside && ['passed', 'failed'].includes(outcomes.get(title))
      : outcomes.has(title)
  return [...first.filter((test) => !isReplaced(test)), ...again]
}

/** Tests that may run nowhere, by a part of their titles, and why. Anything else that a machine lacks, as `python3`, is a fault. */
const MAY_BE_LEFT_OUT = [
  [/\(MARKET_DATA_DIR\)|^replay\.spec\.ts /, 'recorded market data is not everywhere'],
  [
    /full-disk\.flow|folder-lock\.test/,
    'mounts a disk, or makes a process number of its own: not everybody may',
  ],
  [/without the library of its second source/, 'that library is installed'],
  [/mails in en-US are not English/, 'they are'],
]

/** The titles of tests that a run skipped wherever it came to them, given the tests of each of its reports. */
export function neverRan(testsOfReports) {
  const tests = testsOfReports.flat()
  const ran = new Set(tests.filter(({ outcome }) => outcome !== 'skipped').map(({ title }) => title))
  const skipped = new Set(tests.map(({ title }) => title).filter((title) => !ran.has(title)))
  return [...skipped].filter((title) => !MAY_BE_LEFT_OUT.some(([part]) => part.test(title)))
}
