import { ensure } from '@truestrike/core/assert.ts'
import { adminProfile, getUserInfo } from '@truestrike/protocol/account-endpoints.ts'
import { isErrorCode } from '@truestrike/protocol/errors.ts'
import { getOwnLimits } from '@truestrike/protocol/limits-endpoints.ts'
import { listLogins } from '@truestrike/protocol/security-endpoints.ts'
import { prove } from '@truestrike/protocol/wallet-endpoints.ts'
import type { TSchema } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyEndpoint } from '../../src/platform/http-door.ts'
import { createAdminClients } from '../admin-clients.ts'
import { fieldsOf, fittingBut } from '../hostile-values.ts'
import { FORM_TYPE, filePart, formBody, picture } from '../pictures.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { TEST_PASSWORD, type TestClient } from '../test-client.ts'

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
let admin: TestClient
let photo: Buffer

beforeAll(async () => {
  app = await createTestApp({ env: { DEV_INBOX: 'true', LIMIT_UPLOAD_PER_MINUTE: '100000' } })
  photo = await picture('jpeg', 120, 80)
  admin = await createAdminClients(app)()
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

const textFieldsOf = (schema: TSchema | undefined): (readonly string[])[] =>
  fieldsOf(schema).flatMap((field) => (takesText(field.schema) ? [field.path] : []))

let requests = 0

/** A body that fits but for one field, whose text stands there as it is. */
function bodyWith(endpoint: AnyEndpoint, path: readonly string[], json: string): string {
  const body = fittingBut(ensure(endpoint.body), path, 'HERE') as Record<string, unknown>
  if ('agreeTerms' in body) body.inviteCode ??= app.firstRun.inviteCode
  if ('toMs' in body) body.toMs = 2
  // Who repeats a request is answered what the first one was.
  requests += 1
  if ('requestId' in body && body.requestId !== 'HERE') body.requestId = `request-${requests}`
  return JSON.stringify(body).replace('"HERE"', () => json)
}

/** What forms that were taken were answered. */
const forms: unknown[] = []

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
  return formBody([...fields.map(([name, value]) => ({ name, content: String(value) })), filePart(photo)])
}

/** Few enough at once that no failed sign-in is held back. */
const AT_ONCE = 8

/** A third for each field of an administrator's call, the others for its neighbours: nearly every one ends in the database. */
const textsFor = ({ audience }: AnyEndpoint, field: number): readonly string[] =>
  audience === 'admin' ? TEXTS.filter((_, at) => at % 3 === field % 3) : TEXTS

async function inTurns(texts: readonly string[], send: (json: string) => Promise<void>): Promise<void> {
  for (let from = 0; from < texts.length; from += AT_ONCE) {
    await app.db.query('delete from login_attempts')
    await app.db.query('delete from mail_codes')
    await Promise.all(texts.slice(from, from + AT_ONCE).map(send))
  }
}

let formsBefore: Promise<unknown> = Promise.resolve()

/** One after another, as a user may; each as the first one of his, so that it gets as far. */
async function sentForm(caller: TestClient, address: string, payload = '{}') {
  const sent = formsBefore.then(async () => {
    await app.db.query('delete from identity_documents')
    await app.db.query('delete from identity_checks')
    return await caller.raw('POST', address, formOf(payload), FORM_TYPE)
  })
  formsBefore = sent
  const answer = await sent
  if (answer.statusCode === 200) forms.push(answer.json().data)
  return answer
}

/** The call, again where it takes a form only, or after a fresh proof where it asks for one. */
async function answerOf(caller: TestClient, { method }: AnyEndpoint, address: string, payload?: string) {
  const headers: Record<string, string> = payload === undefined ? {} : { 'content-type': 'application/json' }
  const answer = await caller.raw(method, address, payload, headers)
  if (answer.statusCode === 415) return await sentForm(caller, address, payload)
  if (!answer.body.includes('"PROOF_REQUIRED"')) return answer
  await caller.ok(prove, { body: { password: TEST_PASSWORD } })
  return await caller.raw(method, address, payload, headers)
}

test('[K4] [E2] a hostile text in any field that takes one is answered in the form of the catalogue, and tells nothing', async () => {
  const faults: string[] = []
  let fields = 0
  for (const { endpoint } of app.app.http.routes) {
    const caller = { user: anna, admin, public: app.client() }[endpoint.audience]
    await caller.raw('GET', '/healthz')
    const url = endpoint.path.replaceAll(/:\w+/g, '1')
    const send = async (what: string, address: string, payload?: string): Promise<void> => {
      const { statusCode, body } = await answerOf(caller, endpoint, address, payload)
      const isDownload = statusCode === 200 && endpoint.path.endsWith('/export')
      const fault = isDownload ? null : faultOf(statusCode, body)
      if (fault !== null) faults.push(`${endpoint.method} ${endpoint.path} ${what}: ${fault}`)
    }
    for (const path of textFieldsOf(endpoint.body)) {
      fields += 1
      await inTurns(textsFor(endpoint, fields), (json) =>
        send(`${path.join('.')}=${json.slice(0, 40)}`, url, bodyWith(endpoint, path, json)),
      )
    }
    for (const path of textFieldsOf(endpoint.query)) {
      fields += 1
      await inTurns(textsFor(endpoint, fields), (json) => {
        const value = JSON.parse(json.replace(/^1e309$|"\\udfff\\ud800"/, '"x"')) as unknown
        const text = typeof value === 'string' ? value : json
        const fitting = fittingBut(ensure(endpoint.query), path, text) as Record<string, string>
        const query = new URLSearchParams(fitting)
        return send(`${path.join('.')}=${json.slice(0, 40)}`, `${url}?${query}`)
      })
    }
  }
  expect(fields).toBeGreaterThan(250)
  expect(faults).toEqual([])
  expect(forms.length).toBeGreaterThan(10)
  // Who called was signed in to the last.
  for (const [caller, path] of [
    [anna, getUserInfo.path],
    [admin, adminProfile.path],
  ] as const)
    expect([path, (await caller.raw('GET', path)).statusCode]).toEqual([path, 200])
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
  // Of the forms that bring a picture, one asks for a name.
  expect(JSON.stringify(forms)).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]|\\u00/u)
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
