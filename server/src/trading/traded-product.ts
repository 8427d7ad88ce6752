import type { Category } from '@truestrike/core/default-rules.ts'
import type { FeedSource, LogEntry } from '@truestrike/core/log-entry.ts'
import type { BlockHeader } from '@truestrike/core/proof/block-header.ts'
import type { SealedBlock } from '@truestrike/core/proof/build-receipt.ts'

/** What trading asks of a product; `market` answers it from memory. */
export interface TradedProduct {
  id: number
  symbol: string
  category: Category
  precision: number
  version: number
  source: FeedSource
  calendarVersion: number
  /** The clock of whoever writes its prices is too far from the database's for them to count as fresh. */
  isWriterClockOff: boolean
  /** The open span around a time, both ends included; null when closed then. */
  openSpanAt(timeMs: number): { fromMs: number; toMs: number } | null
  /** By its trading hours as they are now, whatever its feed has. */
  isOpenThroughout(fromMs: number, toMs: number): boolean
}

export interface ProductLookup {
  find(symbol: string): TradedProduct | undefined
  list(): readonly TradedProduct[]
  /** Reads the products anew: what is in memory may be old. */
  refresh(): Promise<void>
}

/** Begins with the block of a number of the log, or of the last entry before a time, and ends with that of one or the first after one. */
type BlockSpan = ({ fromSeq: number } | { fromMs: number }) & ({ toSeq: number } | { toMs: number })

/** The signed blocks of the log, read-only. */
export interface SealedLog {
  /** Blocks that touch a span, ascending; what is not sealed yet, or no longer held, is not there. */
  readBlocks(productId: number, span: BlockSpan): Promise<SealedBlock[]>
  /** Header of the newest block; null before the first. */
  newestHeader(productId: number): Promise<BlockHeader | null>
}

/** The durable price log, read-only. */
export interface PriceLog {
  /** Time of the first entry that is held; null: there is none. */
  beginMs(productId: number): Promise<number | null>
  /**
   * Entries of a product with `fromMs ≤ time ≤ toMs`, ascending, and those after them up to the first that proves the log
   * past `toMs` (when there is one). Nothing at or after `fromMs` is left out before the first of them.
   */
  readSpan(productId: number, fromMs: number, toMs: number): Promise<LogEntry[]>
  /** The same from a number on instead of a time. */
  readFromSeq(productId: number, fromSeq: number, toMs: number): Promise<LogEntry[]>
  /** `source`, `restart` and `void` entries with a number above `afterSeq` and below `beforeSeq`, ascending. */
  readMarks(productId: number, span: { afterSeq: number; beforeSeq: number }): Promise<LogEntry[]>
}
