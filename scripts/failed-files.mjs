// `node scripts/failed-files.mjs <report of Vitest>` prints the files of tests that failed: none where more failed than a
// busy machine explains, where there is no report, or where one is among them that looks for what happens now and then:
// what such a one finds once is found.
import { MOST_UNSTEADY, readReport } from './test-report.mjs'

const RARE = /\b(kill|crash|races?|fuzz|faults?|attacks?)\b[^/]*$/
const files = new Set(
  readReport(process.argv[2]).flatMap((test) => (test.outcome === 'failed' ? [test.file] : [])),
)
if (files.size <= MOST_UNSTEADY && ![...files].some((file) => RARE.test(file)))
  for (const file of files) console.log(file)
