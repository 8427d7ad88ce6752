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
/** Ticks kept while the first page is under way; beyond, a second look at the newest candles repairs the rest. */
const WAITING_TICKS_MAX = 2_000
const REPAIR_DELAY_MS = 1_500
const REPAIR_PAGE = 5
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
  #waiting: TickItem[] = []
  #lastSeq: number | null = null
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
      this.#candles = candlesOf(page.candles, this.#options.precision)
      this.#hasMore = page.hasMore
      this.#phase = 'ready'
      for (const tick of this.#waiting.splice(0)) this.#enter(tick)
      this.#replace(false)
      this.#options.sink.tell(this.#candles.length === 0 ? 'empty' : 'ready')
    } catch {
      if (this.#stopped) return
      this.#phase = 'idle'
      this.#options.sink.tell('failed')
    }
  }

  applyTicks(items: readonly TickItem[]): void {
    if (this.#phase !== 'ready') {
      if (this.#waiting.length < WAITING_TICKS_MAX) this.#waiting.push(...items)
      return
    }
    const wasEmpty = this.#candles.length === 0
    const lengthBefore = this.#candles.length
    for (const item of items) {
      // A tick went past us: the candles it belonged to are asked for again.
      if (this.#lastSeq !== null && item[3] > this.#lastSeq) this.#repairSoon()
      this.#enter(item)
    }
    const first = Math.max(0, lengthBefore - 1)
    for (const candle of this.#candles.slice(first)) {
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
      if (this.#stopped) return
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

  #enter([, , seq, , timeMs, price, volume]: TickItem): void {
    const { period, precision } = this.#options
    const parsed = parsePrice(price, precision)
    if (this.#lastSeq === null || seq > this.#lastSeq) this.#lastSeq = seq
    const current = this.#candles.at(-1) ?? null
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

  #repairSoon(): void {
    if (this.#repairTimer !== null) return
    this.#repairTimer = setTimeout(() => {
      this.#repairTimer = null
      void this.#repair()
    }, REPAIR_DELAY_MS)
  }

  /** The newest candles as the server has them: finished ones replace ours, the running one is widened by its range. */
  async #repair(): Promise<void> {
    try {
      const page = await this.#options.load({ limit: REPAIR_PAGE })
      if (this.#stopped || this.#phase !== 'ready') return
      const theirs = candlesOf(page.candles, this.#options.precision)
      this.#candles = mergeRepaired(this.#candles, theirs)
      this.#replace(false)
    } catch {
      // The next finished candle looks again.
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

/** Ours with theirs laid over them, by open time; the newest keeps our close, which follows the ticks. */
export function mergeRepaired(ours: readonly Candle[], theirs: readonly Candle[]): Candle[] {
  const byTime = new Map(ours.map((candle) => [candle.openTimeMs, candle]))
  const newest = ours.at(-1)
  for (const candle of theirs) {
    const own = candle.openTimeMs === newest?.openTimeMs ? newest : null
    byTime.set(candle.openTimeMs, own === null ? candle : widened(candle, own))
  }
  return [...byTime.values()].sort((a, b) => a.openTimeMs - b.openTimeMs)
}

function widened(theirs: Candle, ours: Candle): Candle {
  return {
    ...theirs,
    high: ours.high > theirs.high ? ours.high : theirs.high,
    low: ours.low < theirs.low ? ours.low : theirs.low,
    close: ours.close,
    volumeMicros: ours.volumeMicros > theirs.volumeMicros ? ours.volumeMicros : theirs.volumeMicros,
  }
}
