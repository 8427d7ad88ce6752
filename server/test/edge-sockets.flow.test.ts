import { Agent, type RequestOptions, request } from 'node:http'
import { ensure } from '@truestrike/core/assert.ts'
import { logout } from '@truestrike/protocol/account-endpoints.ts'
import type { ServerMessage } from '@truestrike/protocol/frames.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

let app: TestApp
let alice: TestClient
let bob: TestClient

beforeAll(async () => {
  app = await createTestApp({ listen: true })
  alice = app.client()
  await alice.join('alice')
  bob = app.client()
  await bob.join('bobby')
})
afterAll(() => app.close())

const idOf = async (username: string): Promise<string> => {
  const [row] = await app.db.query<{ id: bigint }>('select id from users where username = $1', [username])
  return String(ensure(row).id)
}
const notices = (id: string): ServerMessage => ({
  type: 'notices',
  items: [{ id, kind: 'test', type: 'system', priority: 'low', timeMs: 1, read: false, data: {} }],
})

function ask(
  port: number,
  options: RequestOptions,
  body?: string,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, ...options }, async (response) => {
      let text = ''
      for await (const chunk of response) text += String(chunk)
      resolve({ status: response.statusCode ?? 0, text })
    })
    call.on('error', reject)
    call.end(body)
  })
}

describe('[S1] sockets', () => {
  test('[S4] greet with the server’s time and answer pings with it', async () => {
    for (const path of ['/ws', '/trade'] as const) {
      const socket = await app.socket(path)
      expect(await socket.next('hello')).toEqual({
        type: 'hello',
        serverTimeMs: app.clock.nowMs(),
        clockSpeed: 1,
      })
      await app.clock.advance(1_234)
      socket.send({ op: 'ping', atMs: 42.5 })
      expect(await socket.next('pong')).toEqual({ type: 'pong', atMs: 42.5, serverTimeMs: app.clock.nowMs() })
    }
  })

  test('open from own pages only, on their two paths, and only with Upgrade', async () => {
    await expect(app.socket('/ws', { origin: 'https://evil.example' })).rejects.toThrow('403')
    await expect(app.socket('/trade', { origin: `http://127.0.0.1:${app.port + 1}` })).rejects.toThrow('403')
    await expect(app.socket('/other' as '/ws')).rejects.toThrow('404')
    const own = await app.socket('/ws', { origin: `http://localhost:${app.port}` })
    await own.next('hello')
    const plain = await fetch(`http://127.0.0.1:${app.port}/ws`)
    expect(plain.status).toBe(404)
  })

  test('[E1] a call that offers another protocol, as HTTP/2, is answered as any other', async () => {
    const offer = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' }
    const read = await ask(app.port, { path: '/api/admin/system/basic-info', headers: offer })
    expect([read.status, JSON.parse(read.text).success]).toEqual([200, true])
    const headers = {
      ...offer,
      'content-type': 'application/json',
      cookie: 'XSRF-TOKEN=a',
      'x-xsrf-token': 'a',
    }
    const body = JSON.stringify({ username: 'nobody', password: 'wrong password' })
    const written = await ask(app.port, { method: 'POST', path: '/api/login/login', headers }, body)
    expect([written.status, JSON.parse(written.text).code]).toEqual([401, 'LOGIN_FAILED'])
    expect((await ask(app.port, { path: '/trade', headers: offer })).status).toBe(404)

    // The offer comes with each call of one connection: nothing gathers on it.
    const warnings: Error[] = []
    const warn = (warning: Error): void => void warnings.push(warning)
    process.on('warning', warn)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let call = 0; call < 15; call += 1)
      expect(
        (await ask(app.port, { path: '/api/admin/system/basic-info', headers: offer, agent })).status,
      ).toBe(200)
    agent.destroy()
    process.off('warning', warn)
    expect(warnings).toEqual([])
  })

  test('sign in by a message, never by the address', async () => {
    const byAddress = await app.socket(`/ws?token=${alice.token}` as '/ws')
    byAddress.send({ op: 'subscribe', channel: 'user' })
    expect((await byAddress.next('error')).code).toBe('UNAUTHORIZED')

    const stolen = await app.socket('/ws')
    stolen.send({ op: 'auth', token: ensure(alice.token) })
    expect((await stolen.next('error')).code).toBe('UNAUTHORIZED')

    const own = await app.socket('/ws', { client: alice })
    own.send({ op: 'subscribe', channel: 'user' })
    expect(await own.next('subscribed')).toEqual({ type: 'subscribed', channel: 'user' })
  })

  test('[K3] nobody can name another’s stream: it is his own, whatever else he says', async () => {
    const [socketOfAlice, socketOfBob] = [
      await app.socket('/ws', { client: alice }),
      await app.socket('/ws', { client: bob }),
    ]
    socketOfAlice.send({ op: 'subscribe', channel: 'user' })
    socketOfBob.sendText(
      JSON.stringify({
        op: 'subscribe',
        channel: 'user',
        key: await idOf('alice'),
        userId: await idOf('alice'),
      }),
    )
    await socketOfAlice.next('subscribed')
    await socketOfBob.next('subscribed')
    app.bus.publish(`user.${await idOf('alice')}`, notices('for-alice'))
    app.bus.publish(`user.${await idOf('bobby')}`, notices('for-bob'))
    expect(await socketOfAlice.next('notices', ({ items }) => items[0]?.id === 'for-alice')).toBeDefined()
    await socketOfBob.next('notices', ({ items }) => items[0]?.id === 'for-bob')
    expect(JSON.stringify(socketOfBob.messages)).not.toContain('for-alice')
  })

  test('[K4] what is no message of ours is answered with an error, and the socket goes on', async () => {
    const socket = await app.socket('/ws')
    const hostile = [
      '',
      '{',
      'null',
      '[]',
      '{"op":"subscribe"}',
      '{"op":"ping","atMs":"x"}',
      '{"op":"__proto__"}',
      '{"op":"auth","token":"\\u0000aaaaaaaaaa"}',
    ]
    for (const text of hostile) {
      socket.sendText(text)
      expect((await socket.next('error')).code).toMatch(/^(SOCKET_MESSAGE_INVALID|UNAUTHORIZED)$/)
    }
    socket.sendText(Buffer.from([0, 255, 3]))
    await socket.next('error')
    socket.send({ op: 'subscribe', channel: 'contracts' })
    expect((await socket.next('error')).code).toBe('SOCKET_MESSAGE_INVALID')
    socket.send({ op: 'ping', atMs: 1 })
    await socket.next('pong')
    expect(app.logged).toEqual([])
  })

  test('[K2] too large a message closes the socket', async () => {
    const socket = await app.socket('/ws')
    socket.sendText(JSON.stringify({ op: 'ping', atMs: 1, filler: 'x'.repeat(5_000) }))
    expect(await socket.closed).toBe(1009)
  })

  test('the errors are in the language of the upgrade', async () => {
    const socket = await app.socket('/ws', { headers: { 'accept-language': 'en-US' } })
    socket.sendText('x')
    expect((await socket.next('error')).message).toBe('Message error')
  })

  test('signing out ends the sockets of the session, and those alone', async () => {
    const carol = app.client()
    await carol.join('carol')
    const elsewhere = app.client()
    await elsewhere.login('carol')
    const [ended, other] = [
      await app.socket('/ws', { client: carol }),
      await app.socket('/trade', { client: elsewhere }),
    ]
    await carol.ok(logout)
    expect(await ended.next('signed-out')).toBeDefined()
    expect(await ended.closed).toBe(4001)
    other.send({ op: 'ping', atMs: 1 })
    await other.next('pong')
    app.app.hub.endSession({ userId: BigInt(await idOf('carol')) }, 'USER_FROZEN')
    expect((await other.next('signed-out')).code).toBe('USER_FROZEN')
    expect(await other.closed).toBe(4001)
  })
})

