import { sha256 } from '@noble/hashes/sha2.js'
import { assert, ensure } from '../assert.ts'
import { HASH_BYTES } from '../canonical-bytes.ts'

// Merkle trees of RFC 6962, section 2.1: the prefix keeps a leaf from being taken for a node.
const LEAF_PREFIX = 0x00
const NODE_PREFIX = 0x01

/** SHA-256(0x00 ‖ bytes). */
export function merkleLeaf(bytes: Uint8Array): Uint8Array {
  return hashOf(LEAF_PREFIX, bytes)
}

/** SHA-256(0x01 ‖ left ‖ right). */
export function merkleNode(left: Uint8Array, right: Uint8Array): Uint8Array {
  const joined = new Uint8Array(2 * HASH_BYTES)
  joined.set(left)
  joined.set(right, HASH_BYTES)
  return hashOf(NODE_PREFIX, joined)
}

function hashOf(prefix: number, bytes: Uint8Array): Uint8Array {
  const prefixed = new Uint8Array(bytes.length + 1)
  prefixed[0] = prefix
  prefixed.set(bytes, 1)
  return sha256(prefixed)
}

/** Root over leaf hashes; of none it is SHA-256 of nothing. */
export function merkleRoot(leaves: readonly Uint8Array[]): Uint8Array {
  return leaves.length === 0 ? sha256(new Uint8Array(0)) : rootOf(leaves, 0, leaves.length)
}

function rootOf(leaves: readonly Uint8Array[], from: number, to: number): Uint8Array {
  if (to - from === 1) return ensure(leaves[from])
  const middle = from + leftSize(to - from)
  return merkleNode(rootOf(leaves, from, middle), rootOf(leaves, middle, to))
}

/** Leaves of the left half: the largest power of two below `count`. Not by bits: a count may be beyond 32 of them. */
function leftSize(count: number): number {
  let size = 1
  while (size * 2 < count) size *= 2
  return size
}

export interface MerkleTree {
  readonly root: Uint8Array
  /** By place of the leaf: its audit path of RFC 6962, section 2.1.1, the siblings from the leaf up. */
  readonly paths: readonly (readonly Uint8Array[])[]
}

/** Root and all paths over leaf hashes, at least one. Each node is hashed once; the paths it is in share it. */
export function merkleTree(leaves: readonly Uint8Array[]): MerkleTree {
  assert(leaves.length > 0, 'a path needs a leaf')
  const paths = leaves.map((): Uint8Array[] => [])
  const grow = (from: number, to: number): Uint8Array => {
    if (to - from === 1) return ensure(leaves[from])
    const middle = from + leftSize(to - from)
    const left = grow(from, middle)
    const right = grow(middle, to)
    for (let at = from; at < to; at += 1) ensure(paths[at]).push(at < middle ? right : left)
    return merkleNode(left, right)
  }
  return { root: grow(0, leaves.length), paths }
}

/** Root that an audit path leads to, of a tree of `count` leaves; null when it is too short or too long for that place. */
export function rootFromPath(
  leaf: Uint8Array,
  index: number,
  count: number,
  path: readonly Uint8Array[],
): Uint8Array | null {
  if (index < 0 || index >= count) return null
  let hash = leaf
  // Place of the node and of the last node on its level (RFC 9162, section 2.1.3.2).
  let at = index
  let last = count - 1
  for (const sibling of path) {
    if (last === 0) return null
    if (at % 2 === 1 || at === last) {
      hash = merkleNode(sibling, hash)
      // The last node of a level without a sibling moves up as it is.
      while (at % 2 === 0 && at > 0) [at, last] = [at / 2, Math.floor(last / 2)]
    } else {
      hash = merkleNode(hash, sibling)
    }
    at = Math.floor(at / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? hash : null
}

/**
 * Proof that the leaves [from, to) stand together in the tree: the roots of the largest subtrees that hold none of them,
 * from left to right. About 2·log₂(count) hashes, however many leaves it proves; none for the whole tree.
 */
export function rangeProof(leaves: readonly Uint8Array[], from: number, to: number): Uint8Array[] {
  assert(from >= 0 && from < to && to <= leaves.length, 'a range has a leaf')
  const proof: Uint8Array[] = []
  const walk = (low: number, high: number): void => {
    if (high <= from || low >= to) proof.push(rootOf(leaves, low, high))
    else if (low < from || high > to) {
      const middle = low + leftSize(high - low)
      walk(low, middle)
      walk(middle, high)
    }
  }
  walk(0, leaves.length)
  return proof
}

/** Root that consecutive leaves from place `from` on lead to with their range proof; null when the proof has not their shape. */
export function rootFromRange(
  range: readonly Uint8Array[],
  from: number,
  count: number,
  proof: readonly Uint8Array[],
): Uint8Array | null {
  const to = from + range.length
  if (range.length === 0 || from < 0 || to > count) return null
  let used = 0
  const rebuild = (low: number, high: number): Uint8Array | null => {
    if (high <= from || low >= to) {
      used += 1
      return proof[used - 1] ?? null
    }
    if (high - low === 1) return ensure(range[low - from])
    const middle = low + leftSize(high - low)
    const left = rebuild(low, middle)
    const right = left === null ? null : rebuild(middle, high)
    return left === null || right === null ? null : merkleNode(left, right)
  }
  const root = rebuild(0, count)
  return used === proof.length ? root : null
}
