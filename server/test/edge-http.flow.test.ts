import { networkInterfaces } from 'node:os'
import { gunzipSync } from 'node:zlib'
import { getBasicInfo, getUserInfo, login } from '@truestrike/protocol/account-endpoints.ts'
import { endpoint } from '@truestrike/protocol/endpoint.ts'
import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../src/app.ts'
import { AppError } from '../src/platform/app-error.ts'
import { CommitUnknownError, DbUnavailableError } from '../src/platform/db-error.ts'
import { ownOrigins } from '../src/platform/own-origins.ts'
import { createTestApp, type TestApp } from './test-app.ts'

const act = endpoint({
  method: 'POST',
  path: '/api/test/act',
  audience: 'public',
  body: Type.Object({ amount: Type.Integer({ minimum: 1 }) }, { additionalProperties: false }),
  data: Type.Object({ amount: Type.Integer() }),
})
const read = endpoint({
  method: 'GET',
  path: '/api/test/read/:id',
  audience: 'public',
  query: Type.Object({ limit: Type.Optional(Type.Integer()), all: Type.Optional(Type.Boolean()) }),
  params: Type.Object({ id: Type.String({ pattern: '^[0-9]+$' }) }),
  data: Type.Object({ seen: Type.Unknown() }),
})
const fail = endpoint({
  method: 'GET',
  path: '/api/test/fail/:how',
  audience: 'public',
  data: Type.Object({}),
})

const FAULTS: Record<string, () => Error> = {
  bug: () => new TypeError('a bug with a secret inside'),
  unknown: () => new CommitUnknownError(new Error('gone')),
  away: () => new DbUnavailableError('gone'),
  later: () => new AppError('ACCOUNT_LOCKED', undefined, 17),
}

function extend({ http }: App): void {
  http.router.route(act, ({ body }) => ({ amount: body.amount }))
  http.router.route(read, ({ query, params }) => ({ seen: { query, params } }))
  http.router.route(fail, ({ params }) => {
    throw FAULTS[params.how ?? '']?.() ?? new Error('no such fault')
  })
}

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ extend })
})
afterAll(() => app.close())

const failing = async (how: string) => await app.client().call(fail, { params: { how } })

