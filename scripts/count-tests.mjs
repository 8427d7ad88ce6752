// Adds up the reports of Vitest and Playwright named on the command line and prints one closing line.
import { existsSync, readFileSync } from 'node:fs'

const sum = { passed: 0, failed: 0, skipped: 0 }
for (const path of process.argv.slice(2).filter((name) => existsSync(name))) {
  const report = JSON.parse(readFileSync(path, 'utf8'))
  if (report.stats) {
    sum.passed += report.stats.expected + report.stats.flaky
    sum.failed += report.stats.unexpected
    sum.skipped += report.stats.skipped
  } else {
    sum.passed += report.numPassedTests
    sum.failed += report.numFailedTests + report.numFailedTestSuites * Number(report.numFailedTests === 0)
    sum.skipped += report.numPendingTests + report.numTodoTests
  }
}
console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`)
process.exit(sum.failed === 0 && sum.passed > 0 ? 0 : 1)
