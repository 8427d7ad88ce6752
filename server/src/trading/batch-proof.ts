import { ensure } from '@truestrike/core/assert.ts'
import type { FeedSource } from '@truestrike/core/log-entry.ts'
import { merkleTree } from '@truestrike/core/proof/merkle.ts'
import { acceptanceMessage, orderLeafHash } from '@truestrike/core/proof/order-leaf.ts'
import type { AcceptanceProof } from '@truestrike/core/proof/receipt.ts'
import type { Signature } from '../proof/signer.ts'
import { hashText } from './hash-text.ts'

/** What of an accepted order is signed. */
export interface SignedTerms {
  id: bigint
  symbol: string
  productVersion: number
  precision: number
  source: FeedSource
  bodySha256: Uint8Array
  ruleHash: Uint8Array
  openAfterSeq: bigint
  acceptedAtMs: bigint
  expiresAtMs: bigint
}

/** The signed tree of a batch. */
export interface BatchProof extends Signature {
  /** Base64url. */
  root: string
  count: number
  /** By place in the batch, base64url. */
  paths: readonly (readonly string[])[]
}

/** Leaf of an accepted order (docs/proof.md, Orders). */
export function leafOf(terms: SignedTerms): Uint8Array {
  return orderLeafHash(
    {
      contractId: terms.id,
      source: terms.source,
      orderHash: terms.bodySha256,
      ruleHash: terms.ruleHash,
      openAfterSeq: Number(terms.openAfterSeq),
      acceptedAtMs: Number(terms.acceptedAtMs),
      expiresAtMs: Number(terms.expiresAtMs),
    },
    { symbol: terms.symbol, version: terms.productVersion, precision: terms.precision },
  )
}

/** The tree over a batch's leaves, ascending by contract id, with one signature for all. */
export function proveBatch(
  leaves: readonly Uint8Array[],
  sign: (message: Uint8Array) => Signature,
): BatchProof {
  const { root, paths } = merkleTree(leaves)
  const { keyId, signature } = sign(acceptanceMessage(root, leaves.length))
  // The paths share their hashes: each is spelt once.
  const texts = new Map<Uint8Array, string>()
  const textOf = (hash: Uint8Array): string => {
    const known = texts.get(hash)
    if (known !== undefined) return known
    const text = hashText(hash)
    texts.set(hash, text)
    return text
  }
  return {
    root: textOf(root),
    count: leaves.length,
    keyId,
    signature,
    paths: paths.map((path) => path.map(textOf)),
  }
}

/** The proof of the order at a place of its batch. */
export function proofAt(proof: BatchProof, index: number): AcceptanceProof {
  return {
    index,
    count: proof.count,
    path: ensure(proof.paths[index], 'the order is not in its batch'),
    root: proof.root,
    keyId: proof.keyId,
    signature: proof.signature,
  }
}
