import { ensure } from '@truestrike/core/assert.ts'
import type { FrozenContract } from '@truestrike/core/frozen-contract.ts'
import { seqBefore, type VoidEntry } from '@truestrike/core/log-entry.ts'
import type { Opening } from '@truestrike/core/opening.ts'
import { voidTouches } from '@truestrike/core/outcome.ts'
import type { SealedBlock } from '@truestrike/core/proof/build-receipt.ts'
import type { SealedLog } from './traded-product.ts'

interface Voided {
  productId: number
  contract: FrozenContract
  opening: Opening
  /** Number of the entry that decided the contract before. */
  decidedSeq: number
}

/**
 * Number of the void that gave a stake back after the contract was decided: the first one since that touches it. Found
 * backwards, from header to header, as each names the newest void. Null: none in what is sealed and held.
 */
export async function findLateVoid(log: SealedLog, voided: Voided): Promise<number | null> {
  const { productId, contract, opening, decidedSeq } = voided
  let found: number | null = null
  let seq = (await log.newestHeader(productId))?.lastVoidSeq ?? 0
  while (seq > decidedSeq) {
    const block = await readBlockOf(log, productId, seq)
    if (block === null) return found
    const touching = block.entries.find(
      (entry): entry is VoidEntry =>
        entry.kind === 'void' && entry.seq > decidedSeq && voidTouches(entry, contract, opening),
    )
    found = touching?.seq ?? found
    const before = await readBlockOf(log, productId, seqBefore(ensure(block.entries[0])))
    seq = before?.header.lastVoidSeq ?? 0
  }
  return found
}

/**
 * The block that holds a number, or the one with the restart that left it out; null when it is not sealed yet, or no
 * longer held.
 */
export async function readBlockOf(
  log: SealedLog,
  productId: number,
  seq: number,
): Promise<SealedBlock | null> {
  const blocks = await log.readBlocks(productId, { fromSeq: seq, toSeq: seq })
  return (
    blocks.find(({ header, entries }) => seqBefore(ensure(entries[0])) < seq && seq <= header.lastSeq) ?? null
  )
}
