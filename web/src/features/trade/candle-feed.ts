import { applyTick, type Candle } from '@truestrike/core/candles.ts'
import { parseMicros } from '@truestrike/core/money.ts'
import type { Period } from '@truestrike/core/period.ts'
import { parsePrice } from '@truestrike/core/price.ts'
import type { TickItem } from '@truestrike/protocol/frames.ts'
import type { Candle as WireCandle } from '@truestrike/protocol/market-endpoints.ts'
import { type BarSink, barOfCandle } from './chart-bar.ts'

export interface CandlePage {
  candles: WireCandle[]
  hasMore: boolean
  /** Its newest candle counts the ticks up to this number. */
  throughSeq: number
}

export interface CandleFeedOptions {
  period: Period
  precision: number
  load: (query: { before?: number; limit: number }) => Promise<CandlePage>
  sink: BarSink
}

const FIRST_PAGE = 300
const OLDER_PAGE = 500
/** More candles than this are not kept: nobody scrolls further, and the chart stays quick. */
const CANDLES_MAX = 10_000
/** Newest ticks kept to be laid over a page that does not count them yet. */
const RECENT_TICKS_MAX = 2_000
const REPAIR_DELAY_MS = 1_500
const REPAIR_RETRY_MS = 5_000
/** Newest candles asked for again: more and more, until they reach what is known here. The server gives no more at once. */
const REPAIR_PAGES = [5, 300, 1_000]
const EMPTY_PAGE_REST_MS = 2_000

/** Wire candles as exact ones, oldest first; what cannot be read is left out. */
function candlesOf(items: readonly WireCandle[], precision: number): Candle[] {
  return items.flatMap(([openTimeMs, ...figures]) => {
    const prices = figures.slice(0, 4).map((text) => parsePrice(text, precision))
    const volume = parseMicros(figures[4])
    const [open, high, low, close] = prices.map((price) => (price.ok ? price.value : null))
    if (open == null || high == null || low == null || close == null) return []
    return [{ openTimeMs, open, high, low, close, volumeMicros: volume.ok ? volume.value : 0n }]
  })
}

/** The candles of one product and period: pages of history, and a last one that follows every tick. */
export class CandleFeed {
  readonly #options: CandleFeedOptions
  #candles: Candle[] = []
  #recent: TickItem[] = []
  /** The candles count the ticks up to this number. */
  #lastSeq = 0
  /** Open time of the candle after which ticks were missed. */
  #gapFromMs: number | null = null
  #phase: 'idle' | 'loading' | 'ready' = 'idle'
  #hasMore = true
  #loadingOlder = false
  #stopped = false
  #repairTimer: ReturnType<typeof setTimeout> | null = null
  #olderRestTimer: ReturnType<typeof setTimeout> | null = null

