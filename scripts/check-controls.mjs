// `node scripts/check-controls.mjs`: after `npm run e2e`, lists the controls that pages showed and no test used, in
// `.cache/controls/not-used.md`. Fails when a whole run left more of them than the ceiling.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { controlsOf, filesNotRun, nameOf, notUsed } from './controls.mjs'
import { root } from './setup.mjs'

/** Only ever lowered, to what a whole run leaves: a new control comes with a test that uses it. */
const MOST_NOT_USED = 0

/** Its tests are skipped where there is no recorded market data. */
const NEEDS_DATA = /replay\.spec\.ts$/

const folder = join(root, '.cache/controls')
const readJson = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
if (!existsSync(join(folder, 'plan.json'))) {
  console.error('No run of the end-to-end tests has left its controls: npm run e2e.')
  process.exit(1)
}
const logs = readdirSync(folder)
  .filter((name) => name.startsWith('worker-'))
  .map(readJson)
const controls = controlsOf(logs.flatMap((log) => log.controls))
const left = notUsed(controls).map(nameOf).sort()
const notRun = filesNotRun(
  readJson('plan.json'),
  logs.flatMap(({ tests }) => tests),
).filter((file) => !NEEDS_DATA.test(file))
writeFileSync(
  join(folder, 'not-used.md'),
  `# Controls that pages showed and no test used\n\n${left.map((line) => `- ${line}\n`).join('')}`,
)
console.log(
  `${controls.length} controls, ${left.length} of them used by no test: .cache/controls/not-used.md`,
)
if (notRun.length > 0)
  console.log(`Not a whole run, so nothing is judged: ${notRun.length} files were left out.`)
else if (left.length > MOST_NOT_USED) {
  console.error(`More than ${MOST_NOT_USED} controls are used by no test.`)
  process.exit(1)
}
