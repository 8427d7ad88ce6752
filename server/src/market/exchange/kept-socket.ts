import type { Cancel, Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { ConnectionBudget } from './connection-budget.ts'
import { ExchangeSocket } from './exchange-socket.ts'
import type { FrameSockets } from './frame-socket.ts'

/** Binance ends a connection after 24 hours: another one takes over before. */
const ROTATE_AFTER_MS = 23 * 3_600_000
/** One that is to take over and gives no prices for this long is given up for another one. */
const PRICES_WITHIN_MS = 60_000
/** So that half a second of waiting is not rounded up to one. Real time. */
const CHECK_EVERY_MS = 250

export interface KeptSocketOptions {
  /** For the log. */
  name: string
  clock: Clock
  log: Log
  random: () => number
  sockets: FrameSockets
  /** Asked anew for each connection; null: nothing to connect for. */
  address: () => { url: string; greetings: readonly string[] } | null
  /** What the frame, received at this service time, was: prices; the announcement that this connection ends soon; what comes without prices, too; anything else. */
  onText: (text: string, receivedMs: number) => 'prices' | 'ending' | 'beside' | 'other'
}

/**
 * Keeps one connection open: connects again when it ends or falls silent, and replaces it in time. While one replaces the
 * other both deliver, until the new one has given its first prices; whoever takes the frames leaves out what comes twice.
 */
export class KeptSocket {
  private readonly options: KeptSocketOptions
  private readonly budget: ConnectionBudget
  private current: ExchangeSocket | null = null
  private next: ExchangeSocket | null = null
  private wantsNext = false
  private stopChecking: Cancel = () => {}

  constructor(options: KeptSocketOptions) {
    this.options = options
    this.budget = new ConnectionBudget(options.random)
  }

  start(): void {
    this.check()
    this.stopChecking = this.options.clock.every(CHECK_EVERY_MS, () => this.check())
  }

  stop(): void {
    this.stopChecking()
    const open = [this.current, this.next]
    this.current = null
    this.next = null
    this.wantsNext = false
    for (const socket of open) socket?.end('stopped')
  }

  /** Another connection takes over from this one, without a moment between. */
  renew(reason: string): void {
    if (this.current === null || this.wantsNext) return
    this.options.log.info({ source: this.options.name, reason }, 'the connection to the exchange is replaced')
    this.wantsNext = true
    this.check()
  }

  private check(): void {
    // What has arrived while this thread was busy is no silence.
    this.options.sockets.drain()
    const nowMs = this.options.clock.nowMs()
    this.current?.check()
    this.next?.check()
    if (this.next !== null && nowMs - this.next.openedMs > PRICES_WITHIN_MS)
      this.next.end('no prices in time')
    if (this.current !== null && nowMs - this.current.openedMs >= ROTATE_AFTER_MS)
      this.renew('it is 23 hours old')
    if (this.current === null && this.next === null) this.current = this.connect(nowMs)
    else if (this.wantsNext && this.next === null) this.next = this.connect(nowMs)
  }

  private connect(nowMs: number): ExchangeSocket | null {
    const address = this.options.address()
    if (address === null || !this.budget.take(nowMs)) return null
    return new ExchangeSocket({
      ...address,
      sockets: this.options.sockets,
      nowMs: () => this.options.clock.nowMs(),
      timeOf: (receivedNs) => this.options.clock.timeOf(receivedNs),
      onText: (text, receivedMs, socket) => this.heard(text, receivedMs, socket),
      onEnd: (socket, reason, waitMs) => this.ended(socket, reason, waitMs),
    })
  }

  private heard(text: string, receivedMs: number, socket: ExchangeSocket): boolean {
    const what = this.options.onText(text, receivedMs)
    if (what === 'ending' && socket === this.current) this.renew('it announced its end')
    if (what === 'prices' && !socket.hasData) {
      socket.hasData = true
      this.budget.succeeded()
      if (socket === this.next) this.promote()
    }
    return what !== 'beside'
  }

  private promote(): void {
    const before = this.current
    this.current = this.next
    this.next = null
    this.wantsNext = false
    before?.end('replaced')
  }

  private ended(socket: ExchangeSocket, reason: string, waitMs: number): void {
    if (socket === this.next) this.next = null
    else if (socket === this.current) {
      this.current = null
      // One that is on its way is the one to wait for.
      if (this.next !== null) this.promote()
      this.wantsNext = false
    } else return
    this.budget.failed(this.options.clock.nowMs(), waitMs)
    this.options.log.warn({ source: this.options.name, reason }, 'a connection to the exchange has ended')
  }
}
