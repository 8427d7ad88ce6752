import type { Candle, CandleTick } from '@truestrike/core/candles.ts'
import type { FeedSource, PriceLegs } from '@truestrike/core/log-entry.ts'
import type { Period } from '@truestrike/core/period.ts'
import type { ProductRecord } from './product.store.ts'

/** One trade or quote as a feed hands it out. */
export interface RawTick {
  productId: number
  /** Service time at which it happened (simulated, replay) or was received (exchange). */
  dueMs: number
  /** Time the source gave it. */
  sourceTimeMs: number
  /** Integer at the product's precision. */
  price: bigint
  volumeMicros: bigint
  /** Ascending at the source; the last one of a slot is its price. */
  tradeId: number
  /** Of several that became one already. */
  firstTradeId?: number
  /** Made from a recorded bar, whose [low, high] bounds it: no price of it is an outlier. */
  isOfBar?: true
  /** Its source lies too far from the second one, whose price this is: it is logged, and part of no price. */
  secondPrice?: bigint
  /** The quotes it was made of, where it is no price of its own. */
  legs?: PriceLegs
}

/** Trades the feed missed and fetched later: for candles, never for the log. */
export interface MissedTrades {
  productId: number
  /** Of the last trade before them and of the first one after them, at the source. */
  fromMs: number
  toMs: number
  /** In the source's order. */
  trades: readonly CandleTick[]
}

interface FeedPoll {
  /** Ascending by dueMs within each product, each handed out once. */
  ticks: RawTick[]
  /** Not all ticks up to the asked time are known yet: ask again, nothing of that time may be written before. */
  waiting: boolean
  missed?: readonly MissedTrades[]
}

/** Candles of the time before the first tick, oldest first. */
export interface HistoryBatch {
  period: Period
  candles: Candle[]
}

/**
 * Where prices come from. The engine asks for what became due; a feed never calls anyone. It knows no contract, no user
 * and no order (the layer test holds it to that).
 */
export interface Feed {
  readonly source: FeedSource
  start(): Promise<void>
  /** Everything with `dueMs < beforeMs` that was not handed out before. Called with a time that never goes back. */
  poll(beforeMs: number): FeedPoll
  /** What has to be told before it is needed, beside the prices. Called about once a second, does little then. */
  prepare?(): Promise<void>
  /** The log goes on after this trade of the same source: what came between is missed. */
  resume?(productId: number, last: { tradeId: number; timeMs: number }): void
  /** The log goes on in a quarantine, in which this was the second price: until this feed finds that both agree. */
  resumeQuarantine?(productId: number, secondPrice: bigint): void
  /** A product that was added under way: its prices come from now on. */
  add?(product: ProductRecord): Promise<void>
  /** Products this feed has nothing for: shown as closed. */
  hasNoData(productId: number): boolean
  /** Those it holds for wrong at the moment. */
  quarantined?(): Iterable<string>
  /** How far recorded time lies behind service time for the product; null where the source's time is the service's. */
  recordedShiftMs(productId: number): number | null
  /** Candles of before `joinMs` (the product's first tick), finest period first; the same again when asked again. */
  history(productId: number, joinMs: number): AsyncIterable<HistoryBatch>
  stop(): Promise<void>
}
