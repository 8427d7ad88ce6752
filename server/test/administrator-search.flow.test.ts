import { createAdministrator, listAdministrators } from '@truestrike/protocol/administrator-endpoints.ts'
import { listAuditLog } from '@truestrike/protocol/audit-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAdminClients } from './admin-clients.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

let app: TestApp
let owner: TestClient
let signIn: ReturnType<typeof createAdminClients>
beforeAll(async () => {
  app = await createTestApp()
  signIn = createAdminClients(app)
  owner = await signIn()
  for (const username of ['Night_Desk', 'nightowl', 'Großmann'])
    await owner.ok(createAdministrator, { body: { username, role: 'support' } })
})
afterAll(() => app.close())

test('[B-9] administrators are found by any part of a name, and by nothing that only looks like a pattern', async () => {
  const find = async (search: string, role?: 'owner') => {
    const query = role === undefined ? { search } : { search, role }
    return (await owner.ok(listAdministrators, { query })).administrators.map(({ username }) => username)
  }
  expect(await find('desk')).toEqual(['Night_Desk'])
  expect(await find(' IGHT ')).toEqual(['Night_Desk', 'nightowl'])
  expect(await find('OSSMA')).toEqual(['Großmann'])
  expect(await find('t_d')).toEqual(['Night_Desk'])
  for (const none of ['%', 't%d', 'n_ghtowl', '\\', "'"]) expect(await find(none)).toEqual([])
  expect(await find('ight', 'owner')).toEqual([])
  expect(await find('istrat')).toEqual(['administrator'])
})

test('[B-9] the audit log is searched for who acted by any part of an administrator’s name', async () => {
  const actors = async (who: string) => {
    const { entries } = await owner.ok(listAuditLog, { query: { who } })
    return [...new Set(entries.map(({ actor }) => actor?.name))]
  }
  expect(await actors('istrat')).toEqual(['administrator'])
  for (const none of ['esk', '%', 'administ_ator']) expect(await actors(none)).toEqual([])
})
