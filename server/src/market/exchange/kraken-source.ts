import type { SourceQuote } from '@truestrike/core/log-entry.ts'
import { SOURCE_LAG_MS } from '@truestrike/core/proof/verify-blocks.ts'
import type { Cancel } from '../../platform/clock.ts'
import type { RawTick } from '../feed.ts'
import { PriceHours } from '../price-hours.ts'
import type { ProductRecord } from '../product.store.ts'
import { derivePrice, legOf, TETHER_PAIR } from './forex-legs.ts'
import { KeptSocket } from './kept-socket.ts'
import { KeptTicks } from './kept-ticks.ts'
import { readQuotes, subscription } from './kraken-wire.ts'
import type { SourceOptions } from './source-options.ts'

/** A quote that was not told anew for so long stands for no price any more. */
const LEG_MAX_MS = 60_000
const WATCH_EVERY_MS = 1_000
/** No quote of a pair for this long while it is traded: heartbeats alone do not say that its subscription stands. */
const QUIET_MS = 60_000
/** A pair may really be that quiet, or be refused for ever: each further connection waits twice as long. */
const RENEW_FIRST_MS = 60_000
const RENEW_MAX_MS = 960_000

interface Followed {
  product: ProductRecord
  pair: string
  inverse: boolean
  hours: PriceHours
  ticks: KeptTicks
}

interface Leg {
  quote: SourceQuote
  heardMs: number
}

/** Best quotes of Kraken's currencies and of USDT, as ticks of the forex products. */
export class KrakenSource {
  private readonly options: SourceOptions
  private readonly followed = new Map<number, Followed>()
  private readonly legs = new Map<string, Leg>()
  private readonly socket: KeptSocket
  /** When each pair's quote was told last, anew or again. */
  private readonly toldMs = new Map<string, number>()
  private refusal: string | null = null
  private renewWaitMs = RENEW_FIRST_MS
  private renewAtMs = Number.NEGATIVE_INFINITY
  private stopWatching: Cancel = () => {}
  private lastId = 0

  constructor(options: SourceOptions, products: readonly ProductRecord[]) {
    this.options = options
    const { clock, log, random, sockets } = options
    for (const product of products) this.follow(product)
    this.socket = new KeptSocket({
      ...{ name: 'kraken', clock, log, random, sockets },
      address: () => this.address(),
      onText: (text, receivedMs) => this.heard(text, receivedMs),
    })
  }

  start(): void {
    this.socket.start()
    this.stopWatching = this.options.clock.every(WATCH_EVERY_MS, () => this.watch())
  }

  stop(): void {
    this.stopWatching()
    this.socket.stop()
  }

  add(product: ProductRecord): void {
    this.follow(product)
    this.socket.renew('another product')
  }

  refuse(productId: number, second: bigint): void {
    this.followed.get(productId)?.ticks.refuse(second)
  }

  take(beforeMs: number): RawTick[] {
    return [...this.followed.values()].flatMap(({ ticks }) => ticks.take(beforeMs))
  }

  isUnlisted(productId: number): boolean {
    return !this.followed.has(productId)
  }

  private follow(product: ProductRecord): void {
    const leg = legOf(product)
    if (leg === null) {
      this.options.log.warn({ symbol: product.symbol }, 'the exchange has no pair for the product')
      return
    }
    const hours = new PriceHours(product)
    this.followed.set(product.id, { product, ...leg, hours, ticks: new KeptTicks() })
    const nowMs = this.options.clock.nowMs()
    for (const pair of [leg.pair, TETHER_PAIR]) if (!this.toldMs.has(pair)) this.toldMs.set(pair, nowMs)
  }

  /** Another connection subscribes anew, without a moment between, when a pair was refused or gives nothing. */
  private watch(): void {
    const nowMs = this.options.clock.nowMs()
    if (nowMs < this.renewAtMs) return
    const reason = this.refusal ?? this.quietPair(nowMs)
    if (reason === null) {
      this.renewWaitMs = RENEW_FIRST_MS
      return
    }
    this.refusal = null
    this.renewAtMs = nowMs + this.renewWaitMs
    this.renewWaitMs = Math.min(this.renewWaitMs * 2, RENEW_MAX_MS)
    this.socket.renew(reason)
  }

  private quietPair(nowMs: number): string | null {
    const isQuiet = (pair: string): boolean => nowMs - (this.toldMs.get(pair) ?? nowMs) > QUIET_MS
    for (const { pair, hours } of this.followed.values()) {
      if (!hours.isOpen(nowMs) || !hours.isOpen(nowMs - QUIET_MS)) continue
      const quiet = [pair, TETHER_PAIR].find(isQuiet)
      if (quiet !== undefined) return `no quotes of ${quiet}`
    }
    return null
  }

  private address(): { url: string; greetings: readonly string[] } | null {
    const pairs = new Set([...this.followed.values()].map(({ pair }) => pair))
    if (pairs.size === 0) return null
    return { url: this.options.streamUrl, greetings: [subscription([TETHER_PAIR, ...pairs])] }
  }

  private heard(text: string, receivedMs: number): 'prices' | 'other' {
    const quotes = readQuotes(text, receivedMs)
    if ('refusal' in quotes) {
      this.options.log.warn({ refusal: quotes.refusal }, 'the exchange refused a subscription')
      this.refusal = quotes.refusal
      return 'other'
    }
    for (const quote of quotes) this.quoted(quote, receivedMs)
    return quotes.length > 0 ? 'prices' : 'other'
  }

  private quoted(quote: SourceQuote, heardMs: number): void {
    this.toldMs.set(quote.pair, heardMs)
    // Two connections deliver while one replaces the other.
    const before = this.legs.get(quote.pair)?.quote
    if (before !== undefined && isSame(before, quote)) return
    // What a clock that has stepped ahead told does not hold up what comes after it is right again.
    const isInTime = before !== undefined && heardMs - before.timeMs >= SOURCE_LAG_MS.exchange.min
    if (isInTime && quote.timeMs < before.timeMs) return
    this.legs.set(quote.pair, { quote, heardMs })
    for (const followed of this.followed.values()) {
      if (quote.pair === followed.pair || quote.pair === TETHER_PAIR) this.derive(followed, heardMs)
    }
  }

  private derive({ product, pair, inverse, hours, ticks }: Followed, nowMs: number): void {
    const base = this.legs.get(pair)
    const quote = this.legs.get(TETHER_PAIR)
    if (base === undefined || quote === undefined || !hours.isOpen(nowMs)) return
    if (nowMs - Math.min(base.heardMs, quote.heardMs) > LEG_MAX_MS) return
    const legs = { base: base.quote, quote: quote.quote }
    const price = derivePrice(legs, inverse, product.precision)
    if (price === null) return
    const judged = this.options.guard(product.id, price)
    if (judged === 'unchecked') return
    // Quotes have no numbers: these count the moments they were heard in, also over a restart.
    this.lastId = Math.max(this.lastId + 1, nowMs * 1_000)
    const sourceTimeMs = Math.max(base.quote.timeMs, quote.quote.timeMs)
    const tick = { productId: product.id, dueMs: nowMs, sourceTimeMs, price, volumeMicros: 0n }
    const kept: RawTick = { ...tick, tradeId: this.lastId, legs }
    ticks.add(judged === 'taken' ? kept : { ...kept, secondPrice: judged })
  }
}

function isSame(a: SourceQuote, b: SourceQuote): boolean {
  return a.bid === b.bid && a.ask === b.ask && a.timeMs === b.timeMs
}
