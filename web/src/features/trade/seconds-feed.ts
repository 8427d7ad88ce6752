import { parsePrice } from '@truestrike/core/price.ts'
import type { TickItem } from '@truestrike/protocol/frames.ts'
import type { LogEntry } from '@truestrike/protocol/market-endpoints.ts'
import { type BarSink, type ChartBar, drawnPrice } from './chart-bar.ts'

interface TickPage {
  entries: LogEntry[]
  nextSeq: number | null
}

export interface SecondsFeedOptions {
  precision: number
  /** Beginning of the line, ms. */
  fromMs: number
  load: (query: { fromMs?: number; fromSeq?: number; limit: number }) => Promise<TickPage>
  sink: BarSink
}

const PAGE = 5_000
/** A page holds watermarks too, which are not sent: about ten minutes of the log. */
const PAGES_MAX = 8
const POINTS_MAX = 4_000
const WAITING_TICKS_MAX = 2_000
const CATCH_UP_DELAY_MS = 1_500

/** The price line of a short contract: the last price of every second, from the public log and then from the ticks. */
export class SecondsFeed {
  readonly #options: SecondsFeedOptions
  #points: ChartBar[] = []
  #waiting: TickItem[] = []
  /** The line has the ticks up to this number. */
  #lastSeq = 0
  #phase: 'idle' | 'loading' | 'ready' = 'idle'
  #stopped = false
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(options: SecondsFeedOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    if (this.#phase === 'loading') return
    const { sink } = this.#options
    sink.tell('loading')
    try {
      await this.#load()
      if (!this.#stopped) sink.tell(this.#points.length === 0 ? 'empty' : 'ready')
    } catch {
      if (this.#stopped) return
      this.#phase = 'idle'
      sink.tell('failed')
    }
  }

  applyTicks(items: readonly TickItem[]): void {
    if (this.#phase !== 'ready') {
      if (this.#waiting.length < WAITING_TICKS_MAX) this.#waiting.push(...items)
      return
    }
    const { sink } = this.#options
    const wasEmpty = this.#points.length === 0
    const first = Math.max(0, this.#points.length - 1)
    for (const [index, [, , seq, prevTickSeq, timeMs, price]] of items.entries()) {
      if (prevTickSeq > this.#lastSeq) {
        // Ticks went past us: the log is read on first, and these wait.
        this.#waiting = items.slice(index)
        this.#catchUpSoon()
        break
      }
      this.#enter(seq, timeMs, price)
    }
    for (const point of this.#points.slice(first)) sink.update(point)
    if (wasEmpty && this.#points.length > 0) sink.tell('ready')
  }

  loadOlder(): Promise<void> {
    return Promise.resolve()
  }

  stop(): void {
    this.#stopped = true
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  #catchUpSoon(): void {
    this.#phase = 'loading'
    this.#timer = setTimeout(() => {
      this.#load().catch(() => {
        if (!this.#stopped) this.#catchUpSoon()
      })
    }, CATCH_UP_DELAY_MS)
  }

  /** Reads the log from the last known number on, then lets in the ticks that came meanwhile. */
  async #load(): Promise<void> {
    this.#phase = 'loading'
    const { fromMs, load, sink } = this.#options
    let query: { fromMs: number } | { fromSeq: number } =
      this.#lastSeq === 0 ? { fromMs } : { fromSeq: this.#lastSeq + 1 }
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const { entries, nextSeq } = await load({ ...query, limit: PAGE })
      if (this.#stopped) return
      for (const { kind, seq, timeMs, price } of entries) {
        if (kind === 'tick' && price !== undefined) this.#enter(seq, timeMs, price)
      }
      if (nextSeq === null) break
      query = { fromSeq: nextSeq }
    }
    this.#phase = 'ready'
    sink.replace(this.#points, false)
    this.applyTicks(this.#waiting.splice(0))
  }

  #enter(seq: number, timeMs: number, price: string): void {
    if (seq <= this.#lastSeq) return
    this.#lastSeq = seq
    const parsed = parsePrice(price, this.#options.precision)
    if (!parsed.ok) return
    const value = drawnPrice(parsed.value, this.#options.precision)
    const timeSeconds = Math.floor(timeMs / 1000)
    const last = this.#points.at(-1)
    if (last !== undefined && timeSeconds < last.timeSeconds) return
    const point = { timeSeconds, open: value, high: value, low: value, close: value, volume: 0 }
    if (last?.timeSeconds === timeSeconds) this.#points[this.#points.length - 1] = point
    else if (this.#points.length < POINTS_MAX) this.#points.push(point)
  }
}
