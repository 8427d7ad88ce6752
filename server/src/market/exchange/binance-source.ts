import { ensure } from '@truestrike/core/assert.ts'
import type { Cancel } from '../../platform/clock.ts'
import type { MissedTrades, RawTick } from '../feed.ts'
import type { ProductRecord } from '../product.store.ts'
import { createPriceReader, type PriceReader, quoteVolumeMicros } from '../recorded-decimal.ts'
import { readFrame, readStatuses, type WireBar, type WireTrade } from './binance-wire.ts'
import { type ExchangeRest, RefusedQuestion } from './exchange-rest.ts'
import { fetchMissed, type UntoldTrades } from './fetch-missed.ts'
import { KeptSocket } from './kept-socket.ts'
import { KeptTicks } from './kept-ticks.ts'
import { type BarResult, MinuteBars } from './minute-bars.ts'
import type { SourceOptions } from './source-options.ts'
import { tellBar } from './tell-bar.ts'
import { type IdGap, type IdSpan, TradeIds } from './trade-ids.ts'

const STATUS_EVERY_MS = 30_000
const MAINTAIN_EVERY_MS = 1_000
/** A frame that was overtaken by the next ones comes within this; what then is missing is fetched. */
const REORDER_MS = 1_000
/** No trade of a product for this long, while others have some: its subscription may be lost. */
const QUIET_MS = { lively: 10_000, other: 30_000 }
const LIVELY = new Set(['BTCUSDT', 'ETHUSDT'])
/** A market may really be that quiet: for the same product each further connection waits twice as long, until it trades. */
const RENEW_FIRST_MS = 60_000
const RENEW_MAX_MS = 960_000

interface BinanceOptions extends SourceOptions {
  rest: ExchangeRest
  /** A minute was held against the exchange's own bar. */
  onBar: (result: BarResult) => void
}

interface Followed {
  product: ProductRecord
  reader: PriceReader
  ids: TradeIds
  ticks: KeptTicks
  bars: MinuteBars
  tradedMs: number
  status: string | null
  /** Its silence is no reason for another connection before this; what the next one adds to it. */
  renewAtMs: number
  renewWaitMs: number
}

/** Trades of Binance's public spot streams, as ticks of the crypto products. */
export class BinanceSource {
  private readonly options: BinanceOptions
  private readonly followed = new Map<string, Followed>()
  private readonly socket: KeptSocket
  private missed: { gap: IdGap; trades: MissedTrades }[] = []
  private readStatusMs = Number.NEGATIVE_INFINITY
  private isFetching = false
  /** Questions for missed trades that were not answered, or not wholly: each time another gap has its turn. */
  private unanswered = 0
  private isListKnown = false
  private wasTold = false
  private stopMaintaining: Cancel = () => {}

  constructor(options: BinanceOptions, products: readonly ProductRecord[]) {
    this.options = options
    const { clock, log, random, sockets } = options
    for (const product of products) this.follow(product)
    this.socket = new KeptSocket({
      ...{ name: 'binance', clock, log, random, sockets },
      address: () => this.address(),
      onText: (text, receivedMs) => this.heard(text, receivedMs),
    })
  }

  start(): void {
    this.socket.start()
    this.stopMaintaining = this.options.clock.every(MAINTAIN_EVERY_MS, () => this.maintain())
    void this.maintain()
  }

  stop(): void {
    this.stopMaintaining()
    this.socket.stop()
  }

  /** A product that was added under way. */
  add(product: ProductRecord): void {
    this.follow(product)
    this.isListKnown = false
    this.readStatusMs = Number.NEGATIVE_INFINITY
    this.socket.renew('another product')
  }

  /** Of a product whose log goes on. */
  resume(productId: number, last: { tradeId: number; timeMs: number }): void {
    const followed = [...this.followed.values()].find(({ product }) => product.id === productId)
    if (followed === undefined) return
    const waiting = followed.ticks.oldestAfter(last.tradeId)
    const endId = followed.ids.resume({
      ...{ last: { id: last.tradeId, timeMs: last.timeMs }, nowMs: this.options.clock.nowMs() },
      waiting,
    })
    // What was fetched of before and nobody has taken is part of what is missing now.
    this.missed = this.missed.filter(
      ({ gap, trades }) => trades.productId !== productId || gap.fromId > endId,
    )
    followed.bars.resume(last.tradeId, waiting?.id ?? null)
  }

