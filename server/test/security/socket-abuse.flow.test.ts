import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { ensure } from '@truestrike/core/assert.ts'
import type { ServerMessage } from '@truestrike/protocol/frames.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../test-app.ts'
import type { TestClient } from '../test-client.ts'
import { sendRaw, statusOf } from './raw-http.ts'

let app: TestApp
let anna: TestClient
let berta: TestClient

beforeAll(async () => {
  app = await createTestApp({ listen: true })
  anna = app.client()
  await anna.join('anna')
  berta = app.client()
  await berta.join('berta')
})
afterAll(() => app.close())

/** One frame (RFC 6455, 5.2). `opening` is its first byte: FIN, reserved bits, opcode. */
function frame(
  opening: number,
  payload: Buffer | string,
  how: { masked?: boolean; claims?: bigint } = {},
): Buffer {
  const bytes = Buffer.from(payload)
  const { masked = true, claims } = how
  const mask = masked ? 0x80 : 0
  const length = Buffer.alloc(claims === undefined && bytes.length < 126 ? 1 : claims === undefined ? 3 : 9)
  if (length.length === 1) length[0] = mask | bytes.length
  else if (length.length === 3) {
    length[0] = mask | 126
    length.writeUInt16BE(bytes.length, 1)
  } else {
    length[0] = mask | 127
    length.writeBigUInt64BE(ensure(claims), 1)
  }
  const key = randomBytes(4)
  const sent = masked ? bytes.map((byte, at) => byte ^ ensure(key[at % 4])) : bytes
  return Buffer.concat([Buffer.from([opening]), length, masked ? key : Buffer.alloc(0), sent])
}

const PING = '{"op":"ping","atMs":1}'
const [TEXT, CONTINUATION, CLOSE, PROTOCOL_PING] = [0x81, 0x80, 0x88, 0x89]

/** What no client of the standard sends, and the close code it is answered with. */
const BROKEN: Record<string, [code: number, bytes: Buffer]> = {
  'an unmasked frame': [1002, frame(TEXT, PING, { masked: false })],
  'a reserved bit': [1002, frame(TEXT | 0x40, PING)],
  'all reserved bits': [1002, frame(TEXT | 0x70, PING)],
  'a reserved opcode': [1002, frame(0x83, PING)],
  'a reserved control opcode': [1002, frame(0x8b, '')],
  'a control frame in parts': [1002, frame(0x09, 'x')],
  'a long control frame': [1002, frame(PROTOCOL_PING, 'x'.repeat(126))],
  'a part of nothing': [1002, frame(CONTINUATION, PING)],
  'a message inside of another': [1002, Buffer.concat([frame(0x01, '{"op":'), frame(TEXT, PING)])],
  'text that is no UTF-8': [1007, frame(TEXT, Buffer.from([0xc0, 0xaf, 0xff]))],
  'half a surrogate pair': [1007, frame(TEXT, Buffer.from([0xed, 0xa0, 0x80]))],
  'a length of half the memory there is': [1009, frame(TEXT, '', { claims: 0x7fff_ffffn })],
  'a length beyond all numbers': [1009, frame(TEXT, '', { claims: 0xffff_ffff_ffff_ffffn })],
  'too much in parts': [
    1009,
    Buffer.concat([frame(0x01, 'x'.repeat(4_000)), frame(0x00, 'x'.repeat(4_000)), frame(CONTINUATION, '')]),
  ],
  'a close code nobody may send': [1002, frame(CLOSE, Buffer.from([0x03, 0xe7]))],
  'half a close code': [1002, frame(CLOSE, Buffer.from([3]))],
  'another protocol': [1002, Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n')],
}

/** Opens a socket by hand, sends bytes, and reads all until the server closes. */
function sendFrames(bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(app.port, '127.0.0.1')
    const received: Buffer[] = []
    socket.setTimeout(5_000, () => reject(new Error('the server did not close')))
    socket.on('data', (chunk) => received.push(chunk))
    socket.on('error', () => {})
    socket.on('close', () => resolve(Buffer.concat(received)))
    socket.write(handshake())
    socket.write(bytes)
  })
}

