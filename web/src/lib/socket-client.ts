import type { Channel, ClientMessage, ServerMessage } from '@truestrike/protocol/frames.ts'
import { type Connection, RECONNECT_ATTEMPTS_MAX } from './connection-store.ts'
import type { ServerClock } from './server-clock.ts'
import { type MessageFault, readServerMessage } from './socket-guard.ts'

export type SocketFault =
  | MessageFault
  | 'CONNECTION_ERROR'
  | 'CREATE_FAILED'
  | 'CONNECT_FAILED'
  | 'DATA_UNPROCESSED'
  | 'PRICE_UNPROCESSED'
  | 'ATTEMPTS_EXHAUSTED'
  | 'TOKEN_UNREADABLE'

export interface SocketTimes {
  reconnectMs: number
  /** At most this much is added to each wait, so that not all browsers come back at once. */
  jitterMs: number
  /** After the attempts in vain: between the further ones, which go on without end. */
  restMs: number
  /** Between the pings of the first seconds, from which the clock is set. */
  firstPingsMs: number
  pingMs: number
  /** How often the socket is looked after. */
  watchMs: number
  /** Nothing heard for so long: a ping asks whether anybody is there. */
  quietMs: number
  /** Nothing heard for so long after a ping: the peer is taken for dead. */
  answerMs: number
}

const SOCKET_TIMES: SocketTimes = {
  reconnectMs: 5_000,
  jitterMs: 1_000,
  restMs: 60_000,
  firstPingsMs: 700,
  pingMs: 10_000,
  watchMs: 1_000,
  quietMs: 3_000,
  answerMs: 4_000,
}

/** Pings in quick succession after opening. */
const FIRST_PINGS = 5
/** Of a socket's `readyState`. */
const OPEN = 1
const TOKEN_PATTERN = /^[A-Za-z0-9._~+/=-]{10,200}$/

export interface SocketOptions {
  url: () => string
  token: () => string | null
  clock: ServerClock
  nowMs: () => number
  random: () => number
  onMessage: (message: ServerMessage) => void
  onState: (connection: Connection) => void
  onFault: (fault: SocketFault) => void
  times?: SocketTimes
  createSocket?: (url: string) => WebSocket
}

interface Subscription {
  channel: Channel
  symbol: string | undefined
  users: number
  /** Where the reader stands, so that nothing is missed after a reconnect. */
  resume: (() => { afterSeq: number; epoch: number } | null) | undefined
}

/**
 * One socket to the server that keeps itself open: 5 s (and a little) after a closure it tries again, five times,
 * then says that it has stopped, and tries once a minute. The count starts anew on success, by hand, when the network returns, when
 * the tab is shown, and when the user touches the page after it has stopped.
 */
export class SocketClient {
  readonly #options: SocketOptions
  readonly #times: SocketTimes
  readonly #subscriptions = new Map<string, Subscription>()
  #socket: WebSocket | null = null
  #attempt = 0
  #running = false
  /** The attempts were in vain: it tries once a minute, and says nothing of what fails. */
  #resting = false
  #retryTimer: ReturnType<typeof setTimeout> | null = null
  #watchTimer: ReturnType<typeof setTimeout> | null = null
  #pingsSent = 0
  #pingedMs = 0
  #heardMs = 0
  #sentToken: string | null = null

  constructor(options: SocketOptions) {
    this.#options = options
    this.#times = options.times ?? SOCKET_TIMES
  }