  /** What was heard before its product's log was known to end in a quarantine is part of it. */
  refuse(productId: number, second: bigint): void {
    for (const { product, ticks } of this.followed.values())
      if (product.id === productId) ticks.refuse(second)
  }

  take(beforeMs: number): RawTick[] {
    const nowMs = this.options.clock.nowMs()
    return [...this.followed.values()].flatMap(({ ids, ticks }) => {
      ids.release(nowMs)
      return ticks.take(beforeMs)
    })
  }

  takeMissed(): MissedTrades[] {
    const { missed } = this
    this.missed = []
    return missed.map(({ trades }) => trades)
  }

  /** The exchange does not know the product. False as long as that has not been asked. */
  isUnlisted(productId: number): boolean {
    const followed = [...this.followed.values()].find(({ product }) => product.id === productId)
    return this.wasTold && followed?.status === null
  }

  private follow(product: ProductRecord): void {
    this.followed.set(product.symbol, {
      product,
      reader: createPriceReader(product, false),
      ids: new TradeIds(),
      ticks: new KeptTicks(),
      bars: new MinuteBars(),
      tradedMs: this.options.clock.nowMs(),
      status: null,
      renewAtMs: Number.NEGATIVE_INFINITY,
      renewWaitMs: RENEW_FIRST_MS,
    })
  }

  /** The streams are named in the address: nothing has to be subscribed. */
  private address(): { url: string; greetings: readonly string[] } | null {
    const streams = [...this.followed.values()].flatMap(({ product }) => {
      const symbol = product.symbol.toLowerCase()
      return [`${symbol}@trade`, `${symbol}@kline_1m`]
    })
    if (streams.length === 0) return null
    return { url: `${this.options.streamUrl}/stream?streams=${streams.join('/')}`, greetings: [] }
  }

  private heard(text: string, receivedMs: number): 'prices' | 'ending' | 'beside' | 'other' {
    const frame = readFrame(text)
    if (frame === null || frame === 'ending') return frame ?? 'other'
    // Minutes are told whether trades come or not: they must not keep a connection that gives none.
    if (frame === 'minute') return 'beside'
    if ('openMs' in frame) {
      this.minute(frame, receivedMs)
      return 'beside'
    }
    this.trade(frame, receivedMs)
    return 'prices'
  }

  private minute({ symbol, ...bar }: WireBar, receivedMs: number): void {
    this.followed.get(symbol)?.bars.told(bar, receivedMs)
  }

  private trade({ symbol, id, price: text, quantity, timeMs }: WireTrade, receivedMs: number): void {
    const followed = this.followed.get(symbol)
    if (followed === undefined) return
    const { product, reader, ids, ticks } = followed
    followed.tradedMs = receivedMs
    followed.renewAtMs = Math.min(followed.renewAtMs, receivedMs + RENEW_FIRST_MS)
    followed.renewWaitMs = RENEW_FIRST_MS
    followed.bars.heard({ firstId: id, lastId: id, timeMs, price: text })
    if (followed.status !== 'TRADING') {
      // Trading may have begun again since it was asked.
      if (receivedMs - this.readStatusMs > MAINTAIN_EVERY_MS) void this.readStatus()
      return
    }
    const price = reader.price(text)
    const volumeMicros = quoteVolumeMicros(quantity, price ?? 0n, product.precision)
    if (price === null || volumeMicros === null) return
    const judged = this.options.guard(product.id, price)
    // Left out before it counts as heard: it is fetched for candles, as all that was missed.
    if (judged === 'unchecked' || !ids.take(id, timeMs, receivedMs)) return
    const tick = {
      productId: product.id,
      dueMs: receivedMs,
      sourceTimeMs: timeMs,
      price,
      volumeMicros,
      tradeId: id,
    }
    for (const dropped of ticks.add(judged === 'taken' ? tick : { ...tick, secondPrice: judged }))
      this.drop(followed, dropped)
  }

  /** What was fetched within it and nobody has taken is part of it: it is asked for with the rest, and counts once. */
  private drop({ product, ids }: Followed, span: IdSpan): void {
    ids.drop(span)
    this.missed = this.missed.filter(
      ({ gap, trades }) =>
        trades.productId !== product.id || gap.fromId < span.fromId || gap.toId > span.toId,
    )
  }

  private async maintain(): Promise<void> {
    const nowMs = this.options.clock.nowMs()
    if (nowMs - this.readStatusMs >= STATUS_EVERY_MS) await this.readStatus()
    this.watchQuiet(nowMs)
    this.compareBars(nowMs)
    await this.fill(nowMs - REORDER_MS)
  }

