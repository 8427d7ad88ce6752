import { expect, test } from 'vitest'
import { changedFields } from './changed-fields.ts'

test('[D12] the history names each field that changed, also within others and within lists', () => {
  const before = {
    siteName: 'A',
    logo: null,
    service: { enabled: false, hours: '9' },
    methods: [{ id: '1' }],
  }
  const after = { siteName: 'B', logo: '/x', service: { enabled: true, hours: '9' }, methods: [] }
  expect(changedFields(before, after)).toEqual([
    { field: 'siteName', before: 'A', after: 'B' },
    { field: 'service.enabled', before: 'false', after: 'true' },
    { field: 'methods.0.id', before: '1', after: null },
    { field: 'logo', before: null, after: '/x' },
  ])
  expect(changedFields(after, after)).toEqual([])
})
