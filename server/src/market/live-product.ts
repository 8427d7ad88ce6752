import type { Candle, CandleTick } from '@truestrike/core/candles.ts'
import { formatMicros, parseMicros } from '@truestrike/core/money.ts'
import { formatPrice, parsePrice } from '@truestrike/core/price.ts'
import { unwrap } from '@truestrike/core/result.ts'
import type { TickItem } from '@truestrike/protocol/frames.ts'
import type { Product, ProductStatus, Ticker } from '@truestrike/protocol/market-endpoints.ts'
import type { SignedHeader } from '@truestrike/protocol/proof-endpoints.ts'
import { isClockOff } from '../platform/clock.ts'
import { CandleBook } from './candle-book.ts'
import { DayWindow } from './day-window.ts'
import type { Feed } from './feed.ts'
import type { LaneFlush } from './price-lane.ts'
import type { ProductRecord } from './product.store.ts'
import { TradingHours } from './trading-hours.ts'

/** The ring of newest ticks for those who join or come back: five minutes, and never more than this many. */
const RING_MS = 300_000
const RING_ITEMS_MAX = 1_500

/** What is known of a product at this moment: last tick, status, candles being built, figures of 24 hours. */
export class LiveProduct {
  readonly record: ProductRecord
  readonly hours: TradingHours
  readonly day = new DayWindow()
  candles = new CandleBook()
  /** As whoever writes its log said last: his clock is too far from the database's. */
  isWriterClockOff = false
  private ring: TickItem[] = []
  private newest: TickItem | null = null
  /** Close of the newest candle before the first tick: what a market shows that has been closed since the first start. */
  private historyClose: bigint | null = null
  private newestHeader: SignedHeader | null = null

  constructor(record: ProductRecord) {
    this.record = record
    this.hours = new TradingHours(record)
  }

  /**
   * Takes what another process has published; what is known already is left out. False when ticks before it are
   * missing: the candles must be read from the log then.
   */
  takeItems(items: readonly TickItem[]): boolean {
    let complete = true
    for (const item of items) {
      const [, , seq, prevTickSeq] = item
      if (seq <= (this.newest?.[2] ?? 0)) continue
      complete &&= prevTickSeq === (this.newest?.[2] ?? 0)
      this.take(this.tickOf(item), item)
    }
    return complete
  }

  private tickOf([, , seq, , timeMs, price, volume]: TickItem): CandleTick & { seq: number } {
    const units = unwrap(parsePrice(price, this.record.precision))
    return { seq, timeMs, price: units, volumeMicros: unwrap(parseMicros(volume)) }
  }

  /**
   * Takes candles as they were read from the log, and counts in what was told after it. False, and nothing is taken, when
   * ticks between the two are missing.
   */
  useCandles(book: CandleBook): boolean {
    const [first] = this.ring
    const isBehind = (this.newest?.[2] ?? 0) > book.throughSeq
    if (isBehind && first !== undefined && first[3] > book.throughSeq) return false
    for (const item of this.ring) if (item[2] > book.throughSeq) book.apply(this.tickOf(item))
    this.candles = book
    return true
  }

  /** Takes one tick of the log. */
  private take(tick: CandleTick & { seq: number }, item: TickItem): void {
    this.show(item)
    this.candles.apply(tick)
    const minute = this.candles.current('1m')
    if (minute !== null) this.day.put(minute)
  }

  /** Takes a flush that is durable. */
  takeFlush({ entries, items }: Pick<LaneFlush, 'entries' | 'items'>): void {
    let next = 0
    for (const entry of entries) {
      const item = items[next]
      if (entry.kind !== 'tick' || item === undefined) continue
      next += 1
      // It may have been read from the log already, when the bus was away.
      if (this.newest === null || entry.seq > this.newest[2]) this.take(entry, item)
    }
  }

  /** Puts the newest ticks of the log on show without counting them in; what came while they were read stays behind them. */
  restore(items: readonly TickItem[]): void {
    const last = items.at(-1)
    if (last === undefined) return
    const later = this.ring.filter(([, , seq]) => seq > last[2])
    this.newest = null
    for (const item of [...items, ...later]) this.show(item)
  }

