import { ClientMessage } from '@truestrike/protocol/frames.ts'
import { messageFor } from '@truestrike/protocol/messages/locales.ts'
import { Compile } from 'typebox/compile'
import { AppError } from './app-error.ts'
import type { Clock } from './clock.ts'
import { refusalOf } from './http-errors.ts'
import type { Authenticators } from './http-identity.ts'
import { ADDRESS_FACTOR, createRateLimiter, type RateLimiter } from './http-rate-limit.ts'
import type { Log } from './log.ts'
import type { LoopTurns } from './loop-turns.ts'
import type { SocketConnection } from './socket-connection.ts'
import type { ChannelDefinition } from './socket-hub.ts'
import type { SocketTopics } from './socket-topics.ts'
import type { SocketUsers } from './socket-users.ts'

export interface SocketLimits {
  /** Messages one socket may send in a minute, and subscriptions to own streams one user; ten times as many an address. */
  messagesPerMinute: number
  subscriptionsPerSocket: number
  socketsPerAddress: number
}

export interface SocketMessagesOptions {
  clock: Clock
  log: Log
  limits: SocketLimits
  authenticators: Authenticators
  topics: SocketTopics
  turns: LoopTurns
  users: SocketUsers
}

const WINDOW_MS = 60_000
/** Messages that may wait while one of the same socket is being carried out. */
const WAITING_MAX = 32
/** Close codes (RFC 6455, 7.4): policy violation. */
const POLICY_VIOLATION = 1008
/** A client that was cut off has this long to read why. */
const CUT_OFF_AFTER_MS = 1_000

const validator = Compile(ClientMessage)

/** Reads, checks and carries out what clients say, one message of a socket after the other. */
export function createSocketMessages(options: SocketMessagesOptions) {
  const limiter = createRateLimiter()
  const fail = (connection: SocketConnection, thrown: unknown): void => {
    const { error, unexpected } = refusalOf(thrown)
    if (unexpected)
      options.log.error({ err: thrown, requestId: connection.info.requestId }, 'a socket message failed')
    connection.acknowledgement = null
    connection.send({ type: 'error', code: error.code, message: messageFor(connection.locale, error.code) })
  }

  const carryOut = async (connection: SocketConnection, message: ClientMessage): Promise<void> => {
    switch (message.op) {
      case 'ping':
        return
      case 'auth':
        return await signIn(connection, message.token, options)
      case 'subscribe':
        return await subscribe(connection, message, options, limiter)
      case 'unsubscribe':
        unsubscribe(connection, message, options)
    }
  }

  const work = async (connection: SocketConnection, first: ClientMessage): Promise<void> => {
    let next: ClientMessage | undefined = first
    while (next !== undefined && connection.isOpen) {
      try {
        await carryOut(connection, next)
      } catch (error) {
        fail(connection, error)
      }
      await connection.whenRead()
      next = connection.waiting?.shift() as ClientMessage | undefined
    }
    connection.waiting = null
  }

  /** Counts what came in; false when it is too much: then the client is told once, and heard no more. */
  const take = (connection: SocketConnection): boolean => {
    if (connection.isCutOff) return false
    const { messagesPerMinute } = options.limits
    // A new socket starts a new count of its own, but not of its address.
    const taken =
      countMessage(connection) <= messagesPerMinute &&
      limiter.take(connection.addressKey, messagesPerMinute * ADDRESS_FACTOR) === 0
    if (taken) return true
    connection.isCutOff = true
    fail(connection, new AppError('SOCKET_TOO_MANY_MESSAGES'))
    cutOff(connection)
    return false
  }

  const onMessage = (connection: SocketConnection, data: Buffer, isBinary: boolean): void => {
    connection.isAlive = true
    if (!take(connection)) return
    const message = isBinary ? null : parseMessage(data)
    if (message === null) {
      fail(connection, new AppError('SOCKET_MESSAGE_INVALID'))
    } else if (message.op === 'ping') {
      connection.reply({ type: 'pong', atMs: message.atMs, serverTimeMs: options.clock.nowMs() })
    } else if (connection.waiting === null) {
      connection.waiting = []
      void work(connection, message)
    } else if (connection.waiting.length < WAITING_MAX) {
      connection.waiting.push(message)
    } else {
      fail(connection, new AppError('SOCKET_TOO_MANY_MESSAGES'))
    }
  }
  return {
    onMessage,
    /** A ping or a pong of the protocol itself: it says nothing, and counts with the messages. */
    onControlFrame: (connection: SocketConnection): void => {
      connection.isAlive = true
      take(connection)
    },
  }
}

