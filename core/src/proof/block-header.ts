import { sha256 } from '@noble/hashes/sha2.js'
import { assert, ensure } from '../assert.ts'
import { decodeBase64url, encodeBase64url } from '../base64url.ts'
import { createByteWriter } from '../byte-writer.ts'
import { HASH_BYTES, type LogProduct, leafHash } from '../canonical-bytes.ts'
import { type LogEntry, seqBefore } from '../log-entry.ts'
import { unwrap } from '../result.ts'
import { genesisHash, nextRunningHash } from '../running-hash.ts'
import { isMark, type MarkKind } from './hidden-marks.ts'
import { merkleRoot } from './merkle.ts'
import { signedMessage } from './signature.ts'

export const HEADER_VERSION = 1
const HEADER_PREFIX = 0x02

/** What a block says of its entries. Hashes are base64url. */
export interface BlockHeader {
  /** From 1, without gaps but before a restart. */
  readonly number: number
  /** Product version in the leaves of all its entries. */
  readonly productVersion: number
  readonly firstSeq: number
  readonly lastSeq: number
  /** Merkle root over the leaves; an entry stands at place seq − firstSeq. */
  readonly root: string
  /** Hash of the header before; zeros in the first. */
  readonly previous: string
  /** Running hash of the log after the last entry. */
  readonly runningHash: string
  /** Numbers of the newest `source` and the newest `void` entry at or before lastSeq, a `restart` counting as both; 0: none. */
  readonly lastSourceSeq: number
  readonly lastVoidSeq: number
  /** Time of sealing, never before the last entry's, nor before the header's before. */
  readonly timeMs: number
}

/** A restart leaves out a number of a block for so many numbers of entries, or some of them: never more than entries. */
export const RESTART_SEQS_PER_BLOCK = 1_000

/** Hash in the place of a header before the first. */
export const NO_HEADER = encodeBase64url(new Uint8Array(HASH_BYTES))

/**
 * Canonical bytes of a header, version 1, big endian: version u8 (1), symbol (length u8, ASCII), product version u32,
 * precision u8, number u64, first and last seq u64, root 32, previous header's hash 32, running hash 32, last source seq
 * u64, last void seq u64, time in ms u64.
 */
export function headerBytes(
  header: BlockHeader,
  product: Pick<LogProduct, 'symbol' | 'precision'>,
): Uint8Array {
  const out = createByteWriter(192)
  out.u8(HEADER_VERSION)
  out.ascii(product.symbol)
  out.u32(header.productVersion)
  out.u8(product.precision)
  for (const value of [header.number, header.firstSeq, header.lastSeq]) out.u64(value)
  for (const hash of [header.root, header.previous, header.runningHash])
    out.raw(unwrap(decodeBase64url(hash)))
  for (const value of [header.lastSourceSeq, header.lastVoidSeq, header.timeMs]) out.u64(value)
  return out.done()
}

/** SHA-256(0x02 ‖ bytes), base64url: what the next header calls `previous`. */
export function headerHash(bytes: Uint8Array): string {
  const prefixed = new Uint8Array(bytes.length + 1)
  prefixed[0] = HEADER_PREFIX
  prefixed.set(bytes, 1)
  return encodeBase64url(sha256(prefixed))
}

/** What the site's key signs of a header. */
export function headerMessage(bytes: Uint8Array): Uint8Array {
  return signedMessage('truestrike block 1', bytes)
}

/**
 * Header over the entries that follow `before` (null: the log's first); `nowMs` is the time of sealing. Whoever has the
 * leaves of the entries hands them over.
 */
export function nextHeader(
  before: BlockHeader | null,
  entries: readonly LogEntry[],
  product: LogProduct,
  nowMs: number,
  leaves: readonly Uint8Array[] = entries.map((entry) => leafHash(entry, product)),
): BlockHeader {
  const first = ensure(entries[0], 'a block has an entry')
  const last = ensure(entries.at(-1))
  assert(seqBefore(first) === (before?.lastSeq ?? 0), 'blocks follow one another without gaps')
  assert(last.seq - first.seq === entries.length - 1, 'the entries of a block have no gaps')
  assert(leaves.length === entries.length, 'every entry has its leaf')
  const start = before === null ? genesisHash(product) : unwrap(decodeBase64url(before.runningHash))
  const newest = (kind: MarkKind) => entries.findLast((entry) => isMark(entry, kind))?.seq
  const leftOut = Math.ceil((first.seq - seqBefore(first) - 1) / RESTART_SEQS_PER_BLOCK)
  return {
    number: (before?.number ?? 0) + 1 + leftOut,
    productVersion: product.version,
    firstSeq: first.seq,
    lastSeq: last.seq,
    root: encodeBase64url(merkleRoot(leaves)),
    previous: before === null ? NO_HEADER : headerHash(headerBytes(before, product)),
    runningHash: encodeBase64url(leaves.reduce(nextRunningHash, start)),
    lastSourceSeq: newest('source') ?? before?.lastSourceSeq ?? 0,
    lastVoidSeq: newest('void') ?? before?.lastVoidSeq ?? 0,
    timeMs: Math.max(nowMs, last.timeMs, before?.timeMs ?? 0),
  }
}
