import { utf8ToBytes } from '@noble/hashes/utils.js'
import { assert, ensure, unreachable } from './assert.ts'
import { decodeBase64url, encodeBase64url } from './base64url.ts'
import { type ByteReader, MalformedBytes } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { HASH_BYTES } from './canonical-bytes.ts'
import {
  type FeedSource,
  KIND_BYTES,
  type LogEntry,
  type LogEntryKind,
  type RejectionRule,
  RULE_BYTES,
  SOURCE_BYTES,
  VOID_REASON_BYTES_MAX,
} from './log-entry.ts'
import { unwrap } from './result.ts'

/** What the next entry is told as a difference from; the same on both sides. */
export interface PackState {
  seq: number
  timeMs: number
  price: bigint
  source: FeedSource
  lastTradeId: number
  /** time − sourceTime of the last priced entry. */
  lagMs: number
}

export function createPackState(firstSeq: number, firstTimeMs: number): PackState {
  return { seq: firstSeq, timeMs: firstTimeMs, price: 0n, source: 'simulated', lastTradeId: 0, lagMs: 0 }
}

// First byte of an entry: kind in the low three bits, then what a tick has in common with the one before.
const KIND_MASK = 0b111
const SAME_SOURCE = 1 << 3
/** The first trade id is the one after the last. */
const NEXT_TRADE = 1 << 4
const ONE_TRADE = 1 << 5
const SAME_LAG = 1 << 6
/** The volume is whole cents and stored in cents. */
const CENTS = 1 << 7
const MICROS_PER_CENT = 10_000n

const KINDS = new Map(
  Object.entries(KIND_BYTES).map(([kind, byte]) => [byte as number, kind as LogEntryKind]),
)
const SOURCES = new Map(
  Object.entries(SOURCE_BYTES).map(([source, byte]) => [byte as number, source as FeedSource]),
)
const RULES = new Map(
  Object.entries(RULE_BYTES).map(([rule, byte]) => [byte as number, rule as RejectionRule]),
)

type Priced = Extract<LogEntry, { kind: 'tick' | 'rejected' }>
type PricedContent = Omit<Priced, 'kind' | 'seq' | 'timeMs' | 'rule'>

/**
 * One entry: a byte of kind and flags, the time since the entry before (varint ms), then by kind:
 * - tick: [source u8], price difference (zigzag), volume (varint, micro-USDT or cents), [first trade id − (last one + 1)
 *   zigzag], [last − first trade id zigzag], [time − source time zigzag]; a bracket is left out when its flag is set
 * - rejected: rule u8, then as a tick, compared with the last accepted tick but not itself compared with
 * - watermark: nothing · source: source u8 · acceptance: count varint, root 32 bytes
 * - restart: source u8, seq of the entry before it (varint)
 * - void: from, to, contract count (varints), house effect (zigzag), reason (length u8, UTF-8)
 */
export function writeEntry(out: ByteWriter, entry: LogEntry, state: PackState): void {
  assert(entry.seq === state.seq, 'packed entries have consecutive numbers')
  const kind = KIND_BYTES[entry.kind]
  out.u8(entry.kind === 'tick' || entry.kind === 'rejected' ? kind | flagsOf(entry, state) : kind)
  out.varint(entry.timeMs - state.timeMs)
  switch (entry.kind) {
    case 'rejected':
      out.u8(RULE_BYTES[entry.rule])
      writePriced(out, entry, state)
      break
    case 'tick':
      writePriced(out, entry, state)
      break
    case 'watermark':
      break
    case 'source':
      out.u8(SOURCE_BYTES[entry.source])
      break
    case 'restart':
      out.u8(SOURCE_BYTES[entry.source])
      out.varint(entry.afterSeq)
      break
    case 'acceptance':
      out.varint(entry.count)
      out.raw(unwrap(decodeBase64url(entry.root)))
      break
    case 'void': {
      const reason = utf8ToBytes(entry.reason)
      assert(reason.length <= VOID_REASON_BYTES_MAX, 'the reason of a void is too long')
      out.varint(entry.fromMs)
      out.varint(entry.toMs)
      out.varint(entry.contractCount)
      out.zigzag(entry.houseEffectMicros)
      out.u8(reason.length)
      out.raw(reason)
      break
    }
    default:
      unreachable(entry)
  }
  advance(entry, state)
}

/** The next entry; throws `MalformedBytes`. */
export function readEntry(reader: ByteReader, state: PackState): LogEntry {
  const head = reader.u8()
  const kind = known(KINDS, head & KIND_MASK)
  if (kind !== 'tick' && kind !== 'rejected' && head > KIND_MASK) throw new MalformedBytes('unknown flags')
  const timeMs = safe(state.timeMs + reader.varint())
  const entry = readBody(reader, kind, head, { seq: safe(state.seq), timeMs }, state)
  advance(entry, state)
  return entry
}

