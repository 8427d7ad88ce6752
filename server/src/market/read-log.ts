import { ensure } from '@truestrike/core/assert.ts'
import { type LogProduct, leafHash } from '@truestrike/core/canonical-bytes.ts'
import type { LogEntry } from '@truestrike/core/log-entry.ts'
import { unpackEntries } from '@truestrike/core/packed-log.ts'
import { unwrap } from '@truestrike/core/result.ts'
import { nextRunningHash } from '@truestrike/core/running-hash.ts'
import type { Sql } from '../platform/db.ts'
import { lastBlockOf, listBlocks, listTail } from './log.store.ts'

export interface ReadRange {
  /** First seq wanted; default the log's first. */
  fromSeq?: number
  /** First time wanted. */
  fromMs?: number
  /** Last time wanted. */
  toMs?: number
  /** Entries at most. */
  limit: number
}

const BLOCKS_PER_READ = 64
const EVER_MS = 8_640_000_000_000_000

/**
 * Entries of one product's log, ascending by seq without gaps inside the range, from blocks and tail. Reads as far as the
 * limit goes; run it in one transaction with what depends on it. What retention removed is simply not there.
 */
export async function readEntries(sql: Sql, productId: number, range: ReadRange): Promise<LogEntry[]> {
  const entries: LogEntry[] = []
  const fromMs = range.fromMs ?? 0
  const toMs = range.toMs ?? EVER_MS
  let fromSeq = range.fromSeq ?? 1
  const take = (packed: Uint8Array): boolean => {
    for (const entry of unwrap(unpackEntries(packed))) {
      if (entry.timeMs > toMs) return true
      if (entry.seq < fromSeq) continue
      fromSeq = entry.seq + 1
      if (entry.timeMs < fromMs) continue
      entries.push(entry)
      if (entries.length >= range.limit) return true
    }
    return false
  }
  for (;;) {
    const blocks = await listBlocks(sql, productId, { fromSeq, fromMs, toMs, limit: BLOCKS_PER_READ })
    for (const block of blocks) if (take(block.packed)) return entries
    if (blocks.length < BLOCKS_PER_READ) break
  }
  // The tail is read after the blocks: what was moved in between is caught by reading the blocks once more.
  const tail = await listTail(sql, productId, {
    fromSeq,
    // A chunk gives at least one entry, unless it is of too early a time.
    limit: fromMs > 0 ? null : range.limit - entries.length,
  })
  const first = tail[0]
  if (first === undefined || first.firstSeq > fromSeq) {
    const moved = await listBlocks(sql, productId, { fromSeq, fromMs, toMs, limit: BLOCKS_PER_READ })
    for (const block of moved) if (take(block.packed)) return entries
  }
  for (const chunk of tail) if (take(chunk.packed)) return entries
  return entries
}

export interface HashedEntry {
  entry: LogEntry
  /** Running hash before and after the entry. */
  hashBefore: Uint8Array
  hash: Uint8Array
}

/** As `readEntries` from a seq on, each with its running hashes. Begins later when the seq is no longer held. */
export async function readHashedEntries(
  sql: Sql,
  productId: number,
  product: LogProduct,
  range: { fromSeq: number; limit: number; genesis: Uint8Array },
): Promise<HashedEntry[]> {
  const blocks = await listBlocks(sql, productId, {
    fromSeq: range.fromSeq,
    fromMs: 0,
    toMs: EVER_MS,
    limit: BLOCKS_PER_READ,
  })
  const first = blocks[0]
  const start = first === undefined ? await hashAtTailStart(sql, productId, range.genesis) : first
  const entries = await readEntries(sql, productId, {
    fromSeq: start.firstSeq,
    limit: range.limit + Math.max(0, range.fromSeq - start.firstSeq),
  })
  const hashed: HashedEntry[] = []
  let hash = start.hashBefore ?? range.genesis
  for (const entry of entries) {
    const hashBefore = hash
    hash = nextRunningHash(hash, leafHash(entry, product))
    if (entry.seq >= range.fromSeq) hashed.push({ entry, hashBefore, hash })
  }
  return hashed
}

/** Where the tail begins when no block holds the seq: after the last block, or at the very beginning. */
async function hashAtTailStart(
  sql: Sql,
  productId: number,
  genesis: Uint8Array,
): Promise<{ firstSeq: number; hashBefore: Uint8Array }> {
  const last = await lastBlockOf(sql, productId)
  if (last === null) return { firstSeq: 1, hashBefore: genesis }
  return { firstSeq: last.firstSeq, hashBefore: ensure(last.hashBefore) }
}
