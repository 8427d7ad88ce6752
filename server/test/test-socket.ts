import type { ClientMessage, ServerMessage } from '@truestrike/protocol/frames.ts'
import { WebSocket } from 'ws'
import type { TestClient } from './test-client.ts'

export interface SocketOptions {
  /** Sends this client's cookies along and signs in with its token. */
  client?: TestClient
  headers?: Record<string, string>
  origin?: string
}

type MessageOf<T> = Extract<ServerMessage, { type: T }>

export interface TestSocket {
  readonly socket: WebSocket
  /** Everything received so far. */
  readonly messages: ServerMessage[]
  send(message: ClientMessage): void
  sendText(text: string | Buffer): void
  /** The next message of a type (that fits), among those not yet taken; fails after 5 s. */
  next<T extends ServerMessage['type']>(
    type: T,
    fits?: (message: MessageOf<T>) => boolean,
  ): Promise<MessageOf<T>>
  /** Close code. */
  readonly closed: Promise<number>
  terminate(): void
}

const WAIT_MS = 5_000

interface Waiter {
  fits(message: ServerMessage): boolean
  resolve(message: ServerMessage): void
}

/** Rejects with the HTTP status when the upgrade is refused. */
export async function openTestSocket(
  port: number,
  path: string,
  options: SocketOptions = {},
): Promise<TestSocket> {
  const cookies = [...(options.client?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, {
    headers: { ...(cookies === '' ? {} : { cookie: cookies }), ...options.headers },
    perMessageDeflate: false,
    ...(options.origin === undefined ? {} : { origin: options.origin }),
  })
  const messages: ServerMessage[] = []
  const untaken: ServerMessage[] = []
  const waiters: Waiter[] = []
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as ServerMessage
    messages.push(message)
    const index = waiters.findIndex((waiter) => waiter.fits(message))
    if (index === -1) untaken.push(message)
    else waiters.splice(index, 1)[0]?.resolve(message)
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await opened(socket)

  const test: TestSocket = {
    socket,
    messages,
    closed,
    send: (message) => socket.send(JSON.stringify(message)),
    sendText: (text) => socket.send(text),
    terminate: () => socket.terminate(),
    next<T extends ServerMessage['type']>(type: T, fits: (message: MessageOf<T>) => boolean = () => true) {
      const accepts = (message: ServerMessage): boolean =>
        message.type === type && fits(message as MessageOf<T>)
      const index = untaken.findIndex(accepts)
      const taken = index === -1 ? undefined : untaken.splice(index, 1)[0]
      if (taken !== undefined) return Promise.resolve(taken as MessageOf<T>)
      return waitFor<MessageOf<T>>(
        waiters,
        accepts,
        () => `no ${type} came; received ${JSON.stringify(messages.slice(-5))}`,
      )
    },
  }
  if (options.client?.token) {
    test.send({ op: 'auth', token: options.client.token })
    await test.next('authenticated')
  }
  return test
}

function opened(socket: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve())
    socket.on('unexpected-response', (_request, response) => {
      response.resume()
      reject(new Error(`refused with ${response.statusCode}`))
    })
    socket.on('error', reject)
  })
}

function waitFor<T>(
  waiters: Waiter[],
  fits: (message: ServerMessage) => boolean,
  describe: () => string,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(describe())), WAIT_MS)
    waiters.push({
      fits,
      resolve: (message) => {
        clearTimeout(timer)
        resolve(message as T)
      },
    })
  })
}
