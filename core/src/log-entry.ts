/** Where the prices of a product come from. */
export type FeedSource = 'simulated' | 'replay' | 'exchange'

/** Why a tick was not taken into the prices: it jumped too far, or came out of order. */
export type RejectionRule = 'outlier' | 'order'

interface Numbered {
  /** Number in the product's log: from 1, without gaps but before a restart. Safe integer. */
  readonly seq: number
  /** Service clock, milliseconds since 1970 UTC; never smaller than in the entry before. Safe integer. */
  readonly timeMs: number
}

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
export const RULE_BYTES = { outlier: 1, order: 2 } as const
