// Adds up the reports of Vitest and Playwright named on the command line: names what failed and what needed a second try,
// and prints one closing line. A report beside it that ends in `.again.json` holds the second run of what failed.
import { existsSync, readFileSync } from 'node:fs'
import { readReport, replaceFiles } from './test-report.mjs'

const sum = { passed: 0, failed: 0, skipped: 0 }
const failed = []
const unsteady = []

/** Titles of Playwright's tests whose outcome is the given one, over all nested suites. */
function titlesOf(suites, outcome) {
  return (suites ?? []).flatMap((suite) => [
    ...(suite.specs ?? [])
      .filter((spec) => spec.tests.some((test) => test.status === outcome))
      .map((spec) => `${spec.file}: ${spec.title}`),
    ...titlesOf(suite.suites, outcome),
  ])
}

for (const path of process.argv
  .slice(2)
  .filter((name) => existsSync(name) && !name.endsWith('.again.json'))) {
  const report = JSON.parse(readFileSync(path, 'utf8'))
  if (report.stats) {
    const againPath = path.replace(/\.json$/, '.again.json')
    const again = existsSync(againPath) ? JSON.parse(readFileSync(againPath, 'utf8')) : null
    const last = again ?? report
    const stillFailed = new Set(titlesOf(last.suites, 'unexpected'))
    // Only what failed runs again.
    sum.passed += report.stats.expected + (again?.stats.expected ?? 0)
    sum.failed += last.stats.unexpected
    sum.skipped += report.stats.skipped
    failed.push(...stillFailed)
    unsteady.push(...titlesOf(report.suites, 'unexpected').filter((title) => !stillFailed.has(title)))
  } else {
    const first = readReport(path)
    const last = replaceFiles(first, readReport(path.replace(/\.json$/, '.again.json')))
    for (const kind of ['passed', 'failed', 'skipped'])
      sum[kind] += last.filter((test) => test.outcome === kind).length
    const stillFailed = new Set(last.filter((test) => test.outcome === 'failed').map((test) => test.title))
    failed.push(...stillFailed)
    unsteady.push(
      ...first
        .filter((test) => test.outcome === 'failed' && !stillFailed.has(test.title))
        .map((test) => test.title),
    )
  }
}
for (const title of unsteady) console.log(`needed a second try: ${title}`)
for (const title of failed) console.log(`failed: ${title}`)
console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`)
process.exit(sum.failed === 0 && sum.passed > 0 ? 0 : 1)