  start(): void {
    if (this.#running) return
    this.#running = true
    this.#begin()
  }

  stop(): void {
    this.#running = false
    this.#clearTimers()
    this.#drop()
    this.#tell('idle')
  }

  /** By hand, by the returned network or by the shown tab: counts from the beginning. */
  reconnect(): void {
    if (!this.#running) return
    if (this.#socket?.readyState === OPEN) {
      // The browser may have slept, its clock with it: the next look asks for the time.
      this.#pingedMs = 0
      return
    }
    this.#clearTimers()
    // What is still being opened may be waiting for a network that is gone.
    this.#drop()
    this.#begin()
  }

  /** The user is there: no reason to wait for the next minute. Attempts under way go on as they are. */
  touch(): void {
    if (this.#resting) this.reconnect()
  }

  /** The network is gone, or nobody answers: a peer that is out of reach never sends a close. */
  lose(): void {
    if (!this.#running || this.#socket === null) return
    this.#drop()
    this.#clearTimers()
    this.#retryLater()
  }

  /** The user has signed in or out: the old session must not linger on this socket. */
  restart(): void {
    if (!this.#running || this.#options.token() === this.#sentToken) return
    this.#clearTimers()
    this.#drop()
    this.#begin()
  }

  /** Follows a channel; returns the way to stop. Several followers share one subscription. */
  subscribe(channel: Channel, symbol?: string, resume?: Subscription['resume']): () => void {
    const key = symbol === undefined ? channel : `${channel}:${symbol}`
    const known = this.#subscriptions.get(key)
    if (known !== undefined) known.users += 1
    else {
      const subscription = { channel, symbol, users: 1, resume }
      this.#subscriptions.set(key, subscription)
      this.#sendSubscription(subscription)
    }
    let following = true
    return () => {
      if (!following) return
      following = false
      this.#unfollow(key)
    }
  }

  /** Asks for a channel again, from where its reader stands: it has noticed a gap. */
  resume(channel: Channel, symbol?: string): void {
    const subscription = this.#subscriptions.get(symbol === undefined ? channel : `${channel}:${symbol}`)
    if (subscription !== undefined) this.#sendSubscription(subscription)
  }

  #unfollow(key: string): void {
    const subscription = this.#subscriptions.get(key)
    if (subscription === undefined) return
    subscription.users -= 1
    if (subscription.users > 0) return
    this.#subscriptions.delete(key)
    const { channel, symbol } = subscription
    this.#send({ op: 'unsubscribe', channel, ...(symbol === undefined ? {} : { symbol }) })
  }

  /** Counts from the beginning. */
  #begin(): void {
    this.#attempt = 0
    this.#resting = false
    this.#open()
  }

  #open(): void {
    if (!this.#resting) this.#tell(this.#attempt === 0 ? 'connecting' : 'retrying')
    let socket: WebSocket
    try {
      const create = this.#options.createSocket ?? ((url: string) => new WebSocket(url))
      socket = create(this.#options.url())
    } catch {
      this.#fail('CREATE_FAILED')
      this.#retryLater()
      return
    }
    this.#socket = socket
    let opened = false
    socket.onopen = () => {
      opened = true
      this.#opened(socket)
    }
    socket.onmessage = (event) => this.#received(socket, event.data)
    socket.onerror = () => {
      if (socket === this.#socket) this.#fail(opened ? 'CONNECTION_ERROR' : 'CONNECT_FAILED')
    }
    socket.onclose = () => {
      if (socket !== this.#socket) return
      this.#socket = null
      this.#clearTimers()
      this.#retryLater()
    }
  }

  #fail(fault: SocketFault): void {
    if (!this.#resting) this.#options.onFault(fault)
  }

  #opened(socket: WebSocket): void {
    if (socket !== this.#socket) return
    this.#attempt = 0
    this.#resting = false
    this.#heardMs = this.#options.nowMs()
    this.#options.clock.forget()
    this.#tell('open')
    this.#authenticate()
    for (const subscription of this.#subscriptions.values()) this.#sendSubscription(subscription)
    this.#pingsSent = 0
    this.#watch()
  }

  #authenticate(): void {
    const token = this.#options.token()
    this.#sentToken = token
    if (token === null) return
    if (TOKEN_PATTERN.test(token)) this.#send({ op: 'auth', token })
    else this.#options.onFault('TOKEN_UNREADABLE')
  }

  #received(socket: WebSocket, data: unknown): void {
    if (socket !== this.#socket) return
    const receivedMs = this.#options.nowMs()
    this.#heardMs = receivedMs
    const message = readServerMessage(data)
    if (typeof message === 'string') {
      this.#options.onFault(message)
      return
    }
    if (message.type === 'hello') this.#options.clock.greet(message.serverTimeMs, message.clockSpeed)
    if (message.type === 'pong') this.#options.clock.sample(message.atMs, receivedMs, message.serverTimeMs)
    try {
      this.#options.onMessage(message)
    } catch {
      this.#options.onFault(message.type === 'ticks' ? 'PRICE_UNPROCESSED' : 'DATA_UNPROCESSED')
    }
  }

  #watch(): void {
    const nowMs = this.#options.nowMs()
    const { firstPingsMs, pingMs, watchMs, quietMs, answerMs } = this.#times
    // Silence alone proves nothing: a socket may have nothing to tell, and a hidden tab looks only now and then.
    const unanswered = this.#pingsSent > 0 && this.#pingedMs > this.#heardMs
    if (unanswered && nowMs - this.#pingedMs >= answerMs) {
      this.lose()
      return
    }
    const first = this.#pingsSent < FIRST_PINGS
    const quiet = !unanswered && nowMs - this.#heardMs >= quietMs
    if (first || quiet || nowMs - this.#pingedMs >= pingMs) {
      this.#send({ op: 'ping', atMs: nowMs })
      this.#pingedMs = nowMs
      this.#pingsSent += 1
    }
    this.#watchTimer = setTimeout(() => this.#watch(), first ? firstPingsMs : watchMs)
  }

  #retryLater(): void {
    if (!this.#running) return
    if (this.#attempt >= RECONNECT_ATTEMPTS_MAX) {
      this.#rest()
      return
    }
    this.#attempt += 1
    this.#tell('retrying')
    this.#openAfter(this.#times.reconnectMs)
  }

  #openAfter(ms: number): void {
    const waitMs = ms + this.#options.random() * this.#times.jitterMs
    this.#retryTimer = setTimeout(() => this.#open(), waitMs)
  }

  #rest(): void {
    if (!this.#resting) {
      this.#resting = true
      this.#tell('stopped')
      this.#options.onFault('ATTEMPTS_EXHAUSTED')
    }
    this.#openAfter(this.#times.restMs)
  }

  #sendSubscription({ channel, symbol, resume }: Subscription): void {
    const from = resume?.() ?? null
    this.#send({
      op: 'subscribe',
      channel,
      ...(symbol === undefined ? {} : { symbol }),
      ...(from === null ? {} : from),
    })
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(message))
  }

  #drop(): void {
    const socket = this.#socket
    this.#socket = null
    socket?.close()
  }

  #clearTimers(): void {
    if (this.#retryTimer !== null) clearTimeout(this.#retryTimer)
    if (this.#watchTimer !== null) clearTimeout(this.#watchTimer)
    this.#retryTimer = null
    this.#watchTimer = null
  }

  #tell(phase: Connection['phase']): void {
    const attempt = phase === 'retrying' ? this.#attempt : 0
    this.#options.onState({ phase, attempt, attemptsMax: RECONNECT_ATTEMPTS_MAX })
  }
}
