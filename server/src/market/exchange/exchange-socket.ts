import { waitAskedFor } from './exchange-rest.ts'
import type { FrameSocket, FrameSockets } from './frame-socket.ts'

/** No message for this long: nothing comes from there, whatever the socket and its pongs say. */
const FRAME_SILENCE_MS = 10_000
/** Own pings: far below the five messages a second that Binance takes. */
const PING_EVERY_MS = 10_000
const PONG_WITHIN_MS = 10_000
const OPEN_WITHIN_MS = 10_000

export interface ExchangeSocketOptions {
  url: string
  sockets: FrameSockets
  nowMs: () => number
  /** Service time at which a frame was received, from its stamp. */
  timeOf: (receivedNs: bigint) => number
  /** Sent once it is open. */
  greetings: readonly string[]
  /** False: it is no sign that what the connection is for comes. */
  onText: (text: string, receivedMs: number, socket: ExchangeSocket) => boolean
  /** Once, whoever ended it; with how long the peer asks to be left alone, in ms. */
  onEnd: (socket: ExchangeSocket, reason: string, waitMs: number) => void
}

/** One connection to an exchange. `check` is called about once a second and ends it when the peer is silent. */
export class ExchangeSocket {
  readonly openedMs: number
  /** It has given prices: what counts as having connected. */
  hasData = false
  private readonly options: ExchangeSocketOptions
  private readonly socket: FrameSocket
  private heardMs: number
  private isOpen = false
  private isEnded = false
  private pingedMs: number
  private awaitsPong = false

  constructor(options: ExchangeSocketOptions) {
    this.options = options
    this.openedMs = options.nowMs()
    this.heardMs = this.openedMs
    this.pingedMs = this.openedMs
    this.socket = options.sockets.open(options.url, {
      onOpen: () => {
        this.isOpen = true
        this.heardMs = options.nowMs()
        for (const greeting of options.greetings) this.socket.send(greeting)
      },
      onFrame: (text, receivedNs) => {
        if (this.isEnded) return
        const receivedMs = options.timeOf(receivedNs)
        if (options.onText(text, receivedMs, this)) this.heardMs = receivedMs
      },
      onPong: () => {
        this.awaitsPong = false
      },
      onRefused: (status, retryAfter) => this.end(`refused with ${status}`, waitAskedFor(status, retryAfter)),
      onEnd: (reason) => this.end(reason),
    })
  }

  check(): void {
    const nowMs = this.options.nowMs()
    if (!this.isOpen) {
      if (nowMs - this.openedMs > OPEN_WITHIN_MS) this.end('not open in time')
    } else if (nowMs - this.heardMs > FRAME_SILENCE_MS) this.end('silent')
    else if (this.awaitsPong && nowMs - this.pingedMs > PONG_WITHIN_MS) this.end('pings are not answered')
    else if (!this.awaitsPong && nowMs - this.pingedMs >= PING_EVERY_MS) this.ping(nowMs)
  }

  private ping(nowMs: number): void {
    this.pingedMs = nowMs
    this.awaitsPong = true
    this.socket.ping()
  }

  /** Ends it, telling why; nothing of it is heard afterwards. */
  end(reason: string, waitMs = 0): void {
    if (this.isEnded) return
    this.isEnded = true
    this.socket.terminate()
    this.options.onEnd(this, reason, waitMs)
  }
}