test('[K2] a flood of messages, too many sockets of one address, too many subscriptions are refused', async () => {
  const strict = await createTestApp({
    listen: true,
    env: { LIMIT_SOCKET_MESSAGES_PER_MINUTE: '5', LIMIT_SOCKETS_PER_ADDRESS: '2' },
  })
  const [flooding, quiet] = [await strict.socket('/ws'), await strict.socket('/ws')]
  await expect(strict.socket('/ws')).rejects.toThrow('429')
  for (let i = 0; i < 6; i++) flooding.send({ op: 'ping', atMs: i })
  expect((await flooding.next('error')).code).toBe('SOCKET_TOO_MANY_MESSAGES')
  expect(await flooding.closed).toBe(1008)
  quiet.send({ op: 'ping', atMs: 1 })
  await quiet.next('pong')
  const third = await strict.socket('/ws')
  await third.next('hello')
  await strict.close()
})

test('[K2] new sockets do not start a new count: an address has one, and a user one for his own streams', async () => {
  const strict = await createTestApp({ listen: true, env: { LIMIT_SOCKET_MESSAGES_PER_MINUTE: '4' } })
  const dora = strict.client()
  await dora.join('dora')
  const own = [
    await strict.socket('/trade', { client: dora }),
    await strict.socket('/trade', { client: dora }),
  ]
  for (const socket of own) {
    for (let times = 0; times < 3; times += 1) socket.send({ op: 'subscribe', channel: 'contracts' })
  }
  // Four of both together are answered.
  expect((await ensure(own[1]).next('error')).code).toBe('SOCKET_TOO_MANY_MESSAGES')
  let answered = 0
  for (;;) {
    const socket = await strict.socket('/ws')
    socket.send({ op: 'ping', atMs: 1 })
    const answer = await Promise.race([socket.next('pong'), socket.next('error')])
    if (answer.type === 'error') {
      expect(answer.code).toBe('SOCKET_TOO_MANY_MESSAGES')
      expect(await socket.closed).toBe(1008)
      break
    }
    answered += 1
  }
  // Ten times what one socket may, less what was sent above; a few more as the bucket fills.
  expect(answered).toBeGreaterThan(25)
  expect(answered).toBeLessThan(45)
  await strict.close()
})

test('[O4] a stop tells the sockets, lets the running call end, and refuses new ones', async () => {
  const stopping = await createTestApp({ listen: true })
  const sockets = [await stopping.socket('/ws'), await stopping.socket('/trade')]
  const address = `http://127.0.0.1:${stopping.port}`
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  await stopping.app.stop()
  for (const socket of sockets) {
    expect((await socket.next('closing')).reason).toBe('restarting')
    expect(await socket.closed).toBe(1012)
  }
  await expect(fetch(`${address}/healthz`)).rejects.toThrow()
  await stopping.close()
})
