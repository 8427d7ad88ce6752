import { expect, test } from 'vitest'
import { changesOf } from './audit-changes.ts'

test('[D14] each value stands beside what it was, whatever is missing on either side', () => {
  expect(
    changesOf({ before: { role: 'risk', same: 1 }, after: { role: 'owner', same: 1, new: [true] } }),
  ).toEqual([
    { name: 'role', before: 'risk', after: 'owner' },
    { name: 'same', before: '1', after: '1' },
    { name: 'new', before: null, after: '[true]' },
  ])
  expect(changesOf({ before: null, after: { toString: null } })).toEqual([
    { name: 'toString', before: null, after: 'null' },
  ])
  expect(changesOf({ before: null, after: null })).toEqual([])
})