function handshake(changes: Record<string, string | null> = {}, request = 'GET /ws HTTP/1.1'): string {
  const headers: Record<string, string | null> = {
    host: `127.0.0.1:${app.port}`,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
    ...changes,
  }
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${value}`],
  )
  return `${[request, ...lines].join('\r\n')}\r\n\r\n`
}

/** The close code in what a server sent after the handshake, by its last frame. */
function closeCodeOf(received: Buffer): number {
  const at = received.lastIndexOf(CLOSE)
  return at === -1 ? 0 : received.readUInt16BE(at + 2)
}

async function expectWell(): Promise<void> {
  const socket = await app.socket('/ws')
  socket.send({ op: 'ping', atMs: 7 })
  expect((await socket.next('pong')).atMs).toBe(7)
  socket.terminate()
  await expect.poll(() => app.app.hub.socketCount('/ws') + app.app.hub.socketCount('/trade')).toBe(0)
  expect(app.logged).toEqual([])
}

describe('[K2] [K4] bytes', () => {
  test.each(Object.entries(BROKEN))(
    '%s closes this socket, and harms no other',
    async (_what, [code, bytes]) => {
      expect(closeCodeOf(await sendFrames(bytes))).toBe(code)
    },
  )

  test('a handshake that is none is refused, and opens nothing', async () => {
    const close = { connection: 'Upgrade, close' }
    const refused = [
      handshake({ 'sec-websocket-key': null }),
      handshake({ 'sec-websocket-key': 'short' }),
      handshake({ 'sec-websocket-version': '7' }),
      handshake({}, 'POST /ws HTTP/1.1'),
      handshake({}, 'GET /ws/../ws HTTP/1.1'),
      handshake({}, 'GET //ws HTTP/1.1'),
      handshake({}, 'GET /WS HTTP/1.1'),
      handshake({}, 'GET /ws%00 HTTP/1.1'),
      handshake({ ...close, upgrade: 'h2c' }, 'GET /ws HTTP/1.1'),
    ]
    for (const text of refused) {
      const status = statusOf(await sendRaw(app.port, text))
      expect([text.split('\r\n')[0], status >= 400 && status < 500]).toEqual([text.split('\r\n')[0], true])
    }
    await expectWell()
  })

  test('a page of another site opens none, however it names itself', async () => {
    const origins = [
      'https://evil.example',
      'null',
      '',
      'file://',
      `http://127.0.0.1:${app.port}.evil.example`,
      `http://127.0.0.1.evil.example:${app.port}`,
      `http://evil.example#http://127.0.0.1:${app.port}`,
      `https://127.0.0.1:${app.port}`,
      `http://127.0.0.1:${app.port}/`,
      `http://127.0.0.1:${app.port}, https://evil.example`,
      `http://user@127.0.0.1:${app.port}`,
    ]
    for (const origin of origins) {
      const answer = await sendRaw(app.port, handshake({ origin, host: 'evil.example' }))
      expect([origin, statusOf(answer)]).toEqual([origin, 403])
    }
    await expectWell()
  })
})

const idOf = async (username: string): Promise<string> => {
  const [row] = await app.db.query<{ id: bigint }>('select id from users where username = $1', [username])
  return String(ensure(row).id)
}
const notice = (id: string): ServerMessage => ({
  type: 'notices',
  items: [{ id, kind: 'test', type: 'system', priority: 'low', timeMs: 1, read: false, data: {} }],
})

