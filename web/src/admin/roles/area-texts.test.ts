import { AREAS, ROLE_NAMES } from '@truestrike/protocol/permissions.ts'
import { expect, test } from 'vitest'

interface Words {
  area: Record<string, string>
  role: Record<string, string>
  roleText: Record<string, string>
}

const catalogues = import.meta.glob<Words>('../../locales/*/admin-access.json', {
  eager: true,
  import: 'default',
})

test('[D13] [U4] every part of the back office and every role has its name in each language, and there is no name for another', () => {
  expect(Object.keys(catalogues)).toHaveLength(8)
  for (const [file, { area, role, roleText }] of Object.entries(catalogues)) {
    expect(Object.keys(area).sort(), file).toEqual([...AREAS].sort())
    for (const words of [role, roleText])
      expect(Object.keys(words).sort(), file).toEqual([...ROLE_NAMES].sort())
  }
})
