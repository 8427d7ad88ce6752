import { sha256 } from '@noble/hashes/sha2.js'
import { assert, ensure } from '../assert.ts'
import { createByteWriter } from '../byte-writer.ts'
import { HASH_BYTES } from '../canonical-bytes.ts'

/**
 * A Merkle tree whose every node carries the sum of the amounts below it. Its hash binds both children's sums, each beside
 * its own hash: where only their total is hashed, or where sums are left out, two leaves can be shown to add up to less
 * than they are (K. Chalkias, P. Chatzigiannis, Y. Ji: Broken Proofs of Solvency in Blockchain Custodial Wallets and
 * Exchanges, 2022). Shape as in RFC 6962, section 2.1.
 */
const LEAF_PREFIX = 0x03
const NODE_PREFIX = 0x04
export const U64_MAX = 2n ** 64n - 1n

export interface SumNode {
  /** 0 to 2^64 − 1. */
  readonly sum: bigint
  readonly hash: Uint8Array
}

/** SHA-256(0x03 ‖ bytes), with the amount that the bytes hold. */
export function sumLeaf(bytes: Uint8Array, amount: bigint): SumNode {
  const prefixed = new Uint8Array(bytes.length + 1)
  prefixed[0] = LEAF_PREFIX
  prefixed.set(bytes, 1)
  return { sum: amount, hash: sha256(prefixed) }
}

/** SHA-256(0x04 ‖ left sum u64 ‖ left hash ‖ right sum u64 ‖ right hash); null when the sum does not fit into 64 bits. */
export function sumNode(left: SumNode, right: SumNode): SumNode | null {
  const sum = left.sum + right.sum
  if (sum > U64_MAX) return null
  const out = createByteWriter(1 + 2 * (8 + HASH_BYTES))
  out.u8(NODE_PREFIX)
  for (const child of [left, right]) {
    out.bigU64(child.sum)
    out.raw(child.hash)
  }
  return { sum, hash: sha256(out.done()) }
}

/** Root over nodes side by side; of none the sum is 0 and the hash SHA-256 of nothing. */
export function sumRoot(nodes: readonly SumNode[]): SumNode {
  return nodes.length === 0 ? { sum: 0n, hash: sha256(new Uint8Array(0)) } : rootOf(nodes, 0, nodes.length)
}

function rootOf(nodes: readonly SumNode[], from: number, to: number): SumNode {
  if (to - from === 1) return ensure(nodes[from])
  const middle = from + leftSize(to - from)
  return ensure(sumNode(rootOf(nodes, from, middle), rootOf(nodes, middle, to)), 'a sum is beyond 64 bits')
}

/** Nodes of the left half: the largest power of two below `count`. */
function leftSize(count: number): number {
  let size = 1
  while (size * 2 < count) size *= 2
  return size
}

/** The siblings from one node up to the root. */
export function sumPath(nodes: readonly SumNode[], index: number): SumNode[] {
  assert(index >= 0 && index < nodes.length, 'a path needs a node')
  const path: SumNode[] = []
  let [from, to] = [0, nodes.length]
  while (to - from > 1) {
    const middle = from + leftSize(to - from)
    if (index < middle) {
      path.push(rootOf(nodes, middle, to))
      to = middle
    } else {
      path.push(rootOf(nodes, from, middle))
      from = middle
    }
  }
  return path.reverse()
}

/** Root that a path leads to, of a tree of `count`; null when it has not the length of that place, or a sum overflows. */
export function rootFromSumPath(
  leaf: SumNode,
  index: number,
  count: number,
  path: readonly SumNode[],
): SumNode | null {
  if (index < 0 || index >= count) return null
  const sides: ('left' | 'right')[] = []
  let [from, to] = [0, count]
  while (to - from > 1) {
    const middle = from + leftSize(to - from)
    sides.push(index < middle ? 'right' : 'left')
    if (index < middle) to = middle
    else from = middle
  }
  if (sides.length !== path.length) return null
  let node: SumNode | null = leaf
  for (const sibling of path) {
    if (node === null) return null
    node = sides.pop() === 'right' ? sumNode(node, sibling) : sumNode(sibling, node)
  }
  return node
}
