import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { BESIDE } from './security/endpoint-table.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/** The calls of the customer's specification, below the origin; sockets are opened by a GET. */
const SPECIFIED = [
  'POST /api/login/login',
  'POST /api/login/register',
  'POST /api/login/send-code',
  'POST /api/login/wallet-login',
  'GET /api/layout/user-info',
  'GET /api/admin/system/basic-info',
  'GET /api/admin/system/config',
  'POST /api/admin/login',
  'GET /api/admin/recharge-orders/pending-count',
  'GET /api/admin/withdraw-orders/pending-count',
  'GET /ws',
  'GET /trade',
]

interface Operation {
  operationId: string
  security: Record<string, unknown>[]
  parameters: { name?: string; in?: string }[]
  requestBody?: { content: Record<string, { schema: { properties: Record<string, unknown> } }> }
}
interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
}

let app: TestApp
let document: Document
beforeAll(async () => {
  app = await createTestApp()
  const answer = await app.client().raw('GET', '/api/docs/openapi.json')
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'application/json; charset=utf-8',
  ])
  document = answer.json()
})
afterAll(() => app.close())

const calls = (): string[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  )
const operations = (): Operation[] => Object.values(document.paths).flatMap((each) => Object.values(each))

test('[E3] the document of the calls is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  expect(errors ?? []).toEqual([])
  expect([valid, document.openapi]).toEqual([true, '3.1.0'])
  const ids = operations().map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('[E3] it holds every call there is, and no other but the two sockets', () => {
  const registered = app.app.http.routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  expect(calls().sort()).toEqual([...registered, 'GET /trade', 'GET /ws'].sort())
  expect(BESIDE).toEqual(expect.arrayContaining(['GET /api/docs', 'GET /api/docs/openapi.json']))
})

test('[E3] the calls of the specification are in it, by their paths and with their payloads', () => {
  expect(calls()).toEqual(expect.arrayContaining(SPECIFIED))
  const bodyOf = (path: string) =>
    Object.keys(document.paths[path]?.post?.requestBody?.content['application/json']?.schema.properties ?? {})
  expect(bodyOf('/api/login/login')).toEqual(
    expect.arrayContaining(['username', 'password', 'email', 'code']),
  )
  expect(bodyOf('/api/login/register')).toEqual(
    expect.arrayContaining(['username', 'email', 'password', 'inviteCode']),
  )
  expect(bodyOf('/api/login/wallet-login')).toEqual(expect.arrayContaining(['chain', 'address']))
  // The upload: a form with a field named `file`.
  const form = document.paths['/api/account/deposits/{id}/receipt']?.post?.requestBody?.content
  expect(form?.['multipart/form-data']?.schema.properties.file).toMatchObject({ type: 'array' })
})

test('[K6] what a call asks of its caller is said: token and cookie, and the XSRF header of all but GET', () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, { security, parameters = [] }] of Object.entries(methods)) {
      const asksXsrf = JSON.stringify(parameters).includes('#/components/parameters/Xsrf')
      expect([path, method, asksXsrf]).toEqual([path, method, method !== 'get'])
      const { audience } = app.app.http.routes.find(
        ({ endpoint }) =>
          endpoint.path === path.replaceAll(/\{(\w+)\}/g, ':$1') && endpoint.method === method.toUpperCase(),
      )?.endpoint ?? { audience: 'public' as const }
      const asked = {
        public: [],
        user: [{ token: [], session: [] }],
        admin: [{ token: [], adminSession: [] }],
      }
      expect([path, security]).toEqual([path, asked[audience]])
    }
  }
})

test('[E3] [K1] the page shows every call without a script and with nothing from elsewhere', async () => {
  const page = await app.client().raw('GET', '/api/docs')
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.headers['content-security-policy']).toContain("default-src 'self'")
  expect(page.body).not.toMatch(/<script|style=|https?:\/\//)
  for (const { operationId } of operations()) expect(page.body).toContain(`<details id="${operationId}">`)
  const style = await app.client().raw('GET', '/api/docs/style.css')
  expect([style.statusCode, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
})

test('[K2] [S-1] the document is written once, however often strangers ask for it', async () => {
  const written = vi.spyOn(JSON, 'stringify')
  const client = app.client()
  const answers = [await client.raw('GET', '/api/docs/openapi.json')]
  answers.push(await client.raw('GET', '/api/docs/openapi.json'))
  const large = written.mock.results.filter(({ value }) => String(value).length > 100_000)
  written.mockRestore()
  expect(large).toEqual([])
  expect(answers.map(({ body }) => JSON.parse(body))).toEqual([document, document])
})
