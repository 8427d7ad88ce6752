import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './setup.mjs'
import { durationsOf, longestFirst } from './test-durations.mjs'

const result = (file, seconds) => ({
  ...{ name: join(root, file), startTime: 1_000 },
  endTime: 1_000 + seconds * 1_000,
})

test('of the reports the longest time of each file is kept, without those that take no time', () => {
  const reports = [
    { testResults: [result('b.test.ts', 4.2), result('a.test.ts', 0.2), result('c.test.ts', 9)] },
    { testResults: [result('b.test.ts', 61.7)] },
    { suites: [] },
  ]
  expect(durationsOf(reports)).toEqual({ 'b.test.ts': 62, 'c.test.ts': 9 })
})

test('the longest file begins first, one that is not listed after them', () => {
  const files = ['new.test.ts', 'b.test.ts', 'c.test.ts'].map((file) => join(root, file))
  const sorted = files.toSorted(longestFirst({ 'b.test.ts': 4, 'c.test.ts': 61 }))
  expect(sorted).toEqual(['c.test.ts', 'b.test.ts', 'new.test.ts'].map((file) => join(root, file)))
})

test('the times of the last full run are found', () => {
  const first = longestFirst()
  expect(first(join(root, 'server/test/kill.flow.test.ts'), join(root, 'web/none.test.ts'))).toBeLessThan(0)
})
