import { ensure } from '@truestrike/core/assert.ts'
import { adminLogin, adminLogout, getUserInfo, logout } from '@truestrike/protocol/account-endpoints.ts'
import { changePassword, listDevices, signOutDevice } from '@truestrike/protocol/security-endpoints.ts'
import { issueWalletMessage } from '@truestrike/protocol/wallet-endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyEndpoint } from '../../src/platform/http-door.ts'
import { endpointsOf } from '../outcome-items.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { createTestClient, TEST_PASSWORD, type TestClient } from '../test-client.ts'
import { ethWallet } from '../wallet-signers.ts'
import { BESIDE, FOR_ADMINISTRATORS, FOR_EVERYBODY, FOR_USERS } from './endpoint-table.ts'

const ADMIN_PASSWORD = 'an administrator’s password'

let app: TestApp
/** Each calls as nobody in particular may. */
const callers = new Map<string, Caller>()
/** Of sessions that were good once. */
const ended = new Map<string, Caller>()
const NAMES = ['annamaria', 'berta', 'carola']

interface Caller {
  cookies: Record<string, string>
  headers: Record<string, string>
  query?: string
}

const caller = (client: TestClient, token = client.token, scheme = 'Bearer '): Caller => ({
  cookies: Object.fromEntries(client.cookies),
  headers: {
    'x-xsrf-token': client.cookies.get('XSRF-TOKEN') ?? '',
    ...(token === null ? {} : { authorization: `${scheme}${token}` }),
  },
})

async function signedIn(username = 'annamaria'): Promise<TestClient> {
  const client = app.client()
  await client.login(username)
  return client
}

async function asAdministrator(password: string): Promise<TestClient> {
  const client = app.client()
  const body = { username: app.firstRun.adminUsername, password }
  client.token = (await client.ok(adminLogin, { body })).token
  return client
}

/** Sessions that ended in each of the ways there are. */
async function endSessions(): Promise<void> {
  const leaving = await signedIn()
  ended.set('signed out', caller(leaving))
  await leaving.ok(logout)

  const removed = await signedIn()
  ended.set('signed out from another device', caller(removed))
  const [device] = (await removed.ok(listDevices)).devices.filter(({ current }) => current)
  await (await signedIn()).ok(signOutDevice, { body: { id: ensure(device).id, kind: 'browser' } })

  const before = await signedIn()
  ended.set('password changed since', caller(before))
  const [currentPassword, newPassword] = [TEST_PASSWORD, 'another one']
  const body = { currentPassword, newPassword, confirmPassword: newPassword }
  await (await signedIn()).ok(changePassword, { body })

  const berta = await signedIn('berta')
  ended.set('expired', caller(berta))
  // Its end is brought forward: twelve hours of a whole app are long.
  await app.db.query(
    `update user_sessions set expires_at_ms = $1 where user_id = (select id from users where username = 'berta')`,
    [app.clock.nowMs()],
  )
}