describe('envelope', () => {
  test('[E1] [E2] success carries data, failure its code, message, details and request id', async () => {
    const client = app.client()
    expect((await client.call(act, { body: { amount: 3 } })).envelope).toEqual({
      success: true,
      data: { amount: 3 },
    })
    const { status, envelope } = await client.call(act, { body: { amount: 0, extra: 1 } as never })
    expect(status).toBe(400)
    expect(envelope).toEqual({
      success: false,
      code: 'INVALID_PARAMETERS',
      message: 'Invalid parameters',
      details: {
        fields: expect.arrayContaining([
          { field: 'amount', rule: 'minimum' },
          { field: 'extra', rule: 'additionalProperties' },
        ]),
      },
      requestId: expect.stringMatching(/^[0-9a-z-]{8,}$/),
    })
  })

  test('[E1] texts of the query become the numbers and booleans of the schema', async () => {
    const seen = async (query: string) => (await app.client().raw('GET', `/api/test/read/7?${query}`)).json()
    expect((await seen('limit=12&all=true')).data.seen).toEqual({
      query: { limit: 12, all: true },
      params: { id: '7' },
    })
    expect((await seen('limit=1e3')).details.fields).toEqual([{ field: 'limit', rule: 'type' }])
    expect((await seen('limit=1&limit=2')).code).toBe('INVALID_PARAMETERS')
  })

  test('[E2] [L3] the message is in the best language of Accept-Language', async () => {
    const client = app.client()
    const message = async (language: string) => {
      client.headers['accept-language'] = language
      return (await client.raw('GET', '/api/layout/user-info')).json().message
    }
    const english = await message('en-US')
    expect(english).toBe('Unauthorized, please login again')
    expect(await message('xx, en;q=0.5')).toBe(english)
    expect(await message(';;;,,,q=')).toBe(english)
    const german = await message('de-DE')
    expect(await message('nl;q=0.9, de;q=0.8, en;q=0.1')).toBe(german)
  })

  test('[K4] broken JSON, another content type and too much are refused with their own codes', async () => {
    const client = app.client()
    const send = async (payload: string, type = 'application/json', encoding?: string) => {
      const headers = { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) }
      const response = await client.raw('POST', act.path, payload, headers)
      return [response.statusCode, response.json().code]
    }
    expect(await send('{"amount":')).toEqual([400, 'MALFORMED_REQUEST'])
    expect(await send('{"__proto__":{"amount":1}}')).toEqual([400, 'MALFORMED_REQUEST'])
    expect(await send('{"amount":"\\u0000"}')).toEqual([400, 'MALFORMED_REQUEST'])
    expect(await send('{"amount":"\\ud800x"}')).toEqual([400, 'MALFORMED_REQUEST'])
    expect(await send('')).toEqual([400, 'INVALID_PARAMETERS'])
    expect(await send('amount=1', 'text/plain')).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    // Said to be compressed, and is not.
    const plain = JSON.stringify({ amount: 'x' })
    for (const encoding of ['gzip', 'GZIP', 'br', 'x-unknown', 'identity, gzip'])
      expect([encoding, ...(await send(plain, 'application/json', encoding))]).toEqual([
        ...[encoding, 415],
        'UNSUPPORTED_MEDIA_TYPE',
      ])
    for (const encoding of ['identity', 'Identity'])
      expect(await send(plain, 'application/json', encoding)).toEqual(await send(plain))
    expect(await send(JSON.stringify({ amount: 'x'.repeat(70_000) }))).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })

  test('[E2] an unknown call is 404, a known one by the wrong method 405 with what is allowed', async () => {
    const client = app.client()
    const unknown = await client.raw('GET', '/api/nothing')
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'NOT_FOUND'])
    const wrong = await client.raw('PUT', '/api/test/act')
    expect([wrong.statusCode, wrong.json().code, wrong.headers.allow]).toEqual([
      405,
      'METHOD_NOT_ALLOWED',
      'POST',
    ])
    const malformed = await client.raw('GET', '/api/%')
    expect([malformed.statusCode, malformed.json().code]).toEqual([400, 'MALFORMED_REQUEST'])
  })

  test('[E2] what nobody foresaw is 500 without its text, and logged whole under the request id', async () => {
    const { status, envelope } = await failing('bug')
    expect([status, envelope]).toEqual([
      500,
      {
        success: false,
        code: 'SERVER_ERROR',
        message: 'Server error, try again later',
        requestId: expect.any(String),
      },
    ])
    const line = app.logged.find((logged) => !envelope.success && logged.requestId === envelope.requestId)
    expect(JSON.stringify(line)).toContain('a bug with a secret inside')
  })

  test('[E2] an unknown commit and a database away are 503 and say when to come back', async () => {
    const unknown = await failing('unknown')
    expect([unknown.status, unknown.envelope]).toMatchObject([503, { code: 'OUTCOME_UNKNOWN' }])
    const away = await failing('away')
    expect([away.status, away.envelope]).toMatchObject([503, { code: 'SERVICE_UNAVAILABLE' }])
    expect(Number(away.headers['retry-after'])).toBeGreaterThan(0)
    expect((await failing('later')).headers['retry-after']).toBe('17')
  })
})

