import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { createByteWriter } from '../byte-writer.ts'
import type { LogProduct } from '../canonical-bytes.ts'
import type { Direction } from '../frozen-contract.ts'
import { type FeedSource, SOURCE_BYTES } from '../log-entry.ts'
import { merkleLeaf } from './merkle.ts'
import { signedMessage } from './signature.ts'

/** What an order asks for, the amount as a number: `10` and `10.00` ask for the same. */
export interface OrderTerms {
  readonly clientOrderId: string
  readonly book: 'demo' | 'real'
  readonly symbol: string
  readonly direction: Direction
  readonly durationSeconds: number
  readonly stakeMicros: bigint
  readonly ruleVersion: number
}

/**
 * SHA-256 of what an order asks for: of the JSON text, without spaces, of
 * ["order-1", clientOrderId, book, symbol, direction, durationSeconds, "stake in micro-USDT", ruleVersion].
 */
export function orderHash(order: OrderTerms): Uint8Array {
  const { clientOrderId, book, symbol, direction, durationSeconds, stakeMicros, ruleVersion } = order
  const body = [
    'order-1',
    clientOrderId,
    book,
    symbol,
    direction,
    durationSeconds,
    stakeMicros.toString(),
    ruleVersion,
  ]
  return sha256(utf8ToBytes(JSON.stringify(body)))
}

/** What the site signs of an accepted order. Hashes are 32 bytes. */
export interface OrderLeaf {
  readonly contractId: bigint
  readonly source: FeedSource
  readonly orderHash: Uint8Array
  readonly ruleHash: Uint8Array
  readonly openAfterSeq: number
  readonly acceptedAtMs: number
  readonly expiresAtMs: number
}

export const ORDER_LEAF_VERSION = 1
/** Beyond the kinds of log entries, so that no leaf is both. */
const ORDER_LEAF_KIND = 16

/**
 * Canonical bytes of an accepted order, version 1, big endian: version u8 (1), kind u8 (16), contract id u64, symbol
 * (length u8, ASCII), product version u32, precision u8, source u8, order hash 32, openAfterSeq u64, acceptance and
 * expiry in ms u64, rule hash 32.
 */
export function orderLeafBytes(leaf: OrderLeaf, product: LogProduct): Uint8Array {
  const out = createByteWriter(160)
  out.u8(ORDER_LEAF_VERSION)
  out.u8(ORDER_LEAF_KIND)
  out.bigU64(leaf.contractId)
  out.ascii(product.symbol)
  out.u32(product.version)
  out.u8(product.precision)
  out.u8(SOURCE_BYTES[leaf.source])
  out.raw(leaf.orderHash)
  for (const value of [leaf.openAfterSeq, leaf.acceptedAtMs, leaf.expiresAtMs]) out.u64(value)
  out.raw(leaf.ruleHash)
  return out.done()
}

/** Leaf of an accepted order in the tree of its batch; a batch is ascending by contract id. */
export function orderLeafHash(leaf: OrderLeaf, product: LogProduct): Uint8Array {
  return merkleLeaf(orderLeafBytes(leaf, product))
}

/** What the site's key signs of a batch: root ‖ count u32. */
export function acceptanceMessage(root: Uint8Array, count: number): Uint8Array {
  const out = createByteWriter(36)
  out.raw(root)
  out.u32(count)
  return signedMessage('truestrike acceptance 1', out.done())
}
