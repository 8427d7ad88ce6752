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
  PART_BITS,
  type PriceLegs,
  partsOf,
  type RejectionRule,
  RULE_BYTES,
  SOURCE_BYTES,
  VOID_REASON_BYTES_MAX,
} from './log-entry.ts'
import { readLegs, writeLegs } from './packed-legs.ts'
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
  /** Of the last entry that had any. */
  legs: PriceLegs | null
}

export function createPackState(firstSeq: number, firstTimeMs: number): PackState {
  const numbers = { seq: firstSeq, timeMs: firstTimeMs, price: 0n, lastTradeId: 0, lagMs: 0 }
  return { ...numbers, source: 'simulated', legs: null }
}

// First byte of an entry: kind in the low three bits, then what a tick has in common with the one before.
const KIND_MASK = 0b111
/** No kind: a tick or a rejected one with parts. */
const WITH_PARTS = 0
/** Beside the bits of its parts: it is a rejected one. */
const IS_REJECTED = 1 << 7
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
type PricedContent = Omit<Priced, 'kind' | 'seq' | 'timeMs' | 'rule' | 'legs' | 'secondPrice'>

/**
 * One entry: a byte of kind and flags, the time since the entry before (varint ms), then by kind:
 * - tick: [source u8], price difference (zigzag), volume (varint, micro-USDT or cents), [first trade id − (last one + 1)
 *   zigzag], [last − first trade id zigzag], [time − source time zigzag]; a bracket is left out when its flag is set
 * - rejected: rule u8, then as a tick, compared with the last accepted tick but not itself compared with
 * - watermark: nothing · source: source u8 · acceptance: count varint, root 32 bytes
 * - restart: source u8, seq of the entry before it (varint)
 * - void: from, to, contract count (varints), house effect (zigzag), reason (length u8, UTF-8)
 *
 * Kind 0 is a tick or a rejected one that carries more: parts u8 (1 legs, 2 second price, 128 rejected), then as such, then the
 * legs as in `packed-legs.ts`, then second price − price (zigzag).
 */
export function writeEntry(out: ByteWriter, entry: LogEntry, state: PackState): void {
  assert(entry.seq === state.seq, 'packed entries have consecutive numbers')
  const parts = partsOf(entry)
  const kind = parts === 0 ? KIND_BYTES[entry.kind] : WITH_PARTS
  out.u8(entry.kind === 'tick' || entry.kind === 'rejected' ? kind | flagsOf(entry, state) : kind)
  out.varint(entry.timeMs - state.timeMs)
  if (parts !== 0) out.u8(parts | (entry.kind === 'rejected' ? IS_REJECTED : 0))
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
  if (parts !== 0) writeParts(out, entry as Priced, state)
  advance(entry, state)
}

function writeParts(out: ByteWriter, entry: Priced, { legs }: PackState): void {
  if (entry.legs !== undefined) writeLegs(out, entry.legs, { timeMs: entry.timeMs, before: legs })
  if (entry.kind === 'rejected' && entry.secondPrice !== undefined)
    out.zigzag(entry.secondPrice - entry.price)
}

/** The next entry; throws `MalformedBytes`. */
export function readEntry(reader: ByteReader, state: PackState): LogEntry {
  const head = reader.u8()
  const number = head & KIND_MASK
  const kind = number === WITH_PARTS ? null : known(KINDS, number)
  const isPriced = kind === null || kind === 'tick' || kind === 'rejected'
  if (!isPriced && head > KIND_MASK) throw new MalformedBytes('unknown flags')
  const timeMs = safe(state.timeMs + reader.varint())
  const numbered = { seq: safe(state.seq), timeMs }
  const entry =
    kind === null
      ? readWithParts(reader, head, numbered, state)
      : readBody(reader, kind, head, numbered, state)
  advance(entry, state)
  return entry
}

function readWithParts(
  reader: ByteReader,
  head: number,
  numbered: { seq: number; timeMs: number },
  state: PackState,
): LogEntry {
  const byte = reader.u8()
  const kind = byte & IS_REJECTED ? 'rejected' : 'tick'
  const parts = byte & ~IS_REJECTED
  const body = readBody(reader, kind, head, numbered, state) as Priced
  const { timeMs } = numbered
  const legs = parts & PART_BITS.legs ? { legs: readLegs(reader, { timeMs, before: state.legs }) } : {}
  const second = parts & PART_BITS.secondPrice ? { secondPrice: body.price + reader.zigzag() } : {}
  const entry: LogEntry = { ...body, ...legs, ...second }
  // None, one that is not known, or one that such an entry has not.
  if (parts === 0 || partsOf(entry) !== parts) throw new MalformedBytes('unknown parts')
  const { secondPrice = 0n } = second
  if (BigInt.asIntN(64, secondPrice) !== secondPrice) throw new MalformedBytes('a price is out of range')
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
  if ('legs' in entry) state.legs = entry.legs ?? state.legs
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
