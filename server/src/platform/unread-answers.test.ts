import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { limitUnread } from './unread-answers.ts'

/** More than a connection within the machine takes without being read. */
const ANSWER = 'x'.repeat(24 * 1024 * 1024)
const app = fastify()
limitUnread(app, { perAddress: 2.5 * ANSWER.length, total: 4.5 * ANSWER.length }, ({ headers }) =>
  String(headers['x-owner']),
)
app.get('/', () => ANSWER)
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** Asks without reading; resolves once the answer has begun. */
async function ask(port: number, owner: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.write(`GET / HTTP/1.1\r\nhost: a\r\nx-owner: ${owner}\r\nconnection: close\r\n\r\n`)
  await once(socket, 'readable')
  return socket
}

/** Reads the rest; the number of bytes that came. */
async function readAll(socket: Socket): Promise<number> {
  let bytes = 0
  socket.on('data', (chunk) => {
    bytes += chunk.length
  })
  socket.on('error', () => undefined)
  if (!socket.closed) await once(socket, 'close')
  return bytes
}

test('[K4] [S-9] answers that nobody reads are bounded by address and in all: the oldest of who holds most is cut off', async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const first = await ask(port, 'a')
  const others = [await ask(port, 'b'), await ask(port, 'a')]
  // The third of one address is too much, and so is the fifth of all.
  others.push(await ask(port, 'a'))
  const second = others.splice(1, 1)
  others.push(await ask(port, 'c'), await ask(port, 'd'))
  expect(await readAll(first)).toBeLessThan(ANSWER.length)
  expect(await Promise.all(second.map(readAll))).not.toContainEqual(expect.toSatisfy(isWhole))
  expect(await Promise.all(others.map(readAll))).toEqual(others.map(() => expect.toSatisfy(isWhole)))
  await app.close()
})

const isWhole = (bytes: number): boolean => bytes > ANSWER.length
