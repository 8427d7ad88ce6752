// `node scripts/test-matrix.mjs share`: what every change is checked with; each test once, by the rule of test-plan.mjs.
// `node scripts/test-matrix.mjs all` (`npm run test:all`): everything on both databases, every screen in the browser, and
// the server on the newer releases of Node, on both databases. Both want PostgreSQL and NATS: .ci/services starts them.
// A file whose tests fail runs once more, alone, and is named as flaky; where more than a few fail, or anything but tests, there
// is no second try.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { matrixRuns } from './matrix-runs.mjs'
import { installNewerNodes } from './newer-nodes.mjs'
import { root } from './setup.mjs'
import { failedFiles, mayTryAgain } from './test-report.mjs'

const plan = process.argv[2]
if (plan !== 'share' && plan !== 'all') {
  console.error('usage: node scripts/test-matrix.mjs share|all')
  process.exit(2)
}
const { TEST_DATABASE_URL, TEST_NATS_URL, ...ground } = process.env
if (!TEST_DATABASE_URL || !TEST_NATS_URL) {
  console.error('TEST_DATABASE_URL and TEST_NATS_URL are missing: start with `bash .ci/services`.')
  process.exit(2)
}
const reports = join(root, '.cache/reports')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const services = { TEST_DATABASE_URL, TEST_NATS_URL }
const { runs, leftOut } = matrixRuns(plan, services)
if (leftOut.length === 0 && plan === 'all') installNewerNodes()

/** What each run that failed ended with. */
const failedRuns = new Map()
/** What the command ended with. */
function step(title, [command, ...args], env = {}) {
  console.log(`\n=== ${title}`)
  const began = Date.now()
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...ground, TEST_PLAN: plan, ...env },
  })
  console.log(`=== ${title}: ${Math.round((Date.now() - began) / 1_000)} s${status === 0 ? '' : ', failed'}`)
  return status
}
const reportOf = (name) => ({
  TEST_REPORT: join(reports, `${name}.json`),
  E2E_REPORT: join(reports, `${name}.json`),
})

for (const run of runs) {
  const status = step(run.title, run.command, { ...run.env, ...reportOf(run.name) })
  if (status !== 0) failedRuns.set(run, status)
}
const pagesFit = step('size of the pages', [process.execPath, 'scripts/check-bundle.mjs']) === 0

const failedOf = ([run, status]) => failedFiles(join(reports, `${run.name}.json`), status)
if (mayTryAgain([...failedRuns].map(failedOf)))
  for (const [run, first] of [...failedRuns]) {
    const files = failedOf([run, first])
    const status = step(`again: ${files.join(' ')}`, [...run.command, ...(run.again ?? []), ...files], {
      ...run.env,
      ...run.envAgain,
      ...reportOf(`${run.name}.again`),
    })
    if (status === 0) failedRuns.delete(run)
  }
const areControlsUsed =
  step('controls of the pages', [process.execPath, 'scripts/check-controls.mjs', '--whole']) === 0
if (plan === 'all' && failedRuns.size === 0)
  step('durations of the tests', [
    process.execPath,
    'scripts/test-durations.mjs',
    ...runs.map(({ name }) => join(reports, `${name}.json`)),
  ])
for (const { title } of leftOut)
  console.log(`\n=== left out: ${title} (the registry has that Node for Linux on x64 alone)`)
const counted = step('counts', [
  process.execPath,
  'scripts/count-tests.mjs',
  `--left-out=${leftOut.length}`,
  ...runs.map(({ name }) => join(reports, `${name}.json`)),
])
process.exit(counted === 0 && pagesFit && areControlsUsed && failedRuns.size === 0 ? 0 : 1)
