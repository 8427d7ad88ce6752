import { gzipSync } from 'node:zlib'
import { ensure } from '@truestrike/core/assert.ts'
import { getUserInfo } from '@truestrike/protocol/account-endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyEndpoint } from '../../src/platform/http-door.ts'
import { startOpsServer } from '../../src/platform/ops-server.ts'
import { fittingValue } from '../hostile-values.ts'
import { endpointsOf } from '../outcome-items.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { TEST_PASSWORD, type TestClient } from '../test-client.ts'
import { sendRaw, statusOf } from './raw-http.ts'
import { watchStatements } from './watched-statements.ts'

let app: TestApp
let anna: TestClient
let calls: AnyEndpoint[]

beforeAll(async () => {
  app = await createTestApp({ listen: true, env: { DEV_INBOX: 'true' } })
  anna = app.client()
  await anna.join('anna')
  calls = app.app.http.routes.map(({ endpoint }) => endpoint)
})
afterAll(() => app.close())

const filled = (path: string): string => path.replaceAll(/:\w+/g, '1')
const nameOf = ({ method, path }: AnyEndpoint): string => `${method} ${path}`
const JSON_TYPE = { 'content-type': 'application/json' }

describe('[K6] [K7] a call that acts', () => {
  test('is carried out for no page that cannot repeat the XSRF cookie, whoever is signed in', async () => {
    const own = ensure(anna.cookies.get('XSRF-TOKEN'))
    const forged: Record<string, string>[] = [
      { 'x-xsrf-token': '' },
      { 'x-xsrf-token': 'x'.repeat(own.length) },
      { 'x-xsrf-token': `${own} ${own}` },
      { 'x-xsrf-token': own.slice(0, -1) },
      { 'x-xsrf-token': 'undefined' },
    ]
    const faults: string[] = []
    for (const endpoint of calls.filter(({ method }) => method !== 'GET')) {
      for (const headers of forged) {
        const answer = await anna.raw(endpoint.method, filled(endpoint.path), '{}', {
          ...JSON_TYPE,
          ...headers,
        })
        if (answer.json().code !== 'CSRF_REJECTED')
          faults.push(`${nameOf(endpoint)} ${JSON.stringify(headers)}`)
      }
      const cookies = { ts_session: ensure(anna.cookies.get('ts_session')) }
      const authorization = `Bearer ${anna.token}`
      for (const header of [own, '', 'undefined']) {
        const answer = await app.app.http.app.inject({
          method: endpoint.method,
          url: filled(endpoint.path),
          cookies: header === '' ? { ...cookies, 'XSRF-TOKEN': '' } : cookies,
          headers: { authorization, 'x-xsrf-token': header },
        })
        if (answer.json().code !== 'CSRF_REJECTED') faults.push(`${nameOf(endpoint)} without the cookie`)
      }
    }
    expect(faults).toEqual([])
    expect((await anna.ok(getUserInfo)).username).toBe('anna')
  })

  test('is carried out for no page of another site, whatever it calls itself', async () => {
    const here = `127.0.0.1:${app.port}`
    const origins = [
      'https://evil.example',
      'null',
      '',
      'file://',
      `http://${here}.evil.example`,
      `https://${here}`,
    ]
    const faults: string[] = []
    for (const endpoint of calls.filter(({ method }) => method !== 'GET')) {
      for (const origin of origins) {
        const headers = { ...JSON_TYPE, origin, host: 'evil.example', 'x-forwarded-host': here }
        const answer = await anna.raw(endpoint.method, filled(endpoint.path), '{}', headers)
        if (answer.json().code !== 'ORIGIN_REJECTED') faults.push(`${nameOf(endpoint)} from ${origin}`)
      }
    }
    expect(faults).toEqual([])
  })

  test('is never a GET: looking writes nothing but that the session is in use', async () => {
    const { statements, stop } = watchStatements(app.db)
    const looked = endpointsOf(app).filter((name) => name.startsWith('GET '))
    expect(looked.length).toBeGreaterThan(20)
    for (const name of looked) {
      const path = name.slice('GET '.length)
      const query = calls.find(({ method, path: each }) => method === 'GET' && each === path)?.query
      const asked = query === undefined ? {} : (fittingValue(query) as Record<string, string>)
      for (const method of ['GET', 'HEAD']) {
        const answer = await anna.raw(method, `${filled(path)}?${new URLSearchParams(asked)}`)
        expect([name, answer.statusCode === 500]).toEqual([name, false])
      }
    }
    stop()
    expect(statements.length).toBeGreaterThan(20)
    const writing = statements.filter((text) => /^\s*(insert|update|delete|truncate|call|copy)\b/i.test(text))
    // A looser limit whose day has come is written down by whoever looks first: by time, not by the caller.
    const harmless =
      /set last_seen_at_ms|^update own_limits set\s+stake_max_micros = case when next_stake_from_ms/
    expect(writing.filter((text) => !harmless.test(text))).toEqual([])
  })
})

