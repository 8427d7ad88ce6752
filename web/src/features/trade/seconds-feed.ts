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

/** The price line of a short contract: the last price of every second, from the public log and then from the ticks. */
export class SecondsFeed {
  readonly #options: SecondsFeedOptions
  #points: ChartBar[] = []
  #waiting: TickItem[] = []
  #phase: 'idle' | 'loading' | 'ready' = 'idle'
  #stopped = false

  constructor(options: SecondsFeedOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    if (this.#phase === 'loading') return
    this.#phase = 'loading'
    const { sink } = this.#options
    sink.tell('loading')
    try {
      await this.#loadAll()
      if (this.#stopped) return
      this.#phase = 'ready'
      for (const [, , , , timeMs, price] of this.#waiting.splice(0)) this.#enter(timeMs, price)
      sink.replace(this.#points, false)
      sink.tell(this.#points.length === 0 ? 'empty' : 'ready')
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
    for (const [, , , , timeMs, price] of items) this.#enter(timeMs, price)
    for (const point of this.#points.slice(first)) sink.update(point)
    if (wasEmpty && this.#points.length > 0) sink.tell('ready')
  }

  loadOlder(): Promise<void> {
    return Promise.resolve()
  }

  stop(): void {
    this.#stopped = true
  }

  async #loadAll(): Promise<void> {
    let query: { fromMs?: number; fromSeq?: number } = { fromMs: this.#options.fromMs }
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const { entries, nextSeq } = await this.#options.load({ ...query, limit: PAGE })
      for (const { kind, timeMs, price } of entries) {
        if (kind === 'tick' && price !== undefined) this.#enter(timeMs, price)
      }
      if (nextSeq === null) return
      query = { fromSeq: nextSeq }
    }
  }

  #enter(timeMs: number, price: string): void {
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
