// Instead of server/src/trading/batch-proof.ts, in a server that proves nothing: no leaves, no tree, no signature.
import type { AcceptanceProof } from '@truestrike/core/proof/receipt.ts'
import type { BatchProof } from '../../server/src/trading/batch-proof.ts'
import { HASH, NOTHING_SIGNED } from './nothing-signed.ts'

const NO_LEAF = new Uint8Array(0)

export const leafOf = (): Uint8Array => NO_LEAF

export function proveBatch(leaves: readonly Uint8Array[]): BatchProof {
  return { root: HASH, count: leaves.length, ...NOTHING_SIGNED, paths: [] }
}

export function proofAt({ root, count, keyId, signature }: BatchProof, index: number): AcceptanceProof {
  return { index, count, path: [], root, keyId, signature }
}