  /** Puts a tick on show without counting it in. */
  show(item: TickItem): void {
    // The ring never hides a gap: who asks for ticks across it is answered from the log.
    if (item[3] !== this.newest?.[2]) this.ring = []
    this.newest = item
    this.ring.push(item)
    if (this.ring.length > 2 * RING_ITEMS_MAX) this.trim()
  }

  /** Takes the header of a stored block; false when it, or a later one, is known. */
  takeHeader(header: SignedHeader): boolean {
    if (header.number <= (this.newestHeader?.number ?? 0)) return false
    this.newestHeader = header
    return true
  }

  /** The newest candle made before the first tick. */
  showHistory(newest: Candle): void {
    this.historyClose = newest.close
  }

  get lastHeader(): SignedHeader | null {
    return this.newestHeader
  }

  get lastTick(): TickItem | null {
    return this.newest
  }

  private trim(): void {
    const sinceMs = (this.newest?.[4] ?? 0) - RING_MS
    this.ring = this.ring.filter((item) => item[4] >= sinceMs).slice(-RING_ITEMS_MAX)
  }

  /** Ticks after a seq as far as the ring goes back; null when it may lack some. */
  ticksAfter(seq: number): TickItem[] | null {
    const first = this.ring[0]
    if (first === undefined || first[3] > seq) return null
    const missed = this.ring.filter((item) => item[2] > seq)
    return missed.length > RING_ITEMS_MAX ? null : missed
  }

  newestTicks(count: number): TickItem[] {
    return this.ring.slice(-count)
  }

  /** Out of its hours, or a replay has no data for it. */
  isClosed(nowMs: number, feed: Feed): boolean {
    return !this.hours.isOpen(nowMs) || feed.hasNoData(this.record.id)
  }

  status(nowMs: number, feed: Feed, clockOffsetMs: number): ProductStatus {
    if (!this.record.enabled) return 'disabled'
    if (this.isClosed(nowMs, feed)) return 'closed'
    return this.isStale(nowMs, clockOffsetMs) ? 'stale' : 'open'
  }

  /** Its newest price is too old for an order; asked of one that is open. */
  isStale(nowMs: number, clockOffsetMs: number): boolean {
    // After the clock was set back: a newest tick far ahead is no current price either, as none follows it for long.
    const age = this.newest === null ? Number.POSITIVE_INFINITY : Math.abs(nowMs - this.newest[4])
    const isOff = isClockOff(clockOffsetMs) || this.isWriterClockOff
    return age > this.record.staleMs || isOff
  }

  ticker(nowMs: number, status: ProductStatus): Ticker {
    const { symbol, precision } = this.record
    const figures = this.day.figures(nowMs)
    const price = (units: bigint): string => formatPrice(units, precision)
    return {
      symbol,
      status,
      epoch: this.newest?.[1] ?? 0,
      seq: this.newest?.[2] ?? 0,
      timeMs: this.newest?.[4] ?? 0,
      price: this.newest?.[5] ?? (this.historyClose === null ? null : price(this.historyClose)),
      open24h: figures === null ? null : price(figures.open),
      high24h: figures === null ? null : price(figures.high),
      low24h: figures === null ? null : price(figures.low),
      volume24h: figures === null || figures.volumeMicros === 0n ? null : formatMicros(figures.volumeMicros),
      hash: this.newest?.[7] ?? null,
    }
  }

  /** The product as the market list gets it. */
  describe(nowMs: number, status: ProductStatus, recordedShiftMs: number | null): Product {
    const {
      symbol,
      base,
      quote,
      name,
      category,
      precision,
      source,
      sort,
      staleMs,
      outlierBps,
      deviationBps,
    } = this.record
    const span = this.hours.spanAt(nowMs)
    return {
      symbol,
      base,
      quote,
      name,
      category,
      precision,
      source,
      sort,
      staleMs,
      outlierBps,
      deviationBps,
      nextOpenMs: span.open ? null : span.opensAtMs,
      nextCloseMs: span.open ? span.closesAtMs : null,
      ...(recordedShiftMs === null ? {} : { recordedShiftMs }),
      ticker: this.ticker(nowMs, status),
      spark: this.day.spark(nowMs).map((units) => formatPrice(units, precision)),
    }
  }
}
