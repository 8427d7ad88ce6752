import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NODE_VERSIONS } from './newer-nodes.mjs'
import { root } from './setup.mjs'
import { ALONE, filesLeftOut } from './test-plan.mjs'

const leftOut = (plan) => ({
  embedded: filesLeftOut(plan, 'embedded'),
  postgres: filesLeftOut(plan, 'postgres'),
})

test('a run for a change leaves out no test file on both databases', () => {
  const { embedded, postgres } = leftOut('share')
  expect(embedded.length).toBeGreaterThan(20)
  expect(postgres.filter((file) => embedded.includes(file))).toEqual(ALONE)
  expect(ALONE.filter((file) => !existsSync(file))).toEqual([])
})

test('money, kills, backups and migrations run on both databases', () => {
  const { embedded, postgres } = leftOut('share')
  for (const file of [
    'server/test/money-fuzz.test.ts',
    'server/test/ledger-audit.flow.test.ts',
    'server/test/kill.flow.test.ts',
    'server/test/backup-faults.flow.test.ts',
    'server/src/platform/migrate.test.ts',
  ])
    expect([...embedded, ...postgres]).not.toContain(file)
})

test('the full matrix leaves out on PostgreSQL only what meets no database', () => {
  const { embedded, postgres } = leftOut('all')
  expect(embedded).toEqual(ALONE)
  expect(postgres).toContain('server/src/config.test.ts')
  expect(postgres).not.toContain('server/test/deposits.flow.test.ts')
})

test('[O7] the Node of the image is one of those that the full matrix runs', () => {
  const image = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')
  const majors = [...image.matchAll(/^FROM node:(\d+)-/gm)].map(([, major]) => Number(major))
  expect(majors).toHaveLength(2)
  expect(new Set(majors).size).toBe(1)
  expect(NODE_VERSIONS).toContain(majors[0])
})
