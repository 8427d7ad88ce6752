// The steps of a run of test-matrix.mjs: which commands, with which services, on which Node.
import { hasNodeBinaries, NODE_VERSIONS, nodePath } from './newer-nodes.mjs'
import { ALONE } from './test-plan.mjs'

/** A second try in the browser: one test after the other, whose controls come to those of the first try. */
const ALONE_IN_BROWSER = { again: ['--workers', '1'], envAgain: { E2E_KEEP_CONTROLS: 'true' } }
const SERVER = ['npm', 'test', '--', '--project', 'server']

/** Each a command whose report has the given name; `again` and `envAgain`: what a second try of failed files has besides. */
const everyRun = (services) => [
  { title: 'npm test (embedded database)', name: 'embedded', command: ['npm', 'test', '--'] },
  { title: 'server on PostgreSQL and NATS', name: 'postgres', command: SERVER, env: services },
  {
    title: 'processes under faults and their restarts, alone on the machine',
    name: 'alone',
    command: [...SERVER, ...ALONE],
    // An empty plan leaves nothing out.
    env: { ...services, TEST_PLAN: '' },
  },
  { title: 'integrity', name: 'integrity', command: ['npm', 'run', 'integrity', '--'] },
  {
    title: 'end-to-end tests in Chromium',
    name: 'e2e',
    command: ['npm', 'run', 'e2e', '--'],
    ...ALONE_IN_BROWSER,
  },
]

/** On a newer Node each server test runs on one of the two databases; those that must hold on both run on both. */
const runsOnNode = (version, services) => [
  {
    title: `server on Node ${version}, PostgreSQL and NATS`,
    name: `node-${version}`,
    command: SERVER,
    env: { ...nodePath(version), ...services, TEST_PLAN: 'share' },
  },
  {
    title: `server on Node ${version}, embedded database`,
    name: `node-${version}-embedded`,
    command: SERVER,
    env: { ...nodePath(version), TEST_PLAN: 'share' },
  },
  {
    title: `processes under faults and their restarts on Node ${version}, alone on the machine`,
    name: `node-${version}-alone`,
    command: [...SERVER, ...ALONE],
    env: { ...nodePath(version), ...services, TEST_PLAN: '' },
  },
  {
    title: `the built product on Node ${version}`,
    name: `e2e-node-${version}`,
    command: ['npm', 'run', 'e2e', '--', '--project=desktop-en', 'contract.spec.ts'],
    // The whole run is judged afterwards.
    env: { ...nodePath(version), E2E_KEEP_CONTROLS: 'true' },
    ...ALONE_IN_BROWSER,
  },
]

/**
 * The steps of a plan (`share` or `all`), and those of it that this system cannot take, as there is no binary of that Node
 * for it. `services`: names and addresses of PostgreSQL and NATS.
 */
export function matrixRuns(plan, services, isRunnable = hasNodeBinaries()) {
  const newer = plan === 'all' ? NODE_VERSIONS.flatMap((version) => runsOnNode(version, services)) : []
  return isRunnable
    ? { runs: [...everyRun(services), ...newer], leftOut: [] }
    : { runs: everyRun(services), leftOut: newer }
}
