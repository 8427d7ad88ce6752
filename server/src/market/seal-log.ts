import { ensure } from '@truestrike/core/assert.ts'
import { packEntries } from '@truestrike/core/packed-log.ts'
import type { Db } from '../platform/db.ts'
import { deleteBlockedTail, insertBlocks, type LogBlock } from './log.store.ts'
import type { PriceEngine } from './price-engine.ts'
import type { PriceLane } from './price-lane.ts'

/** Moves what is durable from the tail into one block a product; the entries stay as they are, only packed together. */
export function sealLog(db: Db, engine: PriceEngine): Promise<void> {
  return engine.inTurn(async () => {
    const sealed: { lane: PriceLane; block: LogBlock; hashAfter: Uint8Array }[] = []
    for (const lane of engine.lanes) {
      const open = lane.openBlock
      const first = open?.entries[0]
      const last = open?.entries.at(-1)
      if (open === null || first === undefined || last === undefined) continue
      sealed.push({
        lane,
        block: {
          productId: lane.product.id,
          epoch: ensure(lane.head).epoch,
          firstSeq: first.seq,
          lastSeq: last.seq,
          firstTimeMs: first.timeMs,
          lastTimeMs: last.timeMs,
          hashBefore: open.hashBefore,
          packed: packEntries(open.entries),
        },
        // Everything committed so far is in the open block: the head's hash is the one after it.
        hashAfter: ensure(lane.head).hash,
      })
    }
    if (sealed.length === 0) return
    try {
      await db.tx(async (sql) => {
        await insertBlocks(
          sql,
          sealed.map(({ block }) => block),
        )
        await deleteBlockedTail(sql)
      })
    } catch (error) {
      // The answer may have been lost, or the product: begin again from what is stored.
      await engine.reload()
      throw error
    }
    for (const { lane, block, hashAfter } of sealed) lane.sealed(block.lastSeq, hashAfter)
  })
}