/** Messages of this window, with this one. */
function countMessage(connection: SocketConnection): number {
  const nowMs = performance.now()
  if (nowMs - connection.windowStartMs > WINDOW_MS) {
    connection.windowStartMs = nowMs
    connection.messagesInWindow = 0
  }
  connection.messagesInWindow++
  return connection.messagesInWindow
}

/** Nothing more is read of it: the answer to the closing would be looked for behind all that it has sent. */
function cutOff({ socket }: SocketConnection): void {
  socket.close(POLICY_VIOLATION, 'too many messages')
  socket.pause()
  setTimeout(() => socket.terminate(), CUT_OFF_AFTER_MS).unref()
}

function parseMessage(data: Buffer): ClientMessage | null {
  try {
    const value: unknown = JSON.parse(data.toString())
    return validator.Check(value) ? value : null
  } catch {
    return null
  }
}

async function signIn(
  connection: SocketConnection,
  token: string,
  options: SocketMessagesOptions,
): Promise<void> {
  const authenticator = options.authenticators.user
  if (authenticator === null) throw new AppError('UNAUTHORIZED')
  const user = await authenticator.authenticate(token, connection.info)
  if (!connection.isOpen) return
  if (connection.user !== null) signOut(connection, options)
  connection.user = user
  options.users.add(user, connection)
  connection.send({ type: 'authenticated', uid: user.uid })
}

function signOut(connection: SocketConnection, options: SocketMessagesOptions): void {
  for (const topic of [...connection.topics]) {
    if (topic.definition.audience === 'user') options.topics.leave(topic, connection)
  }
  options.users.remove(connection)
  connection.user = null
}

type Subscribe = Extract<ClientMessage, { op: 'subscribe' }>

async function subscribe(
  connection: SocketConnection,
  message: Subscribe,
  options: SocketMessagesOptions,
  limiter: RateLimiter,
): Promise<void> {
  const { topics, turns } = options
  const definition = topics.definition(message.channel)
  if (definition === undefined || definition.path !== connection.path)
    throw new AppError('SOCKET_MESSAGE_INVALID')
  const key = keyOf(definition, connection, message.symbol)
  // Own streams begin with what the database holds.
  if (definition.audience === 'user' && limiter.take(`user ${key}`, options.limits.messagesPerMinute) > 0)
    throw new AppError('SOCKET_TOO_MANY_MESSAGES')
  // Before it joins: from there to the end of a snapshot made at once, no frame has to wait.
  if (!(await turns.next(connection.addressKey, () => connection.isOpen))) return
  const present = topics.find(message.channel, key)
  const isFollowing = present !== undefined && connection.isFollowing(present)
  if (present !== undefined && connection.topics.has(present)) topics.leave(present, connection)
  if (connection.topics.size >= options.limits.subscriptionsPerSocket)
    throw new AppError('SOCKET_SUBSCRIPTION_LIMIT')
  const topic = topics.join(definition, key, connection)
  const acknowledgement = {
    type: 'subscribed',
    channel: message.channel,
    ...(definition.keyedBy === 'symbol' ? { symbol: key } : {}),
  } as const
  connection.acknowledgement = acknowledgement
  connection.beginJoin(topic)
  try {
    const resume = { afterSeq: message.afterSeq ?? null, epoch: message.epoch ?? null, isFollowing }
    await definition.onSubscribe(connection, key, resume)
    connection.flushAcknowledgement()
  } catch (error) {
    topics.leave(topic, connection)
    throw error
  } finally {
    connection.endJoin(topic)
    if (!connection.isOpen) topics.leaveAll(connection)
  }
}

function unsubscribe(
  connection: SocketConnection,
  message: Extract<ClientMessage, { op: 'unsubscribe' }>,
  options: SocketMessagesOptions,
): void {
  const definition = options.topics.definition(message.channel)
  if (definition === undefined) throw new AppError('SOCKET_MESSAGE_INVALID')
  const topic = options.topics.find(message.channel, keyOf(definition, connection, message.symbol))
  if (topic !== undefined) options.topics.leave(topic, connection)
}

/** Whose stream it is is never the client's to say: a user's key is his own id. */
function keyOf(
  definition: ChannelDefinition,
  connection: SocketConnection,
  symbol: string | undefined,
): string {
  if (definition.audience === 'user' && connection.user === null) throw new AppError('UNAUTHORIZED')
  if (definition.keyedBy === 'all') return ''
  if (definition.keyedBy === 'user') return String(connection.user?.userId)
  if (symbol === undefined) throw new AppError('SOCKET_MESSAGE_INVALID')
  return symbol
}
