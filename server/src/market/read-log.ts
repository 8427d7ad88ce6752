import { ensure } from '@truestrike/core/assert.ts'
import { type LogProduct, leafHash } from '@truestrike/core/canonical-bytes.ts'
import { type LogEntry, seqBefore } from '@truestrike/core/log-entry.ts'
import { unpackEntries } from '@truestrike/core/packed-log.ts'
import { unwrap } from '@truestrike/core/result.ts'
import { genesisHash, nextRunningHash } from '@truestrike/core/running-hash.ts'
import type { Sql } from '../platform/db.ts'
import { type LogChunk, listTail } from './log.store.ts'
import { blockEndBefore, listChunks } from './log-blocks.store.ts'

export interface ReadRange {
  /** First seq wanted; default the log's first. */
  fromSeq?: number
  /** First time wanted. */
  fromMs?: number
  /** Last time wanted. */
  toMs?: number
  /** Entries at most. */
  limit: number
  /** Awaited between parts of a long reading, so that others are served in between. */
  nextTurn?: () => Promise<unknown>
}

const BLOCKS_PER_READ = 64
/** Entries unpacked between two turns of the event loop, and as many as one more block has: a millisecond or two. */
const ENTRIES_PER_TURN = 500
const EVER_MS = 8_640_000_000_000_000

/**
 * Entries of one product's log, ascending by seq without gaps inside the range, from blocks and tail. Reads as far as the
 * limit goes; run it in one transaction with what depends on it. What retention removed is simply not there.
 */
export async function readEntries(sql: Sql, productId: number, range: ReadRange): Promise<LogEntry[]> {
  return (await readVersioned(sql, productId, range)).entries
}

/** With the product version in the leaf of each. */
async function readVersioned(
  sql: Sql,
  productId: number,
  range: ReadRange,
): Promise<{ entries: LogEntry[]; versions: number[] }> {
  const entries: LogEntry[] = []
  const versions: number[] = []
  const found = { entries, versions }
  const fromMs = range.fromMs ?? 0
  const toMs = range.toMs ?? EVER_MS
  let fromSeq = range.fromSeq ?? 1
  let unpacked = 0
  const take = ({ packed, productVersion: version }: LogChunk): boolean => {
    const chunk = unwrap(unpackEntries(packed))
    unpacked += chunk.length
    for (const entry of chunk) {
      if (entry.timeMs > toMs) return true
      if (entry.seq < fromSeq) continue
      fromSeq = entry.seq + 1
      if (entry.timeMs < fromMs) continue
      entries.push(entry)
      versions.push(version)
      if (entries.length >= range.limit) return true
    }
    return false
  }
  /** Until one of them says that it is the last one wanted. */
  const takeAll = async (chunks: readonly LogChunk[]): Promise<boolean> => {
    for (const chunk of chunks) {
      if (unpacked >= ENTRIES_PER_TURN) {
        unpacked = 0
        await range.nextTurn?.()
      }
      if (take(chunk)) return true
    }
    return false
  }
  for (;;) {
    const blocks = await listChunks(sql, productId, { fromSeq, fromMs, toMs, limit: BLOCKS_PER_READ })
    if (await takeAll(blocks)) return found
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
    const moved = await listChunks(sql, productId, { fromSeq, fromMs, toMs, limit: BLOCKS_PER_READ })
    if (await takeAll(moved)) return found
  }
  await takeAll(tail)
  return found
}

export interface HashedEntry {
  entry: LogEntry
  leaf: Uint8Array
  /** Running hash after the entry. */
  hash: Uint8Array
}

/**
 * As `readEntries` from a seq on, each with its leaf and the running hash. Begins later when the seq is no longer held, or
 * the block before it is not: then nothing tells the hash before.
 */
export async function readHashedEntries(
  sql: Sql,
  productId: number,
  product: Omit<LogProduct, 'version'>,
  range: { fromSeq: number; limit: number },
): Promise<HashedEntry[]> {
  const before = await blockEndBefore(sql, productId, range.fromSeq - 1)
  const startSeq = (before?.seq ?? 0) + 1
  const { entries, versions } = await readVersioned(sql, productId, {
    fromSeq: startSeq,
    limit: range.limit + range.fromSeq - startSeq,
  })
  const first = entries[0]
  if (first === undefined) return []
  if (seqBefore(first) !== startSeq - 1) {
    const end = await firstBlockEnd(sql, productId)
    return end === null ? [] : readHashedEntries(sql, productId, product, { ...range, fromSeq: end + 1 })
  }
  let hash = before?.hash ?? genesisHash({ ...product, version: ensure(versions[0]) })
  return entries.flatMap((entry, at) => {
    const version = ensure(versions[at])
    const leaf = leafHash(entry, { ...product, version })
    hash = nextRunningHash(hash, leaf)
    return entry.seq < range.fromSeq ? [] : [{ entry, leaf, hash }]
  })
}

async function firstBlockEnd(sql: Sql, productId: number): Promise<number | null> {
  const [first] = await listChunks(sql, productId, { fromSeq: 1, fromMs: 0, toMs: EVER_MS, limit: 1 })
  return first?.lastSeq ?? null
}

/** Running hash after an entry; null when it is not held, or nothing tells it any more. */
export async function readHashAfter(
  sql: Sql,
  productId: number,
  product: Omit<LogProduct, 'version'>,
  seq: number,
): Promise<Uint8Array | null> {
  const end = await blockEndBefore(sql, productId, seq)
  if (end?.seq === seq) return end.hash
  const [found] = await readHashedEntries(sql, productId, product, { fromSeq: seq, limit: 1 })
  return found?.entry.seq === seq ? found.hash : null
}