describe('[K4] [K7] what stands around a call', () => {
  test('no header, and nothing in the address, makes it another call', async () => {
    const overriding: Record<string, string>[] = [
      { 'x-http-method-override': 'POST' },
      { 'x-method-override': 'DELETE' },
      { 'x-original-url': '/api/layout/user-info' },
      { 'x-rewrite-url': '/api/layout/user-info' },
      { 'x-forwarded-prefix': '/api/layout/user-info' },
      { 'x-forwarded-uri': '/api/layout/user-info' },
    ]
    for (const headers of overriding) {
      const health = await anna.raw('GET', '/healthz', undefined, headers)
      expect([headers, health.statusCode, health.json()]).toEqual([headers, 200, { status: 'alive' }])
      const logout = await anna.raw('GET', '/api/login/logout?_method=POST', undefined, headers)
      expect([headers, logout.statusCode]).toEqual([headers, 405])
    }
    for (const method of ['PUT', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND']) {
      const answer = await sendRaw(
        app.port,
        `${method} /api/login/logout HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      )
      expect([method, statusOf(answer) >= 400 && statusOf(answer) < 500]).toEqual([method, true])
      expect(answer.toLowerCase()).not.toContain('access-control-')
    }
    for (const path of [
      '/API/layout/user-info',
      '/api//layout/user-info',
      '/api/layout/user-info/',
      '/api/layout/user-info;a',
    ]) {
      const answer = await app.client().raw('GET', path)
      expect([path, answer.statusCode === 200]).toEqual([path, false])
    }
    expect((await anna.ok(getUserInfo)).username).toBe('anna')
  })

  test('bytes that two servers could read in two ways are refused by this one', async () => {
    const head = `POST /api/login/logout HTTP/1.1\r\nHost: 127.0.0.1:${app.port}\r\n`
    const smuggled = 'GET /api/layout/user-info HTTP/1.1\r\nHost: x\r\n\r\n'
    const ambiguous = [
      `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
      `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`,
      `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`,
      `${head}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`,
      `${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\n12345${smuggled}`,
      `${head}Content-Length: +5\r\n\r\n12345${smuggled}`,
      `${head}Content-Length: 0x5\r\n\r\n12345${smuggled}`,
      `${head}X: a\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      `${head}X: a\0b\r\n\r\n`,
      `${head} Folded: a\r\n\r\n`,
      `POST /api/login/logout HTTP/9.9\r\nHost: x\r\n\r\n`,
      `POST /api/login/log\0out HTTP/1.1\r\nHost: x\r\n\r\n`,
      'POST /api/login/logout HTTP/1.1\r\n\r\n',
    ]
    for (const bytes of ambiguous) {
      const answer = await sendRaw(app.port, bytes)
      expect([bytes, statusOf(answer)]).toEqual([bytes, 400])
      expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1)
    }
  })

  test('[S-5] a request that names two hosts is refused, whatever it asks for', async () => {
    const hosts = `Host: 127.0.0.1:${app.port}\r\nhost: other.example\r\nConnection: close`
    const upgrade = [
      ...['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
      'Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==',
    ].join('\r\n')
    const twice = `Host: 127.0.0.1:${app.port}\r\nHost: 127.0.0.1:${app.port}\r\n`
    const ops = await startOpsServer({ port: 0, host: '127.0.0.1', metrics: app.metrics })
    const sent: [number, string][] = [
      [app.port, `GET /api/admin/system/basic-info HTTP/1.1\r\n${hosts}\r\n\r\n`],
      [app.port, `GET / HTTP/1.1\r\n${hosts}\r\nAccept: text/html\r\n\r\n`],
      [app.port, `GET /%ff HTTP/1.1\r\n${hosts}\r\nAccept: text/html\r\n\r\n`],
      [app.port, `GET /healthz HTTP/1.1\r\n${hosts}\r\n\r\n`],
      [app.port, `GET /healthz HTTP/1.1\r\n${hosts}, Upgrade\r\nUpgrade: h2c\r\n\r\n`],
      [app.port, `POST /api/login/logout HTTP/1.1\r\n${hosts}\r\nContent-Length: 0\r\n\r\n`],
      [app.port, `GET /ws HTTP/1.1\r\n${twice}${upgrade}\r\n\r\n`],
      [app.port, `GET /trade HTTP/1.1\r\n${twice}${upgrade}\r\n\r\n`],
      [ops.port, `GET /metrics HTTP/1.1\r\n${hosts}\r\n\r\n`],
    ]
    for (const [port, bytes] of sent) {
      const answer = await sendRaw(port, bytes)
      expect([bytes, statusOf(answer)]).toEqual([bytes, 400])
      expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1)
    }
    await ops.close()
  })

  test('headers without end and packed bodies are refused unread', async () => {
    const head = `GET /api/admin/system/basic-info HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`
    const many = Array.from({ length: 3_000 }, (_, at) => `X-${at}: 1\r\n`).join('')
    for (const headers of [`X: ${'a'.repeat(100_000)}\r\n`, many, `Cookie: ${'a=b;'.repeat(10_000)}\r\n`])
      expect(statusOf(await sendRaw(app.port, `${head}${headers}\r\n`))).toBe(431)
    expect(statusOf(await sendRaw(app.port, `GET /${'a'.repeat(100_000)} HTTP/1.1\r\n\r\n`))).toBe(431)

    const bomb = gzipSync(Buffer.alloc(20_000_000, '[')).subarray(0, 60_000)
    for (const encoding of ['gzip', 'deflate', 'br', 'zstd', 'identity, gzip']) {
      const answer = await anna.raw('POST', '/api/login/login', bomb, {
        ...JSON_TYPE,
        'content-encoding': encoding,
      })
      expect([encoding, answer.statusCode, answer.json().code]).toEqual([
        ...[encoding, 415],
        'UNSUPPORTED_MEDIA_TYPE',
      ])
    }
    expect(app.logged).toEqual([])
  })

  test('of members given twice the last one counts, for the check and for the act alike', async () => {
    await app.client().register('benno')
    const body = `{"username":"nobody","username":"benno","password":"x","password":${JSON.stringify(TEST_PASSWORD)}}`
    expect(
      (await app.client().raw('POST', '/api/login/login', body, JSON_TYPE)).json().data.user.username,
    ).toBe('benno')
    const hidden = `{"username":"benno","password":${JSON.stringify(TEST_PASSWORD)},"password":["x"]}`
    expect((await app.client().raw('POST', '/api/login/login', hidden, JSON_TYPE)).json().code).toBe(
      'INVALID_PARAMETERS',
    )
  })
})
