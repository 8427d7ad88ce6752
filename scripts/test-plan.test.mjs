import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { matrixRuns } from './matrix-runs.mjs'
import { NODE_VERSIONS } from './newer-nodes.mjs'
import { root } from './setup.mjs'
import { ALONE, filesLeftOut } from './test-plan.mjs'

const leftOutBy = (plan) => ({
  embedded: filesLeftOut(plan, 'embedded'),
  postgres: filesLeftOut(plan, 'postgres'),
})

test('a run for a change leaves out no test file on both databases', () => {
  const { embedded, postgres } = leftOutBy('share')
  expect(embedded.length).toBeGreaterThan(20)
  expect(postgres.filter((file) => embedded.includes(file))).toEqual(ALONE)
  expect(ALONE.filter((file) => !existsSync(file))).toEqual([])
})

test('money, kills, backups and migrations run on both databases', () => {
  const { embedded, postgres } = leftOutBy('share')
  for (const file of [
    'server/test/money-fuzz.test.ts',
    'server/test/ledger-audit.flow.test.ts',
    'server/test/deposits.flow.test.ts',
    'server/test/deposit-transactions.flow.test.ts',
    'server/test/withdrawals.flow.test.ts',
    'server/test/four-eyes-by-sum.flow.test.ts',
    'server/test/payout-corrections.flow.test.ts',
    'server/test/user-transfers.flow.test.ts',
    'server/test/demo-reset.flow.test.ts',
    'server/test/trading-life.flow.test.ts',
    'server/test/settlement-scale.flow.test.ts',
    'server/test/voids.flow.test.ts',
    'server/test/void-acts.flow.test.ts',
    'server/test/kill.flow.test.ts',
    'server/test/backup-faults.flow.test.ts',
    'server/src/platform/migrate.test.ts',
    'server/test/people-acts.flow.test.ts',
    'server/test/trading-refusals.flow.test.ts',
    'server/test/frozen-payee.flow.test.ts',
    'server/test/two-of-a-day.flow.test.ts',
    'server/test/two-books.flow.test.ts',
  ])
    expect([...embedded, ...postgres]).not.toContain(file)
})

/** Tests that name the tables or functions of the ledger, and why they run on one database. */
const OF_ONE_DATABASE = {
  'server/src/ledger/transfer-kinds.test.ts': 'reads the migrations as texts: there is no database',
  'server/test/own-limits.flow.test.ts':
    'asks: two orders at once, which the embedded database takes one by one',
}

test('a test that looks into the books, whatever it is called, runs on both databases', () => {
  const { embedded, postgres } = leftOutBy('share')
  const onOne = [...embedded, ...postgres].filter((file) => !ALONE.includes(file))
  const looks =
    /\b\w*(?:user|system)_balances\b|\bledger_[a-z]|\baudit\w*(?:Faults|Ledger)\b|\bbalances\(\)|ledger-audit/
  const missed = onOne.filter((file) => looks.test(readFileSync(join(root, file), 'utf8')))
  expect(missed.sort()).toEqual(Object.keys(OF_ONE_DATABASE))
})

test('what asks for its database runs where it does most; large lists and the two ways to a database on both', () => {
  const { embedded, postgres } = leftOutBy('share')
  const runsOn = (file) => [!embedded.includes(file) && 'embedded', !postgres.includes(file) && 'postgres']
  for (const file of ['outage', 'first-start', 'nats-cut', 'own-limits'])
    expect(runsOn(`server/test/${file}.flow.test.ts`), file).toEqual([false, 'postgres'])
  for (const file of ['stalled-edge', 'graceful-stop'])
    expect(runsOn(`server/test/${file}.flow.test.ts`), file).toEqual(['embedded', false])
  for (const file of ['test/hostile-input.flow', 'test/list-exports.flow', 'src/platform/db'])
    expect(runsOn(`server/${file}.test.ts`), file).toEqual(['embedded', 'postgres'])
})

test('a newcomer’s run leaves out, besides, only what starts servers as processes', () => {
  const share = filesLeftOut('share', 'embedded')
  const besides = filesLeftOut('brief', 'embedded').filter((file) => !share.includes(file))
  expect(besides).toEqual(
    expect.arrayContaining(['server/test/kill.flow.test.ts', 'server/test/backup-restore.flow.test.ts']),
  )
  expect(besides).not.toContain('server/test/money-fuzz.test.ts')
})

test('the full matrix leaves out on PostgreSQL only what meets no database', () => {
  const { embedded, postgres } = leftOutBy('all')
  expect(embedded).toEqual(ALONE)
  expect(postgres).toContain('server/src/config.test.ts')
  expect(postgres).not.toContain('server/test/deposits.flow.test.ts')
})

const SERVICES = { TEST_DATABASE_URL: 'postgres://db', TEST_NATS_URL: 'nats://bus' }

test('[O2] the server runs on every newer Node, on both databases, and under faults', () => {
  const { runs, leftOut } = matrixRuns('all', SERVICES, true)
  expect(leftOut).toEqual([])
  const server = runs.filter(({ name, command }) => name.startsWith('node-') && command.includes('server'))
  for (const version of NODE_VERSIONS) {
    const own = server.filter(({ env }) => env.PATH.includes(`node-${version}`))
    const { TEST_DATABASE_URL: postgres } = SERVICES
    expect(own.map(({ env }) => env.TEST_DATABASE_URL)).toEqual([postgres, undefined, postgres])
    // An empty plan leaves nothing out.
    expect(own.map(({ env }) => env.TEST_PLAN)).toEqual(['share', 'share', ''])
    expect(own[2].command).toEqual(expect.arrayContaining(ALONE))
  }
  const { embedded } = leftOutBy('share')
  for (const file of [
    'server/test/stalled-edge.flow.test.ts',
    'server/test/kill.flow.test.ts',
    'server/test/backup-faults.flow.test.ts',
    'server/src/platform/embedded-upkeep.test.ts',
  ])
    expect(embedded).not.toContain(file)
})

test('[O2] where there is no binary of a newer Node its steps are named as left out', () => {
  const all = matrixRuns('all', SERVICES, true).runs
  const { runs, leftOut } = matrixRuns('all', SERVICES, false)
  expect([...runs, ...leftOut].map(({ title }) => title)).toEqual(all.map(({ title }) => title))
  expect(leftOut).toHaveLength(4 * NODE_VERSIONS.length)
  expect(matrixRuns('share', SERVICES, false).leftOut).toEqual([])
})

test('[O7] the Node of the image is one of those that the full matrix runs', () => {
  const image = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')
  const majors = [...image.matchAll(/^FROM node:(\d+)-/gm)].map(([, major]) => Number(major))
  expect(majors).toHaveLength(2)
  expect(new Set(majors).size).toBe(1)
  expect(NODE_VERSIONS).toContain(majors[0])
})