  constructor(options: CandleFeedOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    if (this.#phase === 'loading') return
    this.#phase = 'loading'
    this.#options.sink.tell('loading')
    try {
      const page = await this.#options.load({ limit: FIRST_PAGE })
      if (this.#stopped) return
      this.#hasMore = page.hasMore
      this.#phase = 'ready'
      this.#candles = []
      this.#lay(candlesOf(page.candles, this.#options.precision), page.throughSeq)
      this.#options.sink.tell(this.#candles.length === 0 ? 'empty' : 'ready')
    } catch {
      if (this.#stopped) return
      this.#phase = 'idle'
      this.#options.sink.tell('failed')
    }
  }

  applyTicks(items: readonly TickItem[]): void {
    const [first] = items
    const newest = this.#recent.at(-1)
    if (first === undefined) return
    // Each tick comes once and in order: a number that comes again is that of a log begun anew.
    const isOtherLog = newest !== undefined && first[2] <= newest[2]
    this.#recent = [...(isOtherLog ? [] : this.#recent), ...items].slice(-RECENT_TICKS_MAX)
    if (this.#phase !== 'ready') return
    if (isOtherLog) {
      void this.start()
      return
    }
    const wasEmpty = this.#candles.length === 0
    const lengthBefore = this.#candles.length
    for (const item of items) this.#enter(item)
    for (const candle of this.#candles.slice(Math.max(0, lengthBefore - 1))) {
      this.#options.sink.update(barOfCandle(candle, this.#options.precision))
    }
    if (this.#candles.length > lengthBefore && lengthBefore > 0) this.#repairSoon()
    if (wasEmpty && this.#candles.length > 0) this.#options.sink.tell('ready')
  }

  /** The page before the oldest candle; nothing while one is under way. */
  async loadOlder(): Promise<void> {
    const oldest = this.#candles[0]
    if (this.#loadingOlder || this.#olderRestTimer !== null || !this.#hasMore || oldest === undefined) return
    if (this.#candles.length >= CANDLES_MAX) return
    this.#loadingOlder = true
    try {
      const page = await this.#options.load({ before: oldest.openTimeMs, limit: OLDER_PAGE })
      // Begun anew meanwhile: the page would not join what is there now.
      if (this.#stopped || this.#candles[0]?.openTimeMs !== oldest.openTimeMs) return
      const older = candlesOf(page.candles, this.#options.precision).filter(
        (candle) => candle.openTimeMs < oldest.openTimeMs,
      )
      this.#hasMore = page.hasMore
      if (older.length === 0) {
        // Still being generated, perhaps: not asked again at every move of the finger.
        this.#olderRestTimer = setTimeout(() => {
          this.#olderRestTimer = null
          // Nobody scrolls in a chart of a few candles.
          if (this.#candles.length < FIRST_PAGE) void this.loadOlder()
        }, EMPTY_PAGE_REST_MS)
        return
      }
      this.#candles = [...older, ...this.#candles]
      this.#replace(true)
    } catch {
      // The next scroll asks again.
    } finally {
      this.#loadingOlder = false
    }
  }

  stop(): void {
    this.#stopped = true
    if (this.#repairTimer !== null) clearTimeout(this.#repairTimer)
    if (this.#olderRestTimer !== null) clearTimeout(this.#olderRestTimer)
  }

  #enter([, , seq, prevTickSeq, timeMs, price, volume]: TickItem): void {
    const { period, precision } = this.#options
    if (seq <= this.#lastSeq) return
    const current = this.#candles.at(-1) ?? null
    if (prevTickSeq > this.#lastSeq) {
      this.#gapFromMs ??= current?.openTimeMs ?? 0
      this.#repairSoon()
    }
    this.#lastSeq = seq
    const parsed = parsePrice(price, precision)
    if (!parsed.ok || (current !== null && timeMs < current.openTimeMs)) return
    const volumeMicros = parseMicros(volume)
    const step = applyTick(
      current,
      { timeMs, price: parsed.value, volumeMicros: volumeMicros.ok ? volumeMicros.value : 0n },
      period,
    )
    if (step.finished === null && current !== null) this.#candles[this.#candles.length - 1] = step.candle
    else this.#candles.push(step.candle)
  }

  /** The newest candles as the server has them instead of ours, and over them the ticks they do not count yet. */
  #lay(theirs: readonly Candle[], throughSeq: number): void {
    const firstMs = theirs[0]?.openTimeMs ?? 0
    this.#candles = [...this.#candles.filter(({ openTimeMs }) => openTimeMs < firstMs), ...theirs]
    this.#lastSeq = throughSeq
    this.#gapFromMs = null
    for (const item of this.#recent) this.#enter(item)
    this.#replace(false)
  }

  #repairSoon(delayMs = REPAIR_DELAY_MS): void {
    if (this.#repairTimer !== null) return
    this.#repairTimer = setTimeout(() => {
      this.#repairTimer = null
      void this.#repair()
    }, delayMs)
  }

  /** Asks for as many of the newest candles as were missed; who was away for more begins anew. */
  async #repair(): Promise<void> {
    try {
      for (const limit of REPAIR_PAGES) {
        const page = await this.#options.load({ limit })
        if (this.#stopped || this.#phase !== 'ready') return
        const theirs = candlesOf(page.candles, this.#options.precision)
        // Without a tick after it a gap is not known yet, while their candles are of after it.
        const knownMs = this.#gapFromMs ?? this.#candles.at(-1)?.openTimeMs ?? 0
        if (theirs[0] !== undefined && theirs[0].openTimeMs <= knownMs) {
          this.#lay(theirs, page.throughSeq)
          return
        }
      }
      await this.start()
    } catch {
      // Else the next finished candle looks again.
      if (this.#gapFromMs !== null) this.#repairSoon(REPAIR_RETRY_MS)
    }
  }

  #replace(older: boolean): void {
    const { precision, sink } = this.#options
    sink.replace(
      this.#candles.map((candle) => barOfCandle(candle, precision)),
      older,
    )
  }
}
