import { ensure } from '@truestrike/core/assert.ts'
import { isErrorCode } from '@truestrike/protocol/errors.ts'
import { getOwnLimits } from '@truestrike/protocol/limits-endpoints.ts'
import { listLogins } from '@truestrike/protocol/security-endpoints.ts'
import type { TSchema } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyEndpoint } from '../../src/platform/http-router.ts'
import { fittingValue } from '../hostile-values.ts'
import { FORM_TYPE, filePart, formBody } from '../pictures.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import type { TestClient } from '../test-client.ts'

/** Beyond `HOSTILE_VALUES`: as JSON writes them, as some cannot be written otherwise. */
const TEXTS: readonly string[] = [
  '"1e309"',
  '1e309',
  '-0',
  '"-0"',
  '"Infinity"',
  '"0x10"',
  '"\\u0661\\u0662\\u0663\\u0664\\u0665\\u0666"',
  '"\\u202eabc\\u2066"',
  '"ab\\u200b\\u200d\\ufeffc"',
  '"ann\\u034fa"',
  '"\\ud83d\\udc69\\u200d\\ud83d\\udc69\\u200d\\ud83d\\udc67"',
  '"\\udfff\\ud800"',
  '"\\"><img src=x onerror=alert(1)>"',
  '"#{7*7}{{7*7}}<%= 7*7 %>"',
  '"=cmd|\' /C calc\'!A0"',
  '"a\\r\\nSet-Cookie: x=1\\r\\n"',
  '"\\u0001\\u001b[2J"',
  '"%00%0a..%2f"',
  '"$1; select pg_sleep(9)--"',
  '{"$gt":""}',
  '["a"]',
  '{"__proto__":{"x":1},"toString":null}',
  `${'['.repeat(2_000)}${']'.repeat(2_000)}`,
]

let app: TestApp
let anna: TestClient

beforeAll(async () => {
  app = await createTestApp()
  anna = app.client()
  await anna.join('anna')
})
afterAll(() => app.close())

type Shape = { type?: string; anyOf?: TSchema[]; const?: unknown }

/** Whether a text may stand there, as the schema has it. */
function takesText(schema: TSchema): boolean {
  const { type, anyOf, const: only } = schema as Shape
  return type === 'string' || typeof only === 'string' || anyOf?.some(takesText) === true
}

function textFieldsOf(schema: TSchema | undefined): string[] {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, TSchema> }
  return Object.entries(properties).flatMap(([name, inner]) => (takesText(inner) ? [name] : []))
}

/** A body that fits but for one field, whose text stands there as it is. */
function bodyWith(endpoint: AnyEndpoint, field: string, json: string): string {
  const fitting = fittingValue(ensure(endpoint.body)) as Record<string, unknown>
  if ('agreeTerms' in fitting) fitting.inviteCode = app.firstRun.inviteCode
  return JSON.stringify({ ...fitting, [field]: 'HERE' }).replace(
    `"${field}":"HERE"`,
    () => `"${field}":${json}`,
  )
}

/** How an answer breaks the catalogue's form, or null. */
function faultOf(status: number, body: string): string | null {
  const answer = JSON.parse(body) as Record<string, unknown>
  if (status === 200)
    return answer.success === true && Object.keys(answer).join() === 'success,data' ? null : 'no data'
  const { success, code, message, requestId, ...more } = answer
  if (success !== false || !isErrorCode(code) || status >= 500) return `${String(code)} with ${status}`
  if (typeof message !== 'string' || message === '' || typeof requestId !== 'string') return 'no message'
  if (Object.keys(more).some((name) => name !== 'details')) return `more: ${Object.keys(more).join()}`
  return /stack|select |pglite|postgres|node_modules|<img|calc/i.test(body) ? `tells: ${body}` : null
}

function formOf(json: string): Buffer {
  const fields = Object.entries(JSON.parse(json) as Record<string, unknown>)
  return formBody([
    ...fields.map(([name, value]) => ({ name, content: String(value) })),
    filePart('no picture'),
  ])
}

/** Few enough at once that no failed sign-in is held back. */
const AT_ONCE = 8