describe('who may call', () => {
  test('[K6] every call but GET needs the XSRF cookie repeated in the header', async () => {
    const client = app.client()
    await client.raw('GET', '/healthz')
    const token = client.cookies.get('XSRF-TOKEN') ?? ''
    expect(token.length).toBeGreaterThan(20)
    const attempt = async (cookie: string | null, header: string | null) => {
      const response = await app.app.http.app.inject({
        method: 'POST',
        url: login.path,
        payload: { username: 'nobody', password: 'wrong password' },
        ...(cookie === null ? {} : { cookies: { 'XSRF-TOKEN': cookie } }),
        headers: header === null ? {} : { 'x-xsrf-token': header },
      })
      return response.json().code
    }
    expect(await attempt(null, null)).toBe('CSRF_REJECTED')
    expect(await attempt(token, null)).toBe('CSRF_REJECTED')
    expect(await attempt(null, token)).toBe('CSRF_REJECTED')
    expect(await attempt(token, `${token}x`)).toBe('CSRF_REJECTED')
    expect(await attempt('', '')).toBe('CSRF_REJECTED')
    expect(await attempt(token, token)).toBe('LOGIN_FAILED')
  })

  test('[K7] a call from another site is refused, whatever its Host says', async () => {
    const client = app.client()
    const from = async (origin: string) =>
      (await client.call(act, { body: { amount: 1 }, headers: { origin, host: new URL(origin).host } }))
        .status
    expect(await from('https://evil.example')).toBe(403)
    const own = await createTestApp({ extend, env: { PUBLIC_URL: 'https://trade.example' } })
    const call = async (origin: string) =>
      (await own.client().call(act, { body: { amount: 1 }, headers: { origin } })).status
    expect([
      await call('https://trade.example'),
      await call('http://trade.example'),
      await call('null'),
    ]).toEqual([200, 403, 403])
    await own.close()
  })

  test('[K7] [O2] without PUBLIC_URL the pages work at every address the server says it has, and no others do', async () => {
    const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
      all?.some(({ address }) => address === '::1'),
    )
    for (const host of ['127.0.0.1', '0.0.0.0', ...(hasIpv6 ? ['::', '::1'] : [])]) {
      const own = await createTestApp({ extend })
      const port = await own.app.http.listen(host, 0)
      const call = async (origin: string) =>
        (await own.client().call(act, { body: { amount: 1 }, headers: { origin } })).status
      for (const origin of ownOrigins(host, port)) expect(await call(origin), origin).toBe(200)
      for (const origin of ownOrigins(host, port + 1)) expect(await call(origin), origin).toBe(403)
      expect(await call(`http://192.0.2.254:${port}`)).toBe(403)
      await own.close()
    }
  })

  test('[A11] a call of users without a valid token is 401', async () => {
    const client = app.client()
    expect(await client.refused(getUserInfo)).toBe('UNAUTHORIZED')
    client.token = 'A'.repeat(43)
    expect((await client.call(getUserInfo)).status).toBe(401)
  })
})

describe('headers', () => {
  test('[K1] every answer carries the strict policy; HSTS only behind TLS', async () => {
    const secure = await createTestApp({ env: { PUBLIC_URL: 'https://trade.example' } })
    for (const url of ['/healthz', getBasicInfo.path, '/api/nothing']) {
      const { headers } = await app.client().raw('GET', url)
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/unsafe|\*|data:/)
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
      expect(headers['strict-transport-security']).toBeUndefined()
      expect((await secure.client().raw('GET', url)).headers['strict-transport-security']).toMatch(
        /max-age=\d{8}/,
      )
    }
    await secure.close()
  })

  test('[K1] cookies are strict, and secure behind TLS', async () => {
    const secure = await createTestApp({ env: { PUBLIC_URL: 'https://trade.example' } })
    const cookieOf = async (on: TestApp) =>
      String((await on.client().raw('GET', '/healthz')).headers['set-cookie'])
    expect(await cookieOf(secure)).toMatch(/XSRF-TOKEN=.*Secure.*SameSite=Strict/i)
    expect(await cookieOf(app)).not.toMatch(/Secure;/i)
    await secure.close()
  })

  test('answers are never kept by a cache; long ones are compressed for those who take it', async () => {
    const long = `/api/test/read/7?limit=1&pad=${'x'.repeat(3_000)}`
    const plain = await app.client().raw('GET', long)
    expect(plain.headers['cache-control']).toBe('no-store')
    expect(plain.headers['content-encoding']).toBeUndefined()
    const packed = await app.client().raw('GET', long, undefined, { 'accept-encoding': 'br, gzip' })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
  })
})
