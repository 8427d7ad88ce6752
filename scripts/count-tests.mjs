// Adds up the reports of Vitest and Playwright named on the command line: names what failed and what was flaky, each with
// what it said, and prints one closing line. A report beside one of them that ends in `.again.json` holds the second run of what failed.
// `--left-out=N`: so many steps could not be taken on this system. Names, too, what was skipped in every report: in CI that fails.
import { neverRan, readReport, replaceTests } from './test-report.mjs'

const indent = (text) => text.replaceAll(/^/gm, '    ')
const sum = { passed: 0, failed: 0, skipped: 0 }
const failed = []
const reports = []
const flaky = []
const LEFT_OUT = '--left-out='
const leftOut = process.argv.find((arg) => arg.startsWith(LEFT_OUT))?.slice(LEFT_OUT.length) ?? '0'
for (const path of process.argv.slice(2).filter((arg) => !arg.startsWith(LEFT_OUT))) {
  const first = readReport(path)
  const last = replaceTests(first, readReport(path.replace(/\.json$/, '.again.json')))
  reports.push(last)
  for (const { outcome } of last) sum[outcome] += 1
  const stillFailed = last.filter(({ outcome }) => outcome === 'failed')
  const names = new Set(stillFailed.map(({ title }) => title))
  failed.push(...stillFailed)
  flaky.push(...first.filter(({ title, outcome }) => outcome === 'failed' && !names.has(title)))
}
for (const { title, reason } of flaky) console.log(`flaky: ${title}\n${indent(reason)}`)
for (const { title, reason } of failed) console.log(`failed: ${title}\n${indent(reason)}`)
const missing = neverRan(reports)
for (const title of missing) console.log(`ran nowhere: ${title}`)
const steps = leftOut === '0' ? '' : `; steps left out on this system: ${leftOut}`
console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped${steps}`)

const isMissing = missing.length > 0 && process.env.CI !== undefined
process.exit(sum.failed === 0 && sum.passed > 0 && !isMissing ? 0 : 1)
