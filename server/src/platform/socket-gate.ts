import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import cookie from '@fastify/cookie'
import { WebSocketServer } from 'ws'
import { type AddressReader, addressKey } from './http-address.ts'
import type { OriginPolicy } from './http-guard.ts'
import { namesTwoHosts, readRequestInfo } from './http-request.ts'
import { watchAnswers } from './pending-answers.ts'
import { SocketConnection, type SocketPath } from './socket-connection.ts'

/** Largest message a client may send. */
const MESSAGE_BYTES_MAX = 4 * 1024

export interface SocketGateOptions {
  server: Server
  addresses: AddressReader
  origins: OriginPolicy
  socketsPerAddress: number
  isClosing(): boolean
  onOpen(connection: SocketConnection): void
}

/** Who may open a socket: right path, own origin, not too many from one address. */
export function createSocketGate(options: SocketGateOptions) {
  const perAddress = new Map<string, number>()
  /** One connection may offer an upgrade with each of its calls. */
  const watched = new WeakSet<Duplex>()
  const answers = watchAnswers(options.server)
  let nextId = 1
  const upgrader = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MESSAGE_BYTES_MAX,
  })
  const count = (address: string, change: number): void => {
    const sockets = (perAddress.get(address) ?? 0) + change
    if (sockets > 0) perAddress.set(address, sockets)
    else perAddress.delete(address)
  }

  const open = (path: SocketPath, request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const id = nextId++
    const info = readRequestInfo(
      { id: `socket-${id}`, headers: request.headers, remoteAddress: request.socket.remoteAddress },
      cookie.parse(request.headers.cookie ?? ''),
      options.addresses,
    )
    const address = addressKey(info.ip)
    if ((perAddress.get(address) ?? 0) >= options.socketsPerAddress) {
      refuse(socket, '429 Too Many Requests', 10)
      return
    }
    upgrader.handleUpgrade(request, socket, head, (opened) => {
      count(address, 1)
      options.onOpen(new SocketConnection(id, path, info, opened, socket as Socket, address))
    })
  }

  const decide = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const path = request.url?.split('?', 1)[0]
    if (namesTwoHosts(request)) refuse(socket, '400 Bad Request')
    else if (request.headers.upgrade?.toLowerCase() !== 'websocket')
      goOn(options.server, request, socket, head)
    else if (path !== '/ws' && path !== '/trade') refuse(socket, '404 Not Found')
    else if (options.isClosing()) refuse(socket, '503 Service Unavailable', 1)
    else if (!options.origins.isAllowed(request.headers.origin)) refuse(socket, '403 Forbidden')
    else open(path, request, socket, head)
  }
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (!watched.has(socket)) {
      watched.add(socket)
      socket.on('error', () => socket.destroy())
    }
    answers.whenAnswered(socket, () => decide(request, socket, head))
  }
  options.server.on('upgrade', upgrade)

  return {
    /** A socket has closed: its address may open another. */
    release: (connection: SocketConnection): void => count(connection.addressKey, -1),
    /** Lets nobody in any more. */
    close(): void {
      options.server.off('upgrade', upgrade)
      answers.stop()
    },
  }
}

/** Only of the way from hop to hop: they end here. */
const HOP_HEADERS = /^(upgrade|connection|http2-settings)$/i

/**
 * Another protocol than ours was offered, as HTTP/2 is by many clients: the call goes on as if it had not been
 * (RFC 9110, 7.8). Node has let go of the connection: the call's head is put back in front of what it has not read.
 * A client may send further calls before it has the answer, each with its offer, and has to get the answers in that order
 * (RFC 9112, 9.3.2): each goes on once those before it are answered. To close the connection after the first answer would be
 * allowed too (9.6), but clients that offer HTTP/2 with every call would have to open a new one each time.
 */
function goOn(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`]
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const name = request.rawHeaders[at] ?? ''
    if (!HOP_HEADERS.test(name)) lines.push(`${name}: ${request.rawHeaders[at + 1]}`)
  }
  if (/\bclose\b/i.test(request.headers.connection ?? '')) lines.push('Connection: close')
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit('connection', socket)
}

function refuse(socket: Duplex, status: string, retryAfterSeconds?: number): void {
  const retry = retryAfterSeconds === undefined ? '' : `Retry-After: ${retryAfterSeconds}\r\n`
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n${retry}\r\n`)
}
