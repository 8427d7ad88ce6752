import { ensure } from '@truestrike/core/assert.ts'
import type { LogProduct } from '@truestrike/core/canonical-bytes.ts'
import type { LogEntry } from '@truestrike/core/log-entry.ts'
import { packEntries } from '@truestrike/core/packed-log.ts'
import { genesisHash } from '@truestrike/core/running-hash.ts'
import type { Db } from '../platform/db.ts'
import { insertBlocks, type LogBlock, type LogHead } from './log.store.ts'
import { readHashedEntries } from './read-log.ts'

/** Entries read into memory at once when a tail is taken over; a longer one is packed in blocks of so many. */
export const OPEN_ENTRIES_MAX = 10_000

/** Entries that are durable but not yet in a block, with the running hash before them. */
export interface OpenBlock {
  hashBefore: Uint8Array
  entries: LogEntry[]
}

/** The block as it is stored, or null when it has no entries. */
export function packBlock(head: LogHead, { hashBefore, entries }: OpenBlock): LogBlock | null {
  const first = entries[0]
  const last = entries.at(-1)
  if (first === undefined || last === undefined) return null
  return {
    productId: head.productId,
    epoch: head.epoch,
    firstSeq: first.seq,
    lastSeq: last.seq,
    firstTimeMs: first.timeMs,
    lastTimeMs: last.timeMs,
    hashBefore,
    packed: packEntries(entries),
  }
}

/**
 * What waits for its block up to a product's head, for its owner. A tail that grew long (packing failed for hours) is
 * packed on the way, so that what is left fits into memory and one block.
 */
export async function readOpenBlock(db: Db, product: LogProduct, head: LogHead): Promise<OpenBlock> {
  for (let fromSeq = head.blockedSeq + 1; ; ) {
    const read = await readHashedEntries(db, head.productId, product, {
      fromSeq,
      limit: OPEN_ENTRIES_MAX,
      genesis: genesisHash(product),
    })
    const open = { hashBefore: read[0]?.hashBefore ?? head.hash, entries: read.map(({ entry }) => entry) }
    if (read.length < OPEN_ENTRIES_MAX) return open
    const block = ensure(packBlock(head, open))
    await db.tx((sql) => insertBlocks(sql, [block]))
    fromSeq = block.lastSeq + 1
  }
}
