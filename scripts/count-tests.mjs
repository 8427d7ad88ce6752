// Adds up the reports of Vitest and Playwright named on the command line: names what failed and what was flaky, each with
// what it said, and prints one closing line. A report beside one of them that ends in `.again.json` holds the second run of what failed.
// `--left-out=N`: so many steps could not be taken on this system.
import { readReport, replaceTests } from './test-report.mjs'

const indent = (text) => text.replaceAll(/^/gm, '    ')
const sum = { passed: 0, failed: 0, skipped: 0 }
const failed = []
const flaky = []
const LEFT_OUT = '--left-out='
const leftOut = process.argv.find((arg) => arg.startsWith(LEFT_OUT))?.slice(LEFT_OUT.length) ?? '0'
for (const path of process.argv.slice(2).filter((arg) => !arg.startsWith(LEFT_OUT))) {
  const first = readReport(path)
  const last = replaceTests(first, readReport(path.replace(/\.json$/, '.again.json')))
  for (const { outcome } of last) sum[outcome] += 1
  const stillFailed = last.filter(({ outcome }) => outcome === 'failed')
  const names = new Set(stillFailed.map(({ title }) => title))
  failed.push(...stillFailed)
  flaky.push(...first.filter(({ title, outcome }) => outcome === 'failed' && !names.has(title)))
}
for (const { title, reason } of flaky) console.log(`flaky: ${title}\n${indent(reason)}`)
for (const { title, reason } of failed) console.log(`failed: ${title}\n${indent(reason)}`)
const steps = leftOut === '0' ? '' : `; steps left out on this system: ${leftOut}`
console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped${steps}`)

process.exit(sum.failed === 0 && sum.passed > 0 ? 0 : 1)