async function collectCallers(): Promise<void> {
  const guest = app.client()
  await guest.raw('GET', '/healthz')
  callers.set('no token', { cookies: {}, headers: {} })
  callers.set('a guest', caller(guest))
  const { address } = ethWallet()
  await guest.ok(issueWalletMessage, { body: { chain: 'eth', address } })
  callers.set('a guest who was given a message to sign', caller(guest, guest.cookies.get('ts_wallet')))

  const berta = await signedIn('berta')
  const token = ensure(berta.token)
  const session = berta.cookies.get('ts_session') ?? ''
  const withoutCookie = createTestClient(app.app.http.app)
  await withoutCookie.raw('GET', '/healthz')
  callers.set('a token without its cookie', caller(withoutCookie, token))
  const other = await signedIn('carola')
  callers.set('another user’s token with one’s own cookies', caller(berta, other.token))
  callers.set('the cookie as token', caller(berta, session))
  callers.set('the device as token', caller(berta, berta.cookies.get('ts_device') ?? ''))
  callers.set('the XSRF token as token', caller(berta, berta.cookies.get('XSRF-TOKEN') ?? ''))
  const malformed: Record<string, string> = {
    'nothing after the scheme': '',
    'one letter': 'x',
    'well-formed, unknown': 'A'.repeat(43),
    'too long': 'A'.repeat(8_000),
    'not ASCII': '\u00ff\u00fe'.repeat(20),
    'one letter more': `${token}A`,
    'a blank before it': ` ${token}`,
    twice: `${token}, Bearer ${token}`,
    'letters of another base64': `+${token.slice(1)}`,
    'upper case': token.toUpperCase() === token ? 'A' : token.toUpperCase(),
    SQL: `' or token_sha256 is not null; --`,
    'a path': '../../../etc/passwd',
    'none of JWT': 'eyJhbGciOiJub25lIn0.eyJ1c2VySWQiOjF9.',
  }
  for (const [what, text] of Object.entries(malformed)) callers.set(`malformed: ${what}`, caller(berta, text))
  for (const scheme of ['', 'Basic ', 'Token ', 'bearer ', 'Bearer', 'Digest ', 'Bearer\t'])
    callers.set(`the scheme ${JSON.stringify(scheme)}`, caller(berta, token, scheme))
  const { cookies } = caller(berta)
  const basic = Buffer.from(`berta:${TEST_PASSWORD}`).toString('base64')
  callers.set('name and password', caller(berta, basic, 'Basic '))
  for (const name of ['token', 'access_token', 'authorization'])
    callers.set(`in the address as ${name}`, { ...caller(berta, null), query: `${name}=${token}` })
  for (const name of ['x-access-token', 'x-auth-token', 'token', 'proxy-authorization'])
    callers.set(`in the header ${name}`, {
      cookies,
      headers: { ...caller(berta, null).headers, [name]: `Bearer ${token}` },
    })
  callers.set('as a cookie', { ...caller(berta, null), cookies: { ...cookies, token, authorization: token } })
}

let administrator: TestClient
let user: TestClient

beforeAll(async () => {
  app = await createTestApp({ env: { DEV_INBOX: 'true' } })
  for (const name of NAMES) await app.client().register(name)
  await endSessions()
  await collectCallers()
  user = await signedIn('carola')
  administrator = await asAdministrator(ensure(app.firstRun.adminPassword))
  const body = { currentPassword: ensure(app.firstRun.adminPassword), newPassword: ADMIN_PASSWORD }
  await administrator.raw('POST', '/api/admin/profile/password', JSON.stringify(body), {
    'content-type': 'application/json',
  })
  const gone = await asAdministrator(ADMIN_PASSWORD)
  ended.set('of an administrator, signed out', caller(gone))
  await gone.ok(adminLogout)
})
afterAll(() => app.close())

const nameOf = ({ method, path }: AnyEndpoint): string => `${method} ${path}`
const routesOf = (names: readonly string[]): AnyEndpoint[] =>
  app.app.http.routes.map(({ endpoint }) => endpoint).filter((endpoint) => names.includes(nameOf(endpoint)))

/** Status and code of a call without anything useful in it. */
async function answerTo({ method, path }: AnyEndpoint, { cookies, headers, query }: Caller): Promise<string> {
  const url = path.replaceAll(/:\w+/g, '1') + (query === undefined ? '' : `?${query}`)
  const response = await app.app.http.app.inject({
    method,
    url,
    cookies,
    headers: { ...headers, ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) },
    ...(method === 'POST' ? { payload: '{}' } : {}),
  })
  const answer = response.headers['content-type']?.toString().includes('json') ? response.json() : {}
  for (const secret of NAMES) expect(response.body).not.toContain(secret)
  return answer.success === false ? `${response.statusCode} ${answer.code}` : String(response.statusCode)
}