describe('[K3] [S1] the order of messages', () => {
  test('own streams are nobody’s before signing in, and on their own path alone', async () => {
    const guest = { ws: await app.socket('/ws'), trade: await app.socket('/trade') }
    for (const [path, channel] of [
      ['ws', 'user'],
      ['trade', 'contracts'],
    ] as const) {
      for (const op of ['unsubscribe', 'subscribe'] as const) {
        guest[path].send({ op, channel })
        expect((await guest[path].next('error')).code).toBe('UNAUTHORIZED')
      }
    }
    const signed = await app.socket('/ws', { client: anna })
    for (const channel of ['contracts', 'ticks'] as const) {
      signed.send({ op: 'subscribe', channel, symbol: 'BTCUSDT' })
      expect((await signed.next('error')).code).toBe('SOCKET_MESSAGE_INVALID')
    }
    for (const socket of [guest.ws, guest.trade, signed]) socket.terminate()
  })

  test('messages sent before the answer to the sign-in are carried out after it; a wrong one signs nobody in', async () => {
    const withCookies = anna.token
    anna.token = null
    const socket = await app.socket('/ws', { client: anna })
    anna.token = withCookies
    socket.send({ op: 'subscribe', channel: 'user' })
    socket.send({ op: 'auth', token: 'A'.repeat(43) })
    socket.send({ op: 'subscribe', channel: 'user' })
    socket.send({ op: 'auth', token: ensure(anna.token) })
    socket.send({ op: 'subscribe', channel: 'user' })
    await socket.next('subscribed')
    expect(socket.messages.map((message) => ('code' in message ? message.code : message.type))).toEqual(
      expect.arrayContaining(['UNAUTHORIZED', 'UNAUTHORIZED', 'UNAUTHORIZED', 'authenticated', 'subscribed']),
    )
    // A wrong token later takes nothing away, and gives nothing.
    socket.send({ op: 'auth', token: 'B'.repeat(43) })
    expect((await socket.next('error', ({ code }) => code === 'UNAUTHORIZED')).code).toBe('UNAUTHORIZED')
    socket.terminate()
  })

  test('another user’s token on a socket that is signed in changes nothing', async () => {
    const browser = app.client()
    await browser.login('anna')
    const first = await app.socket('/ws', { client: browser })
    first.send({ op: 'subscribe', channel: 'user' })
    await first.next('subscribed')
    first.send({ op: 'auth', token: ensure(berta.token) })
    expect((await first.next('error')).code).toBe('UNAUTHORIZED')
    app.bus.publish(`user.${await idOf('berta')}`, notice('for-berta'))
    app.bus.publish(`user.${await idOf('anna')}`, notice('for-anna'))
    await first.next('notices', ({ items }) => items[0]?.id === 'for-anna')
    expect(JSON.stringify(first.messages)).not.toContain('for-berta')
    first.terminate()
  })

  test('signed in from an address, as another user of it: the first one’s stream ends', async () => {
    const bound = async (username: string): Promise<string> => {
      const body = { username, password: 'correct horse battery', bind: 'address' }
      const answer = await app.client().raw('POST', '/api/login/login', JSON.stringify(body), {
        'content-type': 'application/json',
      })
      return answer.json().data.token
    }
    const socket = await app.socket('/ws')
    for (const username of ['anna', 'berta']) {
      socket.send({ op: 'auth', token: await bound(username) })
      await socket.next('authenticated')
      if (username === 'anna') socket.send({ op: 'subscribe', channel: 'user' })
      if (username === 'anna') await socket.next('subscribed')
    }
    app.bus.publish(`user.${await idOf('anna')}`, notice('for-anna-alone'))
    socket.send({ op: 'subscribe', channel: 'user' })
    await socket.next('subscribed')
    app.bus.publish(`user.${await idOf('berta')}`, notice('for-berta-now'))
    await socket.next('notices', ({ items }) => items[0]?.id === 'for-berta-now')
    expect(JSON.stringify(socket.messages)).not.toContain('for-anna-alone')
    socket.terminate()
  })
})

test('[K2] thousands of subscriptions leave as many streams as one socket may have, and none of unknown products', async () => {
  const socket = await app.socket('/trade')
  for (let n = 0; n < 3_000; n += 1) {
    socket.send({ op: 'subscribe', channel: 'ticks', symbol: n % 2 === 0 ? `NONE${n}` : 'BTCUSDT' })
  }
  socket.send({ op: 'ping', atMs: 3_000 })
  await socket.next('pong', ({ atMs }) => atMs === 3_000)
  // A ping is answered ahead of the subscriptions that wait for their turn.
  await socket.next('subscribed')
  const codes = new Set(
    socket.messages.flatMap((message) => (message.type === 'error' ? [message.code] : [])),
  )
  for (const code of codes) expect(code).toMatch(/^(PRODUCT_NOT_FOUND|SOCKET_TOO_MANY_MESSAGES)$/)
  expect(codes.size).toBeGreaterThan(0)
  for (let n = 0; n < 3_000; n += 2) expect(app.app.hub.hasSubscribers('ticks', `NONE${n}`)).toBe(false)
  expect(app.app.hub.hasSubscribers('ticks', 'BTCUSDT')).toBe(true)
  socket.terminate()
  await expect.poll(() => app.app.hub.hasSubscribers('ticks', 'BTCUSDT')).toBe(false)
  await expectWell()
})
