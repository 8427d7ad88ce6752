import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { assert, ensure, unreachable } from './assert.ts'
import { decodeBase64url } from './base64url.ts'
import { type ByteWriter, createByteWriter } from './byte-writer.ts'
import {
  KIND_BYTES,
  type LogEntry,
  type PriceLegs,
  partsOf,
  type RejectedEntry,
  RULE_BYTES,
  SOURCE_BYTES,
  type TickEntry,
  VOID_REASON_BYTES_MAX,
} from './log-entry.ts'
import { unwrap } from './result.ts'

/** What of a product goes into every leaf: it fixes what a price means. */
export interface LogProduct {
  readonly symbol: string
  readonly version: number
  readonly precision: number
}

export const CANONICAL_VERSION = 1
/** Of a price that carries its legs, or the second source's. */
export const CANONICAL_VERSION_PARTS = 2
export const HASH_BYTES = 32

/**
 * Canonical bytes of a log entry. Numbers are big endian; u8, u32, u64 unsigned, i64 two's complement.
 *
 * | bytes | field |
 * |---|---|
 * | 1 | version: 1, or 2 where something comes after the body |
 * | 1 | kind: tick 1, watermark 2, acceptance 3, void 4, source 5, rejected 6, restart 7 |
 * | 1 + n | symbol: length n, then ASCII |
 * | 4 | product version, u32 |
 * | 1 | precision, u8 |
 * | 8 | seq, u64 |
 * | 8 | time in ms, u64 |
 * | … | body, by kind |
 *
 * - tick: price i64, volume in micro-USDT u64, source u8 (simulated 1, replay 2, exchange 3), first trade id u64, last trade id u64,
 *   source time in ms u64
 * - watermark: nothing
 * - acceptance: count u32, root 32 bytes
 * - void: from u64, to u64, contract count u32, effect on the house i64, reason: length u8, then UTF-8
 * - source: source u8
 * - rejected: rule u8 (outlier 1, order 2, deviation 3), then as a tick
 * - restart: source u8, seq of the entry before it u64
 *
 * Version 2, only of ticks and rejected ones that carry more: after the body a u8 of bits (1 legs, 2 second price), then
 * - legs: base and quote, each pair, bid and ask (length u8, then ASCII) and time in ms u64
 * - second price: i64
 */
export function canonicalBytes(entry: LogEntry, product: LogProduct): Uint8Array {
  const out = createByteWriter()
  const parts = partsOf(entry)
  out.u8(parts === 0 ? CANONICAL_VERSION : CANONICAL_VERSION_PARTS)
  out.u8(KIND_BYTES[entry.kind])
  out.ascii(product.symbol)
  out.u32(product.version)
  out.u8(product.precision)
  out.u64(entry.seq)
  out.u64(entry.timeMs)
  writeBody(out, entry)
  if (parts !== 0) {
    out.u8(parts)
    writeParts(out, entry as TickEntry | RejectedEntry)
  }
  return out.done()
}

function writeParts(out: ByteWriter, entry: TickEntry | RejectedEntry): void {
  if (entry.legs !== undefined) writeLegs(out, entry.legs)
  if (entry.kind === 'rejected' && entry.secondPrice !== undefined) out.bigI64(entry.secondPrice)
}

function writeLegs(out: ByteWriter, { base, quote }: PriceLegs): void {
  for (const { pair, bid, ask, timeMs } of [base, quote]) {
    out.ascii(pair)
    out.ascii(bid)
    out.ascii(ask)
    out.u64(timeMs)
  }
}

function writeBody(out: ByteWriter, entry: LogEntry): void {
  switch (entry.kind) {
    case 'tick':
      writeSourcedPrice(out, entry)
      break
    case 'watermark':
      break
    case 'acceptance': {
      const root = unwrap(decodeBase64url(entry.root))
      assert(root.length === HASH_BYTES, 'a root is a SHA-256 hash')
      out.u32(entry.count)
      out.raw(root)
      break
    }
    case 'void': {
      const reason = utf8ToBytes(entry.reason)
      assert(reason.length <= VOID_REASON_BYTES_MAX, 'the reason of a void is too long')
      out.u64(entry.fromMs)
      out.u64(entry.toMs)
      out.u32(entry.contractCount)
      out.bigI64(entry.houseEffectMicros)
      out.u8(reason.length)
      out.raw(reason)
      break
    }
    case 'source':
      out.u8(ensure(SOURCE_BYTES[entry.source]))
      break
    case 'restart':
      out.u8(ensure(SOURCE_BYTES[entry.source]))
      out.u64(entry.afterSeq)
      break
    case 'rejected':
      out.u8(ensure(RULE_BYTES[entry.rule]))
      writeSourcedPrice(out, entry)
      break
    default:
      unreachable(entry)
  }
}

function writeSourcedPrice(out: ByteWriter, entry: TickEntry | RejectedEntry): void {
  out.bigI64(entry.price)
  out.bigU64(entry.volumeMicros)
  out.u8(ensure(SOURCE_BYTES[entry.source]))
  out.u64(entry.firstTradeId)
  out.u64(entry.lastTradeId)
  out.u64(entry.sourceTimeMs)
}

/** Leaf of an entry: SHA-256(0x00 ‖ canonical bytes), 32 bytes (trading rules, Proof; the prefix is RFC 6962's). */
export function leafHash(entry: LogEntry, product: LogProduct): Uint8Array {
  const bytes = canonicalBytes(entry, product)
  const prefixed = new Uint8Array(bytes.length + 1)
  prefixed.set(bytes, 1)
  return sha256(prefixed)
}
