import { logout } from '@truestrike/protocol/account-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp({ listen: true })
  await app.client().register('Anna')
})
afterAll(() => app.close())

async function signedIn(): Promise<TestClient> {
  const client = app.client()
  await client.login('Anna')
  return client
}

test('[A11 K6] logout ends the sockets of its session after telling them, and no others', async () => {
  const anna = await signedIn()
  const other = await signedIn()
  const [ending, staying] = await Promise.all([
    app.socket('/ws', { client: anna }),
    app.socket('/ws', { client: other }),
  ])
  await anna.ok(logout)
  expect(await ending.next('signed-out')).toMatchObject({ code: 'SESSION_EXPIRED' })
  expect(await ending.closed).toBe(4001)
  staying.send({ op: 'ping', atMs: 1 })
  expect(await staying.next('pong')).toMatchObject({ atMs: 1 })
})

test('[A11 K6] sockets of a session whose end nobody told, as its process died, are closed within a minute', async () => {
  const anna = await signedIn()
  const other = await signedIn()
  const [ending, staying] = await Promise.all([
    app.socket('/ws', { client: anna }),
    app.socket('/ws', { client: other }),
  ])
  await app.db.query(
    'update user_sessions set revoked_at_ms = $1 where id = (select max(id) - 1 from user_sessions)',
    [app.clock.nowMs()],
  )
  await app.clock.advance(60_000)
  expect(await ending.next('signed-out')).toMatchObject({ code: 'SESSION_EXPIRED' })
  expect(await ending.closed).toBe(4001)
  staying.send({ op: 'ping', atMs: 1 })
  expect(await staying.next('pong')).toMatchObject({ atMs: 1 })
})

test('[K6] a token signs no socket in that comes without its cookie, nor with that of another session', async () => {
  const anna = await signedIn()
  for (const thief of [app.client(), await signedIn()]) {
    thief.token = null
    const socket = await app.socket('/ws', { client: thief })
    socket.send({ op: 'auth', token: anna.token ?? '' })
    expect(await socket.next('error')).toMatchObject({ code: 'UNAUTHORIZED' })
  }
})