  private async readStatus(): Promise<void> {
    const { rest, clock, log } = this.options
    if (!rest.isReady) return
    const askedMs = clock.nowMs()
    // Set at once: trades that come meanwhile do not ask again.
    const beforeMs = this.readStatusMs
    this.readStatusMs = askedMs
    try {
      const statuses = readStatuses(await rest.get(`/api/v3/exchangeInfo?${this.asked()}`))
      this.isListKnown = true
      for (const followed of this.followed.values()) {
        const { symbol } = followed.product
        const status = statuses.get(symbol) ?? null
        if (status !== 'TRADING' && (status !== followed.status || !this.wasTold))
          log.warn({ symbol, status: status ?? 'not listed' }, 'the exchange does not trade the product')
        followed.status = status
      }
      this.wasTold = true
    } catch (error) {
      // What was known stands: without trades the product is stale anyway.
      this.readStatusMs = beforeMs
      this.isListKnown = false
      log.warn({ err: error }, 'the exchange did not tell its products')
    }
  }

  /** All products at first; then those it has, as one that it does not know makes it refuse the question. */
  private asked(): string {
    const listed = [...this.followed.values()].filter(({ status }) => status !== null)
    if (!this.isListKnown || listed.length === 0) return 'permissions=SPOT'
    return `symbols=${encodeURIComponent(JSON.stringify(listed.map(({ product }) => product.symbol)))}`
  }

  /** Each product waits for itself alone: a thin one that is quiet for hours takes the watch from no other. */
  private watchQuiet(nowMs: number): void {
    const quiet = [...this.followed.values()].filter(
      ({ product: { symbol }, status, tradedMs, renewAtMs }) => {
        const limitMs = LIVELY.has(symbol) ? QUIET_MS.lively : QUIET_MS.other
        return status === 'TRADING' && nowMs - tradedMs > limitMs && nowMs >= renewAtMs
      },
    )
    if (quiet.length === 0) return
    // One connection serves them all.
    for (const followed of quiet) {
      followed.renewAtMs = nowMs + followed.renewWaitMs
      followed.renewWaitMs = Math.min(followed.renewWaitMs * 2, RENEW_MAX_MS)
    }
    this.socket.renew(`no trades of ${quiet.map(({ product }) => product.symbol).join(', ')}`)
  }

  /** What a minute is found to lack is fetched as what was jumped over is. */
  private compareBars(nowMs: number): void {
    for (const { product, ids, bars } of this.followed.values()) {
      const { judged, missing } = bars.check(nowMs)
      for (const hole of missing) ids.miss(hole, nowMs)
      for (const each of judged) tellBar(this.options, product.symbol, each)
    }
  }

  /** Fetches what was jumped over, one gap at a time. */
  private async fill(seenBeforeMs: number): Promise<void> {
    if (this.isFetching || !this.options.rest.isReady) return
    const gaps = [...this.followed.values()].flatMap((followed) =>
      followed.ids.gapsBefore(seenBeforeMs).map((gap) => ({ followed, gap })),
    )
    if (gaps.length === 0) return
    this.isFetching = true
    const { followed, gap } = ensure(gaps[this.unanswered % gaps.length])
    try {
      const { part, missed, told, rest } = await fetchMissed(this.options.rest, followed.product, gap)
      // A late frame has brought some of it meanwhile, or a takeover wants more: what is missing now is fetched by itself.
      if (!followed.ids.close(gap, rest?.canBeAsked === true ? rest.gap : null)) return
      this.missed.push({ gap: part, trades: missed })
      if (rest !== null) this.tellRest(followed.product.symbol, rest)
      for (const { firstTradeId: firstId, lastTradeId: lastId, timeMs, price } of told)
        followed.bars.fetched({ firstId, lastId, timeMs, price })
    } catch (error) {
      const { symbol } = followed.product
      this.options.log.warn({ err: error, symbol }, 'missed trades could not be fetched')
      // What is refused would be for ever: it stays a gap.
      if (error instanceof RefusedQuestion) followed.ids.close(gap)
      else this.unanswered += 1
    } finally {
      this.isFetching = false
    }
  }

  private tellRest(symbol: string, { gap: { fromId, toId }, canBeAsked }: UntoldTrades): void {
    const told = { symbol, fromId, toId }
    if (canBeAsked) {
      // Other gaps have their turn before.
      this.unanswered += 1
      this.options.log.warn(told, 'missed trades are fetched in parts')
    } else this.options.log.warn(told, 'the exchange does not tell all missed trades')
  }
}
