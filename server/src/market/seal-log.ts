import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { Signer } from '../proof/signer.ts'
import { deleteBlockedTail, measureTail } from './log.store.ts'
import { insertBlocks, type LogBlock } from './log-blocks.store.ts'
import type { PriceEngine } from './price-engine.ts'
import type { PriceLane } from './price-lane.ts'

/** What is not sealed by now is not going to be. */
const TAIL_AGE_MAX_MS = 60_000

export interface SealLogParts {
  db: Db
  engine: PriceEngine
  signer: Signer
  clock: Pick<Clock, 'nowMs'>
}

export interface SealedLane {
  lane: PriceLane
  block: LogBlock
}

/**
 * Moves what is durable from the tail into one signed block a product; the entries stay as they are, only packed together.
 * `due`: of the products whose time it is. Answers what it sealed, stored by then.
 */
export async function sealLog(parts: SealLogParts, which: 'due' | 'all' = 'all'): Promise<SealedLane[]> {
  let sealed: SealedLane[] = []
  await parts.engine.inTurn(async () => {
    sealed = await sealInTurn(parts, which)
  })
  return sealed
}

/**
 * Runs `work` while every entry of this process's products is in a block and none is appended; tells what it sealed
 * for it, stored by then.
 */
export async function sealAndRest(
  parts: SealLogParts,
  work: () => Promise<void>,
  onSealed: (sealed: readonly SealedLane[]) => void,
): Promise<void> {
  const hasOpen = (): boolean =>
    parts.engine.lanes.some(({ openBlock }) => (openBlock?.entries.length ?? 0) > 0)
  await parts.engine.inTurn(async () => {
    // More than once when a long tail does not go into one block.
    while (hasOpen()) onSealed(await sealInTurn(parts, 'all'))
    await work()
  })
}

async function sealInTurn(
  { db, engine, signer, clock }: SealLogParts,
  which: 'due' | 'all',
): Promise<SealedLane[]> {
  const sealed: SealedLane[] = []
  const nowMs = clock.nowMs()
  const due = engine.lanes.filter((lane) => which === 'all' || lane.isBlockDue(nowMs))
  // Before anything can fail: what does is tried again in its time, not at once and for ever.
  for (const lane of due) lane.blockTried(nowMs)
  for (const lane of due) {
    const block = lane.draftBlock({ signer, nowMs })
    if (block !== null) sealed.push({ lane, block })
  }
  if (sealed.length === 0) return sealed
  try {
    await store(db, sealed, engine)
  } catch (error) {
    // The answer may have been lost, or the product: begin again from what is stored.
    engine.forget()
    throw error
  }
  for (const { lane, block } of sealed) lane.sealed(block)
  return sealed
}

function store(db: Db, sealed: readonly SealedLane[], { lanes }: PriceEngine): Promise<void> {
  const drained = new Set(sealed.map(({ lane }) => lane))
  return db.tx(async (sql) => {
    await insertBlocks(
      sql,
      sealed.map(({ block }) => block),
    )
    // A flush goes when all of its products are sealed: no use looking before.
    const waiting = lanes.some((lane) => !drained.has(lane) && (lane.openBlock?.entries.length ?? 0) > 0)
    if (!waiting) await deleteBlockedTail(sql)
  })
}

/** How many flushes are in the tail. Throws when the oldest has waited too long. */
export async function checkTail(db: Db, clock: Pick<Clock, 'nowMs' | 'speed'>): Promise<number> {
  const { flushes, oldestMs } = await measureTail(db)
  const ageMs = oldestMs === null ? 0 : (clock.nowMs() - oldestMs) / clock.speed
  if (ageMs > TAIL_AGE_MAX_MS) {
    throw new Error(
      `the log is not sealed any more: ${flushes} flushes wait, the oldest for ${Math.round(ageMs)} ms`,
    )
  }
  return flushes
}
