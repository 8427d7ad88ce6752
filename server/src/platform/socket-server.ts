import { isErrorCode } from '@truestrike/protocol/errors.ts'
import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'
import type { Authenticators } from './http-identity.ts'
import type { Http } from './http-server.ts'
import type { Log } from './log.ts'
import { startSocketCatchUp } from './socket-catch-up.ts'
import type { SocketConnection, SocketPath } from './socket-connection.ts'
import { createSocketGate } from './socket-gate.ts'
import type { SocketHub } from './socket-hub.ts'
import { startKeepAlive } from './socket-keep-alive.ts'
import { noteListeners } from './socket-listeners.ts'
import { createSocketMessages, type SocketLimits } from './socket-messages.ts'
import { createSocketTopics } from './socket-topics.ts'
import { forwardUserEvent } from './socket-user-events.ts'
import { createSocketUsers } from './socket-users.ts'

/** Clients are given this long to answer the closing handshake. */
const CLOSE_TIMEOUT_MS = 1_000
const SERVICE_RESTART = 1012
/** Own close code: the session behind the socket has ended. */
const SESSION_ENDED = 4001
const SESSIONS_SUBJECT = 'sessions.ended'

export interface SocketServerOptions {
  http: Pick<Http, 'server' | 'addresses' | 'origins' | 'turns'>
  bus: Bus
  clock: Clock
  log: Log
  authenticators: Authenticators
  limits: SocketLimits
  onSkipped?: (count: number) => void
  /** Real time between two pings of one socket; a socket silent in between is dead. */
  pingEveryMs?: number
}

export interface SocketServer extends SocketHub {
  socketCount(path: SocketPath): number
}

export function createSocketServer(options: SocketServerOptions): SocketServer {
  const { bus, clock, log, http } = options
  const { turns } = http
  const connections = new Set<SocketConnection>()
  const topics = createSocketTopics({ log, turns, onSkipped: options.onSkipped ?? (() => {}) })
  const users = createSocketUsers(bus, (userId, payload) => forwardUserEvent(topics, userId, payload))
  const { onMessage, onControlFrame } = createSocketMessages({ ...options, topics, turns, users })
  let isClosing = false

  const welcome = (connection: SocketConnection): void => {
    connections.add(connection)
    const { socket } = connection
    socket.on('message', (data, isBinary) => onMessage(connection, data as Buffer, isBinary))
    socket.on('ping', () => onControlFrame(connection))
    socket.on('pong', () => onControlFrame(connection))
    // A protocol error of the peer: the library closes the socket with the fitting code.
    socket.on('error', () => {})
    socket.on('close', () => {
      connections.delete(connection)
      topics.leaveAll(connection)
      users.remove(connection)
      gate.release(connection)
    })
    connection.reply({ type: 'hello', serverTimeMs: clock.nowMs(), clockSpeed: clock.speed })
  }

  const gate = createSocketGate({
    ...http,
    socketsPerAddress: options.limits.socketsPerAddress,
    isClosing: () => isClosing,
    onOpen: welcome,
  })

  const stopKeepAlive = startKeepAlive(connections, options.pingEveryMs)
  const stopSessions = bus.subscribe(SESSIONS_SUBJECT, (payload) => endSockets(users, payload))
  const endSession = (sessionId: string): void => endSockets(users, { sessionId })
  const stopCatchUp = startSocketCatchUp({ ...options, users, connections, endSession })
  const stopNoting = noteListeners({ ...options, users, endSession })

  return {
    define: topics.define,
    broadcast: topics.broadcast,
    hasSubscribers: (channel, key) => topics.find(channel, key) !== undefined,
    endSession: ({ sessionId, userId }, code) =>
      bus.publish(SESSIONS_SUBJECT, { sessionId: sessionId?.toString(), userId: userId?.toString(), code }),
    socketCount: (path) =>
      [...connections].reduce((count, connection) => count + (connection.path === path ? 1 : 0), 0),
    close: async (reason) => {
      isClosing = true
      stopKeepAlive()
      stopSessions()
      stopCatchUp()
      stopNoting()
      for (const connection of connections) {
        connection.reply({ type: 'closing', reason })
        connection.socket.close(SERVICE_RESTART, reason)
      }
      await allClosed(connections)
      topics.close()
      gate.close()
    },
  }
}

function endSockets(users: ReturnType<typeof createSocketUsers>, payload: unknown): void {
  const { sessionId, userId, code } = (payload ?? {}) as Record<string, unknown>
  const ended = typeof sessionId === 'string' ? users.ofSession(sessionId) : users.ofUser(String(userId))
  for (const connection of [...ended]) {
    connection.reply({ type: 'signed-out', code: isErrorCode(code) ? code : 'SESSION_EXPIRED' })
    connection.socket.close(SESSION_ENDED, 'session ended')
  }
}

async function allClosed(connections: Set<SocketConnection>): Promise<void> {
  const deadline = performance.now() + CLOSE_TIMEOUT_MS
  while (connections.size > 0 && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  for (const connection of connections) connection.socket.terminate()
}
