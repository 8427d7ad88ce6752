import { HASH_BYTES } from '@truestrike/core/canonical-bytes.ts'
import type { SumNode } from '@truestrike/core/proof/sum-tree.ts'

const SUM_BYTES = 8
/** Sum, then hash. */
const NODE_BYTES = SUM_BYTES + HASH_BYTES
/** Leaves in one row: a power of two, so that each row is a subtree of its own. */
export const NODES_PER_CHUNK = 1_024

/** Room for so many nodes; all of them have to be written. */
export const roomForNodes = (count: number): Buffer => Buffer.allocUnsafeSlow(count * NODE_BYTES)

export function writeNode(packed: Buffer, at: number, { sum, hash }: SumNode): void {
  packed.writeBigUInt64BE(sum, at * NODE_BYTES)
  packed.set(hash, at * NODE_BYTES + SUM_BYTES)
}

/** Nodes side by side, all of them. */
export function readNodes(packed: Uint8Array): SumNode[] {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)
  return Array.from({ length: bytes.length / NODE_BYTES }, (_, at) => ({
    sum: bytes.readBigUInt64BE(at * NODE_BYTES),
    hash: bytes.subarray(at * NODE_BYTES + SUM_BYTES, (at + 1) * NODE_BYTES),
  }))
}

/** The rows a tree's leaves are kept in. */
export function chunksOf(packed: Buffer): Buffer[] {
  const chunkBytes = NODES_PER_CHUNK * NODE_BYTES
  return Array.from({ length: Math.ceil(packed.length / chunkBytes) }, (_, at) =>
    packed.subarray(at * chunkBytes, (at + 1) * chunkBytes),
  )
}
