import { ensure } from '@truestrike/core/assert.ts'
import { listAdministrators, setAdministratorRole } from '@truestrike/protocol/administrator-endpoints.ts'
import { getIdentityPaper } from '@truestrike/protocol/people-endpoints.ts'
import { AREAS, ROLE_NAMES, ROLES, type Role } from '@truestrike/protocol/permissions.ts'
import { listRechargeOrders, listWithdrawOrders } from '@truestrike/protocol/review-endpoints.ts'
import { listVoids } from '@truestrike/protocol/void-endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyEndpoint } from '../../src/platform/http-door.ts'
import { createAdminClients } from '../admin-clients.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import type { TestClient } from '../test-client.ts'

let app: TestApp
let signIn: ReturnType<typeof createAdminClients>
const clients = new Map<Role, TestClient>()

beforeAll(async () => {
  app = await createTestApp()
  signIn = createAdminClients(app)
  for (const role of ROLE_NAMES) {
    const client = await signIn(role)
    await app.db.query(`update administrators set role = $1, permissions = '{}' where username = $1`, [role])
    clients.set(role, client)
  }
})
afterAll(() => app.close())

const LOGOUT = '/api/admin/logout'
/** Signing out last: nothing can be tried after it. */
const calls = (): AnyEndpoint[] =>
  app.app.http.routes
    .map(({ endpoint }) => endpoint)
    .filter(({ audience }) => audience === 'admin')
    .sort((a, b) => Number(a.path === LOGOUT) - Number(b.path === LOGOUT))
/** Papers are opened by who decides on them alone. */
const isForLookers = ({ method, path }: AnyEndpoint): boolean =>
  method === 'GET' && path !== getIdentityPaper.path
const nameOf = ({ method, path }: AnyEndpoint): string => `${method} ${path}`

async function isDenied(client: TestClient, { method, path }: AnyEndpoint): Promise<boolean> {
  const body = method === 'GET' ? undefined : '{}'
  const answer = await client.raw(method, path.replaceAll(/:\w+/g, '1'), body, {
    'content-type': 'application/json',
  })
  if (answer.statusCode >= 500) throw new Error(`${method} ${path} answered ${answer.statusCode}`)
  return answer.statusCode === 403 && answer.json().code === 'PERMISSION_DENIED'
}

describe('[D13] [R5] permissions', () => {
  test('every call names one: to look where it only looks, to act where it acts; his own affairs are every administrator’s', () => {
    expect(calls().length).toBeGreaterThan(30)
    for (const call of calls()) {
      const { method, path, permission } = call
      if (permission === null) expect(path).toMatch(/^\/api\/admin\/(profile(\/|$)|logout$)/)
      else expect(nameOf(call) + permission?.endsWith(':read')).toBe(`${method} ${path}${isForLookers(call)}`)
    }
  })

  test.each(ROLE_NAMES)('%s: every call is tried, and denied where the role does not reach', async (role) => {
    const client = clients.get(role)
    const granted: readonly string[] = ROLES[role]
    const faults: string[] = []
    for (const call of calls()) {
      const { permission = '' } = call
      const may =
        permission === null ||
        [permission, permission.replace(':read', ''), '*'].some((n) => granted.includes(n))
      if (client === undefined || (await isDenied(client, call)) === may) faults.push(nameOf(call))
    }
    expect(faults).toEqual([])
  })

  test('the auditor looks at everything and changes nothing; who acts in a part also looks', () => {
    expect(ROLES.auditor).toEqual(AREAS.map((area) => `${area}:read`))
    expect(ROLES.owner).toEqual(['*'])
    for (const role of ['finance', 'support', 'risk'] as const) {
      expect(ROLES[role].filter((name) => /^(roles|system)/.test(name))).toEqual([])
    }
  })

  test('[D1] a denial keeps the session; a role, or a list of his own in its place, counts from the next call on', async () => {
    const clerk = await signIn('clerk')
    const which = { query: { which: 'open' } } as const
    const become = (role: string, own: string) =>
      app.db.query(`update administrators set role = $1, permissions = $2::text[] where username = 'clerk'`, [
        role,
        own,
      ])
    await become('support', '{}')
    expect(await clerk.refused(listVoids, which)).toBe('PERMISSION_DENIED')
    await become('risk', '{}')
    await clerk.ok(listVoids, which)
    await become('risk', '{dashboard}')
    expect(await clerk.refused(listVoids, which)).toBe('PERMISSION_DENIED')
    await become('support', '{voids:read}')
    await clerk.ok(listVoids, which)
    // Of a role that is no longer there nothing is left.
    await become('former', '{}')
    expect(await clerk.refused(listVoids, which)).toBe('PERMISSION_DENIED')
  })

  test('parts of a role are all an administrator has who is left with them, and nothing the role has not', async () => {
    const [pia, owner] = [await signIn('pia'), await signIn()]
    const [seen] = (await owner.ok(listAdministrators, { query: { search: 'pia' } })).administrators
    const { id, version } = ensure(seen)
    const become = (permissions: string[] | undefined, at: number) => ({
      params: { id },
      body: { version: at, role: 'finance' as const, ...(permissions === undefined ? {} : { permissions }) },
    })
    for (const wrong of [['roles'], ['balances:write'], ['nothing'], []])
      expect(await owner.refused(setAdministratorRole, become(wrong, version))).toBe('INVALID_PARAMETERS')
    const { administrator } = await owner.ok(setAdministratorRole, become(['recharge-orders'], version))
    expect(administrator).toMatchObject({ role: 'finance', ownPermissions: ['recharge-orders'] })
    await pia.ok(listRechargeOrders, { query: {} })
    expect(await pia.refused(listWithdrawOrders, { query: {} })).toBe('PERMISSION_DENIED')
    const whole = await owner.ok(setAdministratorRole, become(undefined, administrator.version))
    expect(whole.administrator.ownPermissions).toEqual([])
    await pia.ok(listWithdrawOrders, { query: {} })
  })
})
