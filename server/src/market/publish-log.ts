import type { Bus } from '../platform/bus.ts'
import { BLOCKS_SUBJECT, ENTRIES_SUBJECT, type MarketBlock, type MarketEntries } from './market-entries.ts'
import { voidFrame } from './market-sockets.ts'
import type { LaneFlush } from './price-lane.ts'
import { signedHeaderOf } from './public-blocks.ts'
import type { SealedLane } from './seal-log.ts'

/** Publishes what a durable flush added to a product's log. */
export function publishFlush(flush: LaneFlush, isClockOff: boolean, bus: Bus): void {
  const { entries, items } = flush
  const { head } = flush.append
  const { symbol } = flush.lane.product
  const voids = entries.flatMap((entry) => (entry.kind === 'void' ? [voidFrame(symbol, entry)] : []))
  const watermark = entries.findLast((entry) => entry.kind === 'watermark')
  const payload: MarketEntries = {
    productId: head.productId,
    symbol,
    epoch: head.epoch,
    ticks: items,
    ...(voids.length === 0 ? {} : { voids }),
    watermark: watermark === undefined ? null : { seq: watermark.seq, timeMs: watermark.timeMs },
    watermarkMs: head.watermarkMs,
    headSeq: head.lastSeq,
    isClockOff,
  }
  bus.publish(`${ENTRIES_SUBJECT}.${payload.symbol}`, payload)
}

/** Publishes the headers of blocks that are stored. */
export function publishBlocks(sealed: readonly SealedLane[], bus: Bus): void {
  for (const { lane, block } of sealed) {
    const payload: MarketBlock = { symbol: lane.product.symbol, header: signedHeaderOf(block) }
    bus.publish(`${BLOCKS_SUBJECT}.${payload.symbol}`, payload)
  }
}
