import { ensure } from '@truestrike/core/assert.ts'
import { adminChangePassword, adminLogin } from '@truestrike/protocol/account-endpoints.ts'
import { prove } from '@truestrike/protocol/wallet-endpoints.ts'
import * as Type from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyEndpoint } from '../src/platform/http-door.ts'
import {
  fieldsOf,
  fittingBut,
  HOSTILE_BODIES,
  HOSTILE_QUERIES,
  HOSTILE_SEGMENTS,
  HOSTILE_VALUES,
} from './hostile-values.ts'
import { withRunningClock } from './running-clock.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import { TEST_PASSWORD, type TestClient } from './test-client.ts'
import { shareOf, testDatabaseUrl } from './test-database.ts'

let app: TestApp
let user: TestClient
let admin: TestClient

beforeAll(async () => {
  app = await createTestApp({ start: true, env: { DEV_INBOX: 'true' } })
  user = app.client()
  await user.register('mallory')
  admin = app.client()
  const oneTimePassword = ensure(app.firstRun.adminPassword)
  await signInAdmin(oneTimePassword)
  await admin.ok(adminChangePassword, {
    body: { currentPassword: oneTimePassword, newPassword: ADMIN_PASSWORD },
  })
})
afterAll(() => app.close())

const ADMIN_PASSWORD = 'an administrator’s password'

async function signInAdmin(password: string): Promise<void> {
  const body = { username: app.firstRun.adminUsername, password }
  admin.token = (await withRunningClock(app.clock, admin.ok(adminLogin, { body }))).token
}

/** Signed in anew for every endpoint: hostile calls may have ended the session. */
async function callerOf(endpoint: AnyEndpoint): Promise<TestClient> {
  // What earlier calls failed must not lock the door for this one's caller.
  await app.db.query('delete from login_attempts')
  await app.db.query('delete from mail_codes')
  if (endpoint.audience === 'public') return app.client()
  if (endpoint.audience === 'user') {
    await withRunningClock(app.clock, user.login('mallory'))
    return user
  }
  await signInAdmin(ADMIN_PASSWORD)
  return admin
}

const JSON_TYPE = { 'content-type': 'application/json' }
const filled = (path: string, segment = '1'): string => path.replaceAll(/:\w+/g, segment)
const pathsOf = (schema: Type.TSchema | undefined): (readonly string[])[] =>
  fieldsOf(schema).map(({ path }) => path)

interface HostileCall {
  what: string
  url: string
  payload?: string
  headers?: Record<string, string>
}

const CONTENT_TYPES = ['text/plain', 'multipart/form-data', 'nonsense', 'application/json; charset=x']
const shown = (value: unknown): string => String(JSON.stringify(value)).slice(0, 40)

/** What is refused before anything is asked of the database is tried beside one of the two. */
const WITHOUT_DATABASE = testDatabaseUrl === undefined

/** Every hostile value in every field, a third of them in one within another, the others in its neighbours. Shared out, a value of one field is that of its neighbour on the other database. */
function hostileFields(paths: (readonly string[])[]): { path: readonly string[]; value: unknown }[] {
  return shareOf(
    paths.flatMap((path, at) =>
      [...HOSTILE_VALUES.slice(at), ...HOSTILE_VALUES.slice(0, at)]
        .filter((_, nth) => path.length === 1 || nth % 3 === 0)
        .map((value) => ({ path, value })),
    ),
  )
}

function* addressCalls(endpoint: AnyEndpoint): Generator<HostileCall> {
  const url = filled(endpoint.path)
  for (const query of WITHOUT_DATABASE ? HOSTILE_QUERIES : [])
    yield { what: query.slice(0, 40), url: `${url}?${query}` }
  for (const segment of endpoint.path.includes(':') ? HOSTILE_SEGMENTS : []) {
    yield { what: segment.slice(0, 40), url: filled(endpoint.path, segment) }
  }
  for (const { path, value } of hostileFields(pathsOf(endpoint.query))) {
    const fitting = fittingBut(ensure(endpoint.query), path, value) as object
    const query = Object.entries(fitting).map(([key, text]) => `${key}=${escaped(text)}`)
    yield { what: `${path.join('.')}=${shown(value)}`, url: `${url}?${query.join('&')}` }
  }
}