async function inTurns(send: (json: string) => Promise<void>): Promise<void> {
  for (let from = 0; from < TEXTS.length; from += AT_ONCE) {
    await app.db.query('delete from login_attempts')
    await Promise.all(TEXTS.slice(from, from + AT_ONCE).map(send))
  }
}

const UNREACHABLE = ['MAIL_NOT_CONFIGURED', 'SERVICE_UNAVAILABLE']

test('[K4] [E2] a hostile text in any field that takes one is answered in the form of the catalogue, and tells nothing', async () => {
  const faults: string[] = []
  let fields = 0
  for (const { endpoint } of app.app.http.routes) {
    const caller = endpoint.audience === 'user' ? anna : app.client()
    await caller.raw('GET', '/healthz')
    const url = endpoint.path.replaceAll(/:\w+/g, '1')
    const send = async (what: string, address: string, payload?: string): Promise<void> => {
      const headers: Record<string, string> =
        payload === undefined ? {} : { 'content-type': 'application/json' }
      let answer = await caller.raw(endpoint.method, address, payload, headers)
      // Some take a form only, one at a time: the same texts in its parts.
      if (answer.statusCode === 415)
        answer = await caller.raw('POST', address, formOf(payload ?? '{}'), FORM_TYPE)
      const { statusCode, body } = answer
      const isDownload = statusCode === 200 && endpoint.path.endsWith('/export')
      const fault = isDownload ? null : faultOf(statusCode, body)
      if (fault !== null && !UNREACHABLE.some((code) => fault.startsWith(code)))
        faults.push(`${endpoint.method} ${endpoint.path} ${what}: ${fault}`)
    }
    for (const field of textFieldsOf(endpoint.body)) {
      fields += 1
      await inTurns((json) => send(`${field}=${json.slice(0, 40)}`, url, bodyWith(endpoint, field, json)))
    }
    for (const field of textFieldsOf(endpoint.query)) {
      fields += 1
      const fitting = fittingValue(ensure(endpoint.query)) as Record<string, string>
      await inTurns((json) => {
        const value = JSON.parse(json.replace(/^1e309$|"\\udfff\\ud800"/, '"x"')) as unknown
        const query = new URLSearchParams({ ...fitting, [field]: typeof value === 'string' ? value : json })
        return send(`${field}=${json.slice(0, 40)}`, `${url}?${query}`)
      })
    }
  }
  expect(fields).toBeGreaterThan(40)
  expect(faults).toEqual([])
  expect(app.logged).toEqual([])
}, 120_000)

test('[K4] what was let in is there as it was typed, and nothing else has come or gone', async () => {
  const users = await app.db.query<{ username: string; email: string | null }>(
    'select username, email from users order by id',
  )
  const names = users.map(({ username }) => username)
  expect(names[0]).toBe('anna')
  for (const { username, email } of users) {
    for (const text of [username, email ?? ''])
      expect(text).not.toMatch(/[<>"\p{C}\p{Default_Ignorable_Code_Point}]/u)
  }
  expect(await app.db.query('select 1 from contracts')).toEqual([])
  const { demo, real } = await anna.ok(getOwnLimits)
  for (const { maxStake, dailyLoss } of [demo, real]) {
    for (const limit of [maxStake, dailyLoss]) expect(limit ?? '1').toMatch(/^\d{1,15}(\.\d{1,6})?$/)
  }
  expect(({} as { x?: number }).x).toBeUndefined()
})

test('[K4] [A14] a browser may call itself anything: its owner is shown a known name or none', async () => {
  const strange = [
    '<script>alert(1)</script>',
    '\u00e9\u0080\u009f"\'--',
    'Firefox/1 <img src=x>',
    'x'.repeat(8_000),
    '',
  ]
  for (const agent of strange) {
    const body = JSON.stringify({ username: 'anna', password: 'wrong password' })
    await app.db.query('delete from login_attempts')
    await app
      .client()
      .raw('POST', '/api/login/login', body, { 'content-type': 'application/json', 'user-agent': agent })
  }
  const { logins } = await anna.ok(listLogins, { query: {} })
  expect(logins.length).toBeGreaterThanOrEqual(strange.length)
  expect(new Set(logins.map(({ browser }) => browser))).toEqual(new Set([null, 'Firefox']))
})
