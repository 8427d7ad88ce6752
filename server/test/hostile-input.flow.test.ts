import { ensure } from '@truestrike/core/assert.ts'
import * as Type from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyEndpoint } from '../src/platform/http-door.ts'
import { type AnyCall, type AnyCaller, createAnyCaller, filledPath } from './any-caller.ts'
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
import { shareOf, testDatabaseUrl } from './test-database.ts'

let app: TestApp
let any: AnyCaller

beforeAll(async () => {
  app = await createTestApp({ start: true, env: { DEV_INBOX: 'true' } })
  any = await createAnyCaller(app, 'mallory')
})
afterAll(() => app.close())

const pathsOf = (schema: Type.TSchema | undefined): (readonly string[])[] =>
  fieldsOf(schema).map(({ path }) => path)

interface HostileCall extends Omit<AnyCall, 'method'> {
  what: string
}

const CONTENT_TYPES = ['text/plain', 'multipart/form-data', 'nonsense', 'application/json; charset=x']
const shown = (value: unknown): string => String(JSON.stringify(value)).slice(0, 40)

/** What is refused before anything is asked of the database is tried beside one of the two. */
const WITHOUT_DATABASE = testDatabaseUrl === undefined

/**
 * Every hostile value in every field, a third of them in one within another, the others in its neighbours. Where they are
 * shared out a value of one field is that of its neighbour on the other database, and half of them wait for the full matrix.
 */
function hostileFields(paths: (readonly string[])[]): { path: readonly string[]; value: unknown }[] {
  return shareOf(
    paths.flatMap((path, at) =>
      [...HOSTILE_VALUES.slice(at), ...HOSTILE_VALUES.slice(0, at)]
        .filter((_, nth) => path.length === 1 || nth % 3 === 0)
        .map((value) => ({ path, value })),
    ),
    4,
  )
}

function* addressCalls(endpoint: AnyEndpoint): Generator<HostileCall> {
  const url = filledPath(endpoint.path)
  for (const query of WITHOUT_DATABASE ? HOSTILE_QUERIES : [])
    yield { what: query.slice(0, 40), url: `${url}?${query}` }
  for (const segment of endpoint.path.includes(':') ? HOSTILE_SEGMENTS : []) {
    yield { what: segment.slice(0, 40), url: filledPath(endpoint.path, segment) }
  }
  for (const { path, value } of hostileFields(pathsOf(endpoint.query))) {
    const fitting = fittingBut(ensure(endpoint.query), path, value) as object
    const query = Object.entries(fitting).map(([key, text]) => `${key}=${escaped(text)}`)
    yield { what: `${path.join('.')}=${shown(value)}`, url: `${url}?${query.join('&')}` }
  }
}

function* bodyCalls(endpoint: AnyEndpoint): Generator<HostileCall> {
  const url = filledPath(endpoint.path)
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
  const caller = await any.callerOf(endpoint)
  const send = async ({ what, ...call }: HostileCall): Promise<string[]> => {
    const response = await any.send(caller, { method: endpoint.method, ...call })
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