function readBody(
  reader: ByteReader,
  kind: LogEntryKind,
  head: number,
  numbered: { seq: number; timeMs: number },
  state: PackState,
): LogEntry {
  switch (kind) {
    case 'tick':
      return { kind, ...numbered, ...readPriced(reader, head, numbered.timeMs, state) }
    case 'rejected': {
      const rule = known(RULES, reader.u8())
      return { kind, ...numbered, rule, ...readPriced(reader, head, numbered.timeMs, state) }
    }
    case 'watermark':
      return { kind, ...numbered }
    case 'source':
      return { kind, ...numbered, source: known(SOURCES, reader.u8()) }
    case 'restart':
      return { kind, ...numbered, source: known(SOURCES, reader.u8()), afterSeq: reader.varint() }
    case 'acceptance':
      return { kind, ...numbered, count: reader.varint(), root: encodeBase64url(reader.raw(HASH_BYTES)) }
    case 'void':
      return {
        kind,
        ...numbered,
        fromMs: reader.varint(),
        toMs: reader.varint(),
        contractCount: reader.varint(),
        houseEffectMicros: reader.zigzag(),
        reason: textOf(reader.raw(reader.u8())),
      }
    default:
      return unreachable(kind)
  }
}

function flagsOf(entry: Priced, state: PackState): number {
  return (
    (entry.source === state.source ? SAME_SOURCE : 0) |
    (entry.firstTradeId === state.lastTradeId + 1 ? NEXT_TRADE : 0) |
    (entry.lastTradeId === entry.firstTradeId ? ONE_TRADE : 0) |
    (entry.timeMs - entry.sourceTimeMs === state.lagMs ? SAME_LAG : 0) |
    (entry.volumeMicros % MICROS_PER_CENT === 0n ? CENTS : 0)
  )
}

function writePriced(out: ByteWriter, entry: Priced, state: PackState): void {
  const flags = flagsOf(entry, state)
  if (!(flags & SAME_SOURCE)) out.u8(SOURCE_BYTES[entry.source])
  out.zigzag(entry.price - state.price)
  out.varint(flags & CENTS ? entry.volumeMicros / MICROS_PER_CENT : entry.volumeMicros)
  if (!(flags & NEXT_TRADE)) out.zigzag(BigInt(entry.firstTradeId) - BigInt(state.lastTradeId) - 1n)
  if (!(flags & ONE_TRADE)) out.zigzag(BigInt(entry.lastTradeId) - BigInt(entry.firstTradeId))
  if (!(flags & SAME_LAG)) out.zigzag(BigInt(entry.timeMs) - BigInt(entry.sourceTimeMs))
}

function readPriced(reader: ByteReader, head: number, timeMs: number, state: PackState): PricedContent {
  const source = head & SAME_SOURCE ? state.source : known(SOURCES, reader.u8())
  const price = state.price + reader.zigzag()
  const volume = reader.bigVarint()
  const firstTradeId =
    head & NEXT_TRADE ? safe(state.lastTradeId + 1) : offset(state.lastTradeId, reader.zigzag() + 1n)
  const lastTradeId = head & ONE_TRADE ? firstTradeId : offset(firstTradeId, reader.zigzag())
  const sourceTimeMs = head & SAME_LAG ? safe(timeMs - state.lagMs) : offset(timeMs, -reader.zigzag())
  const volumeMicros = head & CENTS ? volume * MICROS_PER_CENT : volume
  const fits = BigInt.asIntN(64, price) === price && BigInt.asUintN(64, volumeMicros) === volumeMicros
  if (!fits) throw new MalformedBytes('a price or volume is out of range')
  return { price, volumeMicros, source, firstTradeId, lastTradeId, sourceTimeMs }
}

function advance(entry: LogEntry, state: PackState): void {
  state.seq += 1
  state.timeMs = entry.timeMs
  if (entry.kind === 'source' || entry.kind === 'restart') state.source = entry.source
  if (entry.kind !== 'tick') return
  state.price = entry.price
  state.source = entry.source
  state.lastTradeId = entry.lastTradeId
  state.lagMs = entry.timeMs - entry.sourceTimeMs
}

const offset = (from: number, by: bigint): number => safe(Number(BigInt(from) + by))

function safe(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new MalformedBytes('a number is out of range')
  return value
}

function known<T>(names: ReadonlyMap<number, T>, byte: number): T {
  if (!names.has(byte)) throw new MalformedBytes('unknown kind, source or rule')
  return ensure(names.get(byte))
}

/** Strict UTF-8, through percent escapes: a text decoder is not part of the language. */
function textOf(bytes: Uint8Array): string {
  try {
    return decodeURIComponent(Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''))
  } catch {
    throw new MalformedBytes('not UTF-8')
  }
}
