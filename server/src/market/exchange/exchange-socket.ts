import { WebSocket } from 'ws'
import { waitAskedFor } from './exchange-rest.ts'

/** No message for this long: nothing comes from there, whatever the socket and its pongs say. */
const FRAME_SILENCE_MS = 10_000
/** Own pings: far below the five messages a second that Binance takes. */
const PING_EVERY_MS = 10_000
const PONG_WITHIN_MS = 10_000
const OPEN_WITHIN_MS = 10_000
/** The largest frame a source sends is a few kB. */
const FRAME_BYTES_MAX = 1_048_576

export interface ExchangeSocketOptions {
  url: string
  nowMs: () => number
  /** Sent once it is open. */
  greetings: readonly string[]
  /** False: it is no sign that what the connection is for comes. */
  onText: (text: string, socket: ExchangeSocket) => boolean
  /** Once, whoever ended it; with how long the peer asks to be left alone, in ms. */
  onEnd: (socket: ExchangeSocket, reason: string, waitMs: number) => void
}

/** One connection to an exchange. `check` is called about once a second and ends it when the peer is silent. */
export class ExchangeSocket {
  readonly openedMs: number
  /** It has given prices: what counts as having connected. */
  hasData = false
  private readonly options: ExchangeSocketOptions
  private readonly ws: WebSocket
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
    this.ws = new WebSocket(options.url, { perMessageDeflate: false, maxPayload: FRAME_BYTES_MAX })
    this.ws.on('open', () => {
      this.isOpen = true
      this.heard()
      for (const greeting of options.greetings) this.ws.send(greeting)
    })
    this.ws.on('message', (data) => {
      if (this.isEnded) return
      if (options.onText(data.toString(), this)) this.heard()
    })
    this.ws.on('pong', () => {
      this.awaitsPong = false
    })
    this.ws.on('unexpected-response', (_, { statusCode = 0, headers }) =>
      this.end(`refused with ${statusCode}`, waitAskedFor(statusCode, headers['retry-after'])),
    )
    this.ws.on('close', (code) => this.end(`closed with ${code}`))
    this.ws.on('error', (error) => this.end(error.message))
  }

  private heard(): void {
    this.heardMs = this.options.nowMs()
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
    this.ws.ping()
  }

  /** Ends it, telling why; nothing of it is heard afterwards. */
  end(reason: string, waitMs = 0): void {
    if (this.isEnded) return
    this.isEnded = true
    // The peer may be gone: a closing handshake would wait for it.
    this.ws.terminate()
    this.options.onEnd(this, reason, waitMs)
  }
}