/** The calls that answered each caller otherwise than foreseen. */
async function othersThan(
  foreseen: (from: string) => string,
  names: readonly string[],
  who: ReadonlyMap<string, Caller>,
): Promise<string[]> {
  const faults: string[] = []
  for (const endpoint of routesOf(names)) {
    for (const [what, from] of who) {
      const answer = await answerTo(endpoint, from)
      // Without its cookie a call that acts is refused before anybody asks who calls.
      const isForged = endpoint.method !== 'GET' && from.cookies['XSRF-TOKEN'] === undefined
      const expected = isForged ? '403 CSRF_REJECTED' : foreseen(what)
      if (answer !== expected) faults.push(`${nameOf(endpoint)} for ${what}: ${answer}, not ${expected}`)
    }
  }
  return faults
}

test('[K3] [K6] the table names every call there is, and who may call it', () => {
  const { routes } = app.app.http
  const audienceOf = new Map(routes.map(({ endpoint }) => [nameOf(endpoint), endpoint.audience]))
  const named = [...FOR_EVERYBODY, ...FOR_USERS, ...FOR_ADMINISTRATORS]
  expect([...audienceOf.keys()].sort()).toEqual([...named].sort())
  expect([...audienceOf.keys(), ...BESIDE].sort()).toEqual(endpointsOf(app))
  for (const [names, audience] of [
    [FOR_EVERYBODY, 'public'],
    [FOR_USERS, 'user'],
    [FOR_ADMINISTRATORS, 'admin'],
  ] as const) {
    for (const name of names) expect([name, audienceOf.get(name)]).toEqual([name, audience])
  }
})

describe('[A11] [K6] [D1] every call, for whoever may not call it', () => {
  test('a user’s is 401, whatever stands in place of his token', { timeout: 90_000 }, async () => {
    expect(callers.size).toBeGreaterThan(30)
    const strangers = new Map([...callers, ['an administrator', caller(administrator)]])
    expect(await othersThan(() => '401 UNAUTHORIZED', FOR_USERS, strangers)).toEqual([])
  })

  test('a session that has ended is told so, however it ended', async () => {
    const foreseen = (what: string): string =>
      what.startsWith('of an administrator') ? '401 UNAUTHORIZED' : '401 SESSION_EXPIRED'
    expect(ended.size).toBe(5)
    expect(await othersThan(foreseen, FOR_USERS, ended)).toEqual([])
  })

  test('an administrator’s is 403, to users too', async () => {
    const strangers = new Map([...callers, ...ended, ['a user', caller(user)]])
    expect(await othersThan(() => '403 ADMIN_SESSION_INVALID', FOR_ADMINISTRATORS, strangers)).toEqual([])
  })

  test('with the right token each of them goes on: what is refused above is refused for the token', async () => {
    const refused: string[] = []
    for (const endpoint of [...routesOf(FOR_USERS), ...routesOf(FOR_ADMINISTRATORS)]) {
      const own =
        endpoint.audience === 'user' ? await signedIn('carola') : await asAdministrator(ADMIN_PASSWORD)
      const url = endpoint.path.replaceAll(/:\w+/g, '1')
      const { statusCode } = await own.raw(
        endpoint.method,
        url,
        endpoint.method === 'POST' ? '{}' : undefined,
        {
          'content-type': 'application/json',
        },
      )
      if (statusCode === 401 || statusCode === 403 || statusCode >= 500)
        refused.push(`${nameOf(endpoint)}: ${statusCode}`)
    }
    expect(refused).toEqual([])
  })

  test('what is everybody’s answers all alike: a bad token is no hindrance, a good one no key', async () => {
    const everybody = [...callers, ...ended, ['a user', caller(user)]] as const
    const guest = ensure(callers.get('a guest'))
    for (const endpoint of routesOf(FOR_EVERYBODY)) {
      const expected = await answerTo(endpoint, guest)
      expect(expected).not.toMatch(/^(401|403|5)/)
      const some = new Map(everybody.filter(([, from]) => from.query === undefined))
      expect(await othersThan(() => expected, [nameOf(endpoint)], some)).toEqual([])
    }
  })

  test('it stays so: no caller above has signed anybody out, or changed anything of his', async () => {
    expect((await (await signedIn('carola')).ok(getUserInfo)).username).toBe('carola')
    expect(app.logged).toEqual([])
  })
})