function* bodyCalls(endpoint: AnyEndpoint): Generator<HostileCall> {
  const url = filled(endpoint.path)
  for (const payload of WITHOUT_DATABASE ? HOSTILE_BODIES : [])
    yield { what: payload.slice(0, 40), url, payload }
  for (const type of WITHOUT_DATABASE ? CONTENT_TYPES : [])
    yield { what: type, url, payload: 'a=b', headers: { 'content-type': type } }
  for (const { path, value } of hostileFields([...pathsOf(endpoint.body), ['unknownField']])) {
    const body = fittingBut(endpoint.body ?? Type.Object({}), path, value) as Record<string, unknown>
    if ('agreeTerms' in body && !path.includes('inviteCode')) body.inviteCode = app.firstRun.inviteCode
    yield { what: `${path.join('.')}=${shown(value)}`, url, payload: JSON.stringify(body) }
  }
}

/** What is asked for beyond them would be left untried. */
const UNREACHABLE = ['SERVICE_UNAVAILABLE', 'MAIL_NOT_CONFIGURED']

/** Calls under way at once. */
const AT_ONCE = 16

/** What one endpoint answers to everything hostile: the answers that must not be. */
async function faultsOf(endpoint: AnyEndpoint): Promise<string[]> {
  const caller = await callerOf(endpoint)
  const send = async ({ what, url, payload, headers }: HostileCall): Promise<string[]> => {
    const ask = () => caller.raw(endpoint.method, url, payload, headers ?? JSON_TYPE)
    let response = await ask()
    if (response.body.includes('"PROOF_REQUIRED"')) {
      await caller.ok(prove, { body: { password: TEST_PASSWORD } })
      response = await ask()
    }
    const isJson = String(response.headers['content-type']).includes('json')
    const isFile = response.statusCode === 200 && 'content-disposition' in response.headers
    if (isFile) return []
    const isForeseen =
      isJson && response.statusCode !== 500 && !UNREACHABLE.includes(String(response.json().code))
    return isForeseen
      ? []
      : [`${endpoint.method} ${endpoint.path} ${what}: ${response.statusCode} ${response.body}`]
  }
  const calls = [...addressCalls(endpoint), ...(endpoint.method === 'GET' ? [] : bodyCalls(endpoint))]
  const faults: string[] = []
  for (let from = 0; from < calls.length; from += AT_ONCE) {
    const answers = Promise.all(calls.slice(from, from + AT_ONCE).map(send))
    faults.push(...(await withRunningClock(app.clock, answers)).flat())
  }
  return faults
}

function escaped(value: unknown): string {
  try {
    return encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : String(value))
  } catch {
    return '%ED%A0%80'
  }
}

test('[K4] hostile input in any field of any call is refused or treated as text, never an error of the server', async () => {
  expect(app.app.http.routes.length).toBeGreaterThan(5)
  const faults: string[] = []
  for (const { endpoint } of app.app.http.routes) faults.push(...(await faultsOf(endpoint)))
  expect(faults).toEqual([])
  expect(app.logged).toEqual([])
}, 900_000)

test('[K4] hostile headers are refused or ignored', async () => {
  const url = '/api/layout/user-info'
  const headers: Record<string, string>[] = [
    { authorization: `Bearer ${'x'.repeat(5_000)}` },
    { authorization: 'Bearer \u00ff\u00fe' },
    { cookie: 'ts_session=%00; XSRF-TOKEN=%ff;;;=;' },
    { 'accept-language': `${'x,'.repeat(2_000)}` },
    { 'x-forwarded-for': `${'1.1.1.1,'.repeat(500)}` },
  ]
  for (const extra of headers) {
    const response = await app.client().raw('GET', url, undefined, extra)
    expect([response.statusCode, extra]).toEqual([401, extra])
  }
})
