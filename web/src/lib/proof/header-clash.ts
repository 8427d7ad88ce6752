import { decodeBase64url } from '@truestrike/core/base64url.ts'
import { headerBytes, headerHash, headerMessage } from '@truestrike/core/proof/block-header.ts'
import { followsLater, isHeaderSound } from '@truestrike/core/proof/header-order.ts'
import { verifyEd25519 } from '@truestrike/core/proof/signature.ts'
import type { SignedBlockHeader } from '@truestrike/core/proof/signed-header.ts'
import { isKeyInUse, publicKeyOf, type SiteKey } from '@truestrike/core/proof/site-keys.ts'
import { unwrap } from '@truestrike/core/result.ts'

/** A signed header with what its bytes also hold. */
export interface SeenHeader extends SignedBlockHeader {
  readonly symbol: string
  readonly precision: number
}

/** `rewritten`: one number, two contents · `unchained`: it denies the one before it · `out-of-order`: both cannot be of one log. */
export type ClashKind = 'rewritten' | 'unchained' | 'out-of-order'

export function hashOf(header: SeenHeader): string {
  return headerHash(headerBytes(header, header))
}

/** How two headers of one product contradict one another; null when they do not. */
export function clashOf(one: SeenHeader, other: SeenHeader): ClashKind | null {
  const [before, after] = one.number <= other.number ? [one, other] : [other, one]
  if (before.number === after.number) return hashOf(before) === hashOf(after) ? null : 'rewritten'
  if (!followsLater(before, after)) return 'out-of-order'
  // Another precision is another product version: how its first block names the one before is not held against it.
  if (after.number !== before.number + 1 || before.precision !== after.precision) return null
  return isChained(before, after) ? null : 'unchained'
}

function isChained(before: SeenHeader, after: SeenHeader): boolean {
  return (
    after.number === before.number + 1 &&
    after.firstSeq === before.lastSeq + 1 &&
    after.previous === hashOf(before)
  )
}

/** Headers of one product, ascending, cut where one does not follow from the one before. */
export function segmentsOf(headers: readonly SeenHeader[]): SeenHeader[][] {
  const segments: SeenHeader[][] = []
  for (const header of headers) {
    const segment = segments.at(-1)
    const before = segment?.at(-1)
    if (segment !== undefined && before !== undefined && isChained(before, header)) segment.push(header)
    else segments.push([header])
  }
  return segments
}

/** Whether a trusted key that was in use at its time has signed the header. */
export function isSigned(header: SeenHeader, keys: readonly SiteKey[]): boolean {
  const key = keys.find(({ id }) => id === header.keyId)
  if (key === undefined || !isHeaderSound(header) || !isKeyInUse(key, header.timeMs)) return false
  const message = headerMessage(headerBytes(header, header))
  return verifyEd25519(unwrap(decodeBase64url(header.signature)), message, publicKeyOf(key))
}
