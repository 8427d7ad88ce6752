import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { permissionDocument } from './permission-tables.mjs'

test('[D13] docs/permissions.md says what the code does; `npm run permissions` writes it', async () => {
  const written = readFileSync(new URL('../docs/permissions.md', import.meta.url), 'utf8')
  expect(await permissionDocument()).toBe(written)
})
