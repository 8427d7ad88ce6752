import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import endToEnd from '../../e2e/playwright.config.ts'
import { root } from '../setup.mjs'
import { MUTATIONS, timesFound } from './list.mjs'

test('there are ten deliberate faults of each group, each with an id of its own', () => {
  const groups = MUTATIONS.map(({ group }) => group)
  for (const group of ['money', 'outcome', 'pages'])
    expect(groups.filter((each) => each === group)).toHaveLength(10)
  expect(new Set(MUTATIONS.map(({ id }) => id)).size).toBe(MUTATIONS.length)
})

test.each(MUTATIONS)(
  'the fault $id still has its place in $file, once, and the tests that are to notice it',
  (fault) => {
    const { tests = [], e2e } = fault
    expect(timesFound(root, fault)).toBe(1)
    expect(tests.filter((path) => !existsSync(join(root, path)))).toEqual([])
    if (e2e === undefined) return
    expect(existsSync(join(root, e2e.spec))).toBe(true)
    const project = endToEnd.projects.find(({ name }) => name === e2e.project)
    expect(project.testMatch).toContain(basename(e2e.spec))
  },
)
