/** Where the prices of a product come from. */
export type FeedSource = 'simulated' | 'replay' | 'exchange'

/**
 * Why a tick was not taken into the prices: it jumped too far, came out of order, or its source deviates from the second
 * source it is held against.
 */
export type RejectionRule = 'outlier' | 'order' | 'deviation'

interface Numbered {
  /** Number in the product's log: from 1, without gaps but before a restart. Safe integer. */
  readonly seq: number
  /** Service clock, milliseconds since 1970 UTC; never smaller than in the entry before. Safe integer. */
  readonly timeMs: number
}

/** Best bid and ask of a pair, as the source wrote them: plain decimals, at most `QUOTE_TEXT_MAX` characters each. */
export interface SourceQuote {
  /** Two names of currencies with a slash between. */
  readonly pair: string
  readonly bid: string
  readonly ask: string
  /** The source's clock. */
  readonly timeMs: number
}

/** The two quotes a derived price was made of: of the product's currency, and of what a USDT costs. */
export interface PriceLegs {
  readonly base: SourceQuote
  readonly quote: SourceQuote
}

export const QUOTE_PAIR = /^[A-Z0-9]{2,10}\/[A-Z0-9]{2,10}$/
export const QUOTE_TEXT = /^[0-9]+(\.[0-9]+)?$/
export const QUOTE_TEXT_MAX = 40

interface SourcedPrice {
  /** Integer at the product's precision, above zero. */
  readonly price: bigint
  /** Quote volume of the slot. */
  readonly volumeMicros: bigint
  readonly source: FeedSource
  /** First and last trade id of the slot at the source; 0 where the source has none. */
  readonly firstTradeId: number
  readonly lastTradeId: number
  /** Time the source gave it. */
  readonly sourceTimeMs: number
  /** Of a derived price; left out in logs from before they were entered. */
  readonly legs?: PriceLegs
}

export interface TickEntry extends Numbered, SourcedPrice {
  readonly kind: 'tick'
}

/** No later entry has a time at or before `timeMs`. */
export interface WatermarkEntry extends Numbered {
  readonly kind: 'watermark'
}

/** Merkle root (SHA-256, base64url) of `count` orders accepted in one batch. */
export interface AcceptanceEntry extends Numbered {
  readonly kind: 'acceptance'
  readonly root: string
  readonly count: number
}

/** The product was voided for [fromMs, toMs] (trading rules, life of a contract, step 9). */
export interface VoidEntry extends Numbered {
  readonly kind: 'void'
  readonly fromMs: number
  readonly toMs: number
  /** Contracts whose stake is returned by it. */
  readonly contractCount: number
  /** Effect on the house, signed. */
  readonly houseEffectMicros: bigint
  /** At most 200 UTF-8 bytes, shown to everyone. */
  readonly reason: string
}

/** From here on prices come from `source`. The first entry of a log is one. */
export interface SourceEntry extends Numbered {
  readonly kind: 'source'
  readonly source: FeedSource
}

/**
 * The service was restored from a backup: this entry follows `afterSeq`, and what was published under numbers in between is
 * lost. It stands at the first moment of which the log knows nothing. Every contract still open at that moment is
 * cancelled by it, as by a change of source; from here on prices come from `source`.
 */
export interface RestartEntry extends Numbered {
  readonly kind: 'restart'
  readonly source: FeedSource
  /** Number of the entry before it: below its own by more than anybody can have seen. */
  readonly afterSeq: number
}

/** A tick that was not taken: it has a number, but no part in any price. */
export interface RejectedEntry extends Numbered, SourcedPrice {
  readonly kind: 'rejected'
  readonly rule: RejectionRule
  /** Of a deviation: the second source's price it was held against. Left out in logs from before it was entered. */
  readonly secondPrice?: bigint
}

export type LogEntry =
  | TickEntry
  | WatermarkEntry
  | AcceptanceEntry
  | VoidEntry
  | SourceEntry
  | RejectedEntry
  | RestartEntry
export type LogEntryKind = LogEntry['kind']

/** Number of the entry before one; 0: it is the first. */
export function seqBefore(entry: LogEntry): number {
  return entry.kind === 'restart' ? entry.afterSeq : entry.seq - 1
}

/** Bytes a void's reason may have at most. */
export const VOID_REASON_BYTES_MAX = 200

/** Numbers of kinds, sources and rules in canonical and packed bytes. Never reused, never renumbered. */
export const KIND_BYTES = {
  tick: 1,
  watermark: 2,
  acceptance: 3,
  void: 4,
  source: 5,
  rejected: 6,
  restart: 7,
} as const
export const SOURCE_BYTES = { simulated: 1, replay: 2, exchange: 3 } as const
/** What a price may carry beyond its own members, as bits in canonical and packed bytes. Never reused either. */
export const PART_BITS = { legs: 1, secondPrice: 2 } as const
export const RULE_BYTES = { outlier: 1, order: 2, deviation: 3 } as const

/** Bits of what the entry carries; 0: nothing. */
export function partsOf(entry: LogEntry): number {
  if (entry.kind !== 'tick' && entry.kind !== 'rejected') return 0
  const second = entry.kind === 'rejected' && entry.secondPrice !== undefined
  return (entry.legs === undefined ? 0 : PART_BITS.legs) | (second ? PART_BITS.secondPrice : 0)
}
