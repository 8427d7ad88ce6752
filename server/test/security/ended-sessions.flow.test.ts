import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { getUserInfo, logout } from '@truestrike/protocol/account-endpoints.ts'
import { setOwnLimits } from '@truestrike/protocol/limits-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdStatement } from '../held-statement.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import type { TestClient } from '../test-client.ts'

const MINUTE_MS = 60_000

let app: TestApp
let anna: TestClient

beforeAll(async () => {
  app = await createTestApp({ listen: true })
  anna = app.client()
  await anna.register('anna')
})
afterAll(() => app.close())

/** Signed in so long ago that the next look at the session notes that it is in use: a moment in which it can end. */
async function signedInBefore(): Promise<TestClient> {
  await anna.login('anna')
  await app.clock.advance(MINUTE_MS + 1)
  return anna
}

test('[A11] [S1] a session that ends while a socket is being signed in to it gets no socket', async () => {
  const client = await signedInBefore()
  const token = client.token ?? ''
  const cookies = new Map(client.cookies)
  client.token = null
  const socket = await app.socket('/ws', { client })
  client.token = token
  const held = holdStatement(app.db, /update user_sessions set last_seen_at_ms/)
  socket.send({ op: 'auth', token })
  await held.reached
  await client.ok(logout)
  held.release()
  const answer = await Promise.race([socket.next('error'), socket.next('authenticated')])
  expect(answer).toMatchObject({ type: 'error', code: 'SESSION_EXPIRED' })
  socket.send({ op: 'subscribe', channel: 'user' })
  expect((await socket.next('error')).code).toBe('UNAUTHORIZED')

  // Nor does what was read before its end count for other calls.
  for (const [name, value] of cookies) client.cookies.set(name, value)
  client.token = token
  expect(await client.refused(getUserInfo)).toBe('SESSION_EXPIRED')
})

test('[A11] [K6] a call under way when its session ends is the last one', async () => {
  const client = await signedInBefore()
  const token = client.token ?? ''
  const cookies = new Map(client.cookies)
  const held = holdStatement(app.db, /update user_sessions set last_seen_at_ms/)
  const underWay = client.call(getUserInfo)
  await held.reached
  await client.ok(logout)
  held.release()
  expect((await underWay).status).toBe(401)
  for (const [name, value] of cookies) client.cookies.set(name, value)
  client.token = token
  expect(await client.refused(getUserInfo)).toBe('SESSION_EXPIRED')
})

/** Begins a call and holds its body back; `finish` sends it and resolves with status and answer. */
async function beginCall(client: TestClient, path: string, type: string, body: string) {
  const call = request({
    ...{ port: app.port, host: '127.0.0.1', method: 'POST', path },
    headers: {
      'content-type': type,
      'content-length': Buffer.byteLength(body),
      authorization: `Bearer ${client.token}`,
      cookie: Array.from(client.cookies, ([name, value]) => `${name}=${value}`).join('; '),
      'x-xsrf-token': client.cookies.get('XSRF-TOKEN'),
      expect: '100-continue',
    },
  })
  call.flushHeaders()
  // The server has read the headers when it asks for the body.
  await once(call, 'continue')
  return async (): Promise<[number | undefined, string]> => {
    call.end(body)
    const [response] = await once(call, 'response')
    return [response.statusCode, await text(response)]
  }
}

test.each([
  [setOwnLimits.path, 'application/json', '{"book":"demo"}'],
  [
    '/api/account/avatar',
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nno picture\r\n--x--\r\n',
  ],
])('[A11] [K6] a body that comes after the end of the session does nothing: %s', async (path, type, body) => {
  await anna.login('anna')
  const finish = await beginCall(anna, path, type, body)
  await anna.ok(logout)
  const [status, answer] = await finish()
  expect(status).toBe(401)
  expect(JSON.parse(answer)).toMatchObject({ success: false, code: 'SESSION_EXPIRED' })
})
