import { expect, test } from 'vitest'
import { changesOf } from './audit-changes.ts'

test('[D14] each value stands beside what it was, whatever is missing on either side', () => {
  expect(
    changesOf({ before: { role: 'risk', same: 1 }, after: { role: 'owner', same: 1, new: [true] } }),
  ).toEqual([
    { name: 'role', before: { text: 'risk' }, after: { text: 'owner' } },
    { name: 'same', before: { text: '1' }, after: { text: '1' } },
    { name: 'new', before: 'not-recorded', after: { text: '[true]' } },
  ])
  expect(changesOf({ before: null, after: { toString: null } })).toEqual([
    { name: 'toString', before: 'not-recorded', after: 'none' },
  ])
  expect(changesOf({ before: null, after: null })).toEqual([])
})
