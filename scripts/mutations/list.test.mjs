import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../setup.mjs'
import { changeFor, MUTATIONS } from './list.mjs'

test('there are ten deliberate faults of each group, each with an id of its own', () => {
  const groups = MUTATIONS.map(({ group }) => group)
  for (const group of ['money', 'outcome', 'pages'])
    expect(groups.filter((each) => each === group)).toHaveLength(10)
  expect(new Set(MUTATIONS.map(({ id }) => id)).size).toBe(MUTATIONS.length)
})

test.each(MUTATIONS)('the fault $id still has its place in $file, once', (fault) => {
  const { file, find, replace, tests = [], e2e } = fault
  expect(changeFor(root, fault)).toEqual({ file, find, replace })
  const named = e2e === undefined ? tests : [...tests, e2e.spec]
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})
