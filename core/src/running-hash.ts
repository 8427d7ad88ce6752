import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { assert } from './assert.ts'
import { HASH_BYTES, type LogProduct, leafHash } from './canonical-bytes.ts'
import type { LogEntry } from './log-entry.ts'

/** Hash before the first entry of a log: SHA-256 of the ASCII text `truestrike log SYMBOL VERSION`. */
export function genesisHash(product: Pick<LogProduct, 'symbol' | 'version'>): Uint8Array {
  return sha256(utf8ToBytes(`truestrike log ${product.symbol} ${product.version}`))
}

/** h_n = SHA-256(h_{n-1} ‖ leaf_n): binds everything up to entry n (trading rules, Proof). */
export function nextRunningHash(previous: Uint8Array, leaf: Uint8Array): Uint8Array {
  assert(
    previous.length === HASH_BYTES && leaf.length === HASH_BYTES,
    'running hash and leaf are SHA-256 hashes',
  )
  const joined = new Uint8Array(2 * HASH_BYTES)
  joined.set(previous)
  joined.set(leaf, HASH_BYTES)
  return sha256(joined)
}

/** Running hash after further entries, in the order of the log. */
export function runningHashAfter(
  previous: Uint8Array,
  entries: Iterable<LogEntry>,
  product: LogProduct,
): Uint8Array {
  let hash = previous
  for (const entry of entries) hash = nextRunningHash(hash, leafHash(entry, product))
  return hash
}
