import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { deleteBlockedTail, insertBlocks, type LogBlock, measureTail } from './log.store.ts'
import { packBlock } from './open-block.ts'
import type { PriceEngine } from './price-engine.ts'
import type { PriceLane } from './price-lane.ts'

/** What is not packed by now is not going to be; sealing runs every ten seconds of real time. */
const TAIL_AGE_MAX_MS = 60_000

/** Moves what is durable from the tail into one block a product; the entries stay as they are, only packed together. */
export function sealLog(db: Db, engine: PriceEngine): Promise<void> {
  return engine.inTurn(async () => {
    const sealed: { lane: PriceLane; block: LogBlock; hashAfter: Uint8Array }[] = []
    for (const lane of engine.lanes) {
      const { head, openBlock } = lane
      if (head === null || openBlock === null) continue
      const block = packBlock(head, openBlock)
      // Everything committed so far is in the open block: the head's hash is the one after it.
      if (block !== null) sealed.push({ lane, block, hashAfter: head.hash })
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
      engine.forget()
      throw error
    }
    for (const { lane, block, hashAfter } of sealed) lane.sealed(block.lastSeq, hashAfter)
  })
}

/** After sealing: how many flushes are left in the tail. Throws when the oldest has waited too long. */
export async function checkTail(db: Db, clock: Pick<Clock, 'nowMs' | 'speed'>): Promise<number> {
  const { flushes, oldestMs } = await measureTail(db)
  const ageMs = oldestMs === null ? 0 : (clock.nowMs() - oldestMs) / clock.speed
  if (ageMs > TAIL_AGE_MAX_MS) {
    throw new Error(
      `the log is not packed any more: ${flushes} flushes wait, the oldest for ${Math.round(ageMs)} ms`,
    )
  }
  return flushes
}
