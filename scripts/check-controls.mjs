// `node scripts/check-controls.mjs`: after `npm run e2e`, lists the controls that pages showed and no test used, and the buttons
// of the sources that no test pressed, in `.cache/controls/not-used.md`. Fails when a whole run left more of them than the
// ceilings, or when an act or one of its mistakes was not done as `e2e/acts.ts` says. What is no whole run is not judged; in CI,
// and with `--whole`, that is a fault by itself. `node scripts/check-controls.mjs FOLDER` reads another folder.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readActs } from './act-table.mjs'
import { readButtons } from './buttons.mjs'
import { controlsOf, filesNotRun, nameOf, notUsed } from './controls.mjs'
import { actsNotDone, neverPressed } from './pressed.mjs'
import { root } from './setup.mjs'

/** Only ever lowered, to what a whole run leaves: a new control comes with a test that uses it. */
const MOST_NOT_USED = 0
/** Labels of buttons. */
const MOST_UNPRESSED = 0

/** Its tests are skipped where there is no recorded market data (`MARKET_DATA_DIR`). */
const NEEDS_DATA = /replay\.spec\.ts$/

const mustBeWhole = process.env.CI !== undefined || process.argv.includes('--whole')
const [folder = join(root, '.cache/controls')] = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
const readJson = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
if (!existsSync(join(folder, 'plan.json'))) {
  console.error('No run of the end-to-end tests has left its controls: npm run e2e.')
  process.exit(1)
}
const logs = readdirSync(folder)
  .filter((name) => name.startsWith('worker-'))
  .map(readJson)
const notRun = filesNotRun(
  readJson('plan.json'),
  logs.flatMap(({ tests }) => tests),
).filter((file) => process.env.MARKET_DATA_DIR !== undefined || !NEEDS_DATA.test(file))
if (notRun.length > 0) console.log(`Not a whole run: of these files no test ran: ${notRun.join(', ')}`)
if (notRun.length > 0 && mustBeWhole) process.exit(1)
const noted = logs.flatMap((log) => log.controls)
const controls = controlsOf(noted)
const buttons = readButtons()
const { unpressed, wordless } = neverPressed(buttons, noted)
const left = notUsed(controls).map(nameOf).sort()
const lines = (all) => all.map((line) => `- ${line}\n`).join('')
writeFileSync(
  join(folder, 'not-used.md'),
  `# Controls that pages showed and no test used\n\n${lines(left)}\n# Buttons of the sources that no test pressed\n\n${lines(unpressed)}\n# Buttons whose words are not in the sources\n\n${lines(wordless)}`,
)
console.log(
  `${controls.length} controls, ${left.length} of them used by no test; ${buttons.length} buttons in the sources, ${unpressed.length} labels of which no test pressed: .cache/controls/not-used.md`,
)
if (notRun.length > 0) console.log('So nothing is judged.')
else {
  const { acts } = await readActs()
  const notDone = actsNotDone(acts, logs)
  const faults = [
    left.length > MOST_NOT_USED && `More than ${MOST_NOT_USED} controls are used by no test.`,
    unpressed.length > MOST_UNPRESSED &&
      `More than ${MOST_UNPRESSED} labels of buttons are pressed by no test: ${unpressed.join('; ')}`,
    notDone.length > 0 && `An act is not done as e2e/acts.ts says: ${notDone.join('; ')}`,
    wordless.length > 0 &&
      `The words of a button are not known (scripts/pressed.mjs): ${wordless.join(', ')}`,
  ].filter((fault) => fault !== false)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exit(1)
}
