// `node scripts/test-matrix.mjs share`: what every change is checked with; each test once, by the rule of test-plan.mjs.
// `node scripts/test-matrix.mjs all` (`npm run test:all`): everything on both databases, every screen in the browser, and
// the server on the newer releases of Node. Both want PostgreSQL and NATS: .ci/services starts them.
// A file that fails runs once more, alone, and is named as flaky; where more than a few fail there is no second try.
import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newerNodes, nodePath } from './newer-nodes.mjs'
import { root } from './setup.mjs'
import { ALONE } from './test-plan.mjs'
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
const reports = mkdtempSync(join(tmpdir(), 'truestrike-reports-'))
const services = { TEST_DATABASE_URL, TEST_NATS_URL }
/** How Playwright runs once more what failed. */
const LAST_FAILED = ['--last-failed', '--workers', '1']

/** Each a command whose report has the given name; `again`: how it runs what failed, the failed files where left out. */
const runs = [
  { title: 'npm test (embedded database)', name: 'embedded', command: ['npm', 'test', '--'] },
  {
    title: 'server on PostgreSQL and NATS',
    name: 'postgres',
    command: ['npm', 'test', '--', '--project', 'server'],
    env: services,
  },
  {
    title: 'processes under faults, alone on the machine',
    name: 'alone',
    command: ['npm', 'test', '--', '--project', 'server', ...ALONE],
    // An empty plan leaves nothing out.
    env: { ...services, TEST_PLAN: '' },
  },
  { title: 'integrity', name: 'integrity', command: ['npm', 'run', 'integrity', '--'] },
  {
    title: 'end-to-end tests in Chromium',
    name: 'e2e',
    command: ['npm', 'run', 'e2e', '--'],
    again: LAST_FAILED,
  },
  ...(plan === 'all' ? newerNodes() : []).flatMap((version) => [
    {
      title: `server on Node ${version}`,
      name: `node-${version}`,
      command: ['npm', 'test', '--', '--project', 'server'],
      env: { ...nodePath(version), ...services, TEST_PLAN: 'share' },
    },
    {
      title: `the built product on Node ${version}`,
      name: `e2e-node-${version}`,
      command: ['npm', 'run', 'e2e', '--', '--project=desktop-en', 'contract.spec.ts'],
      // The whole run is judged afterwards.
      env: { ...nodePath(version), E2E_KEEP_CONTROLS: 'true' },
      again: LAST_FAILED,
    },
  ]),
]

/** Of the longest scenarios every case runs on one of the two databases, not on both. */
const shareCases = plan === 'share' ? { SHARE_CASES: 'true' } : {}

const failedRuns = new Set()
function step(title, [command, ...args], env = {}) {
  console.log(`\n=== ${title}`)
  const began = Date.now()
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...ground, TEST_PLAN: plan, ...shareCases, ...env },
  })
  console.log(`=== ${title}: ${Math.round((Date.now() - began) / 1_000)} s${status === 0 ? '' : ', failed'}`)
  return status === 0
}
const reportOf = (name) => ({
  TEST_REPORT: join(reports, `${name}.json`),
  E2E_REPORT: join(reports, `${name}.json`),
})

for (const run of runs)
  if (!step(run.title, run.command, { ...run.env, ...reportOf(run.name) })) failedRuns.add(run)
const pagesFit = step('size of the pages', [process.execPath, 'scripts/check-bundle.mjs'])

const failedOf = (run) => failedFiles(join(reports, `${run.name}.json`))
if (mayTryAgain([...failedRuns].map(failedOf)))
  for (const run of [...failedRuns]) {
    const again = run.again ?? failedOf(run)
    const isMended = step(`again: ${failedOf(run).join(' ')}`, [...run.command, ...again], {
      ...run.env,
      ...reportOf(`${run.name}.again`),
    })
    if (isMended) failedRuns.delete(run)
  }
const areControlsUsed = step('controls of the pages', [process.execPath, 'scripts/check-controls.mjs'])
if (plan === 'all' && failedRuns.size === 0)
  step('durations of the tests', [
    process.execPath,
    'scripts/test-durations.mjs',
    ...runs.map(({ name }) => join(reports, `${name}.json`)),
  ])
const isCounted = step('counts', [
  process.execPath,
  'scripts/count-tests.mjs',
  ...runs.map(({ name }) => join(reports, `${name}.json`)),
])
process.exit(isCounted && pagesFit && areControlsUsed && failedRuns.size === 0 ? 0 : 1)
