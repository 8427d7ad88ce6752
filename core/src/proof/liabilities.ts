import { decodeBase64url } from '../base64url.ts'
import { createByteWriter } from '../byte-writer.ts'
import { HASH_BYTES } from '../canonical-bytes.ts'
import type { Book } from '../ledger-posting.ts'
import { formatMicros, parseMicros } from '../money.ts'
import { unwrap } from '../result.ts'
import { formatDay, parseDay } from '../utc-day.ts'
import {
  bytesText,
  type Codec,
  decimalText,
  FormatFault,
  listOf,
  matching,
  named,
  objectOf,
  oneOf,
  whole,
} from './json-codec.ts'
import { signedMessage } from './signature.ts'
import { keyIdText, signatureText, timeMs } from './site-keys.ts'
import { type SumNode, sumLeaf, U64_MAX } from './sum-tree.ts'

export const LIABILITY_FORMAT = 'truestrike-liability/1'
const LEAF_VERSION = 1
const BOOK_BYTES: Readonly<Record<Book, number>> = { demo: 1, real: 2 }
/** A balance lies in so many leaves, split at random: what stands beside somebody's leaf is nobody's balance. */
export const PARTS = 2
export const SALT_BYTES = 32
const PATH_NODES_MAX = 32
const U32_MAX = 2 ** 32 - 1

/** Whose leaf it is. Salts are of one user, book, day and part, and known to the user and the site alone. */
export interface LiabilityLeaf {
  readonly book: Book
  /** Days since 1970-01-01 UTC. */
  readonly day: number
  readonly uid: string
  /** 0 or 1. */
  readonly part: number
  readonly salt: Uint8Array
  readonly amountMicros: bigint
}

/**
 * A leaf of the tree; bytes, version 1, big endian: version u8 (1), book u8 (demo 1, real 2), day u32, uid (length u8,
 * ASCII), part u8, salt 32, amount u64 in millionths of a USDT.
 */
export function liabilityLeaf({ book, day, uid, part, salt, amountMicros }: LiabilityLeaf): SumNode {
  const out = createByteWriter(72)
  out.u8(LEAF_VERSION)
  out.u8(BOOK_BYTES[book])
  out.u32(day)
  out.ascii(uid)
  out.u8(part)
  out.raw(salt)
  out.bigU64(amountMicros)
  return sumLeaf(out.done(), amountMicros)
}

/** What the site says it owes to all users of a book. Hashes are base64url. */
export interface LiabilityRoot {
  readonly book: Book
  readonly day: number
  /** Moment of the balances, within the day. */
  readonly timeMs: number
  /** Leaves. */
  readonly count: number
  readonly totalMicros: bigint
  readonly hash: string
}

/** What the site's key signs of a root: book u8, day u32, time in ms u64, count u32, total u64, hash 32. */
export function liabilityMessage({ book, day, timeMs, count, totalMicros, hash }: LiabilityRoot): Uint8Array {
  const out = createByteWriter(64)
  out.u8(BOOK_BYTES[book])
  out.u32(day)
  out.u64(timeMs)
  out.u32(count)
  out.bigU64(totalMicros)
  out.raw(unwrap(decodeBase64url(hash)))
  return signedMessage('truestrike liabilities 1', out.done())
}

export interface SignedLiabilityRoot extends LiabilityRoot {
  readonly keyId: string
  readonly signature: string
}

interface LiabilityPart {
  readonly index: number
  readonly salt: string
  readonly amountMicros: bigint
  readonly path: readonly { readonly sumMicros: bigint; readonly hash: string }[]
}

/** One user's balance in the tree of a book and day. */
export interface Liability {
  readonly uid: string
  readonly balanceMicros: bigint
  readonly root: SignedLiabilityRoot
  /** In the order of their numbers. */
  readonly parts: readonly LiabilityPart[]
}

const dayText: Codec<number> = {
  read(value, path) {
    const day = typeof value === 'string' ? parseDay(value) : null
    if (day?.ok !== true) throw new FormatFault(path)
    return day.value
  },
  write: formatDay,
}

const hash = bytesText(HASH_BYTES)
const amount = decimalText({ parse: parseMicros, format: formatMicros, min: 0n, max: U64_MAX })
const root = objectOf<SignedLiabilityRoot>({
  book: oneOf('demo', 'real'),
  day: dayText,
  timeMs,
  count: whole(1, U32_MAX),
  totalMicros: named('total', amount),
  hash,
  keyId: keyIdText,
  signature: signatureText,
})
const part = objectOf<LiabilityPart>({
  index: whole(0, U32_MAX),
  salt: bytesText(SALT_BYTES),
  amountMicros: named('amount', amount),
  path: listOf(objectOf({ sumMicros: named('sum', amount), hash }), 0, PATH_NODES_MAX),
})
const liability = objectOf<Liability & { format: string }>({
  format: oneOf(LIABILITY_FORMAT),
  uid: matching(/^[1-9][0-9]{9}$/),
  balanceMicros: named('balance', amount),
  root,
  parts: listOf(part, PARTS, PARTS),
})

/** Foreign JSON as a liability. Throws `FormatFault`. */
export function readLiability(json: unknown): Liability {
  const { format: _, ...read } = liability.read(json, '')
  return read
}

/** The JSON value of a liability; `readLiability` reads it back. */
export function liabilityJson(of: Liability): unknown {
  return liability.write({ format: LIABILITY_FORMAT, ...of })
}

/** The JSON value of a root. */
export function liabilityRootJson(of: SignedLiabilityRoot): unknown {
  return root.write(of)
}
