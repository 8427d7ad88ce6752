import type { ServerMessage, TickItem } from '@truestrike/protocol/frames.ts'
import type { SignedHeader } from '@truestrike/protocol/proof-endpoints.ts'

/** What is published on `market.entries.{symbol}` once a flush is durable. Plain JSON values. */
export interface MarketEntries {
  productId: number
  symbol: string
  epoch: number
  ticks: TickItem[]
  /** Voids among the entries, as they go over the wire; left out when there is none. */
  voids?: Extract<ServerMessage, { type: 'void' }>[]
  /** The flush's watermark, if it has one. */
  watermark: { seq: number; timeMs: number } | null
  /** The product's watermark after the flush: no later entry has a time at or before it. */
  watermarkMs: number
  headSeq: number
  /** The writer's clock is too far from the database's: the product is stale for everybody. */
  isClockOff: boolean
}

export const ENTRIES_SUBJECT = 'market.entries'

/** What is published on `market.blocks.{symbol}` once a block is stored. */
export interface MarketBlock {
  symbol: string
  header: SignedHeader
}

export const BLOCKS_SUBJECT = 'market.blocks'
