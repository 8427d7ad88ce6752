import { decodeBase64url, encodeBase64url } from '../base64url.ts'
import { unwrap } from '../result.ts'
import { DAY_MS } from '../utc-day.ts'
import { FormatFault } from './json-codec.ts'
import { type Liability, liabilityLeaf, liabilityMessage, readLiability } from './liabilities.ts'
import { type VerifySignature, verifyEd25519 } from './signature.ts'
import { isKeyInUse, publicKeyOf, type SiteKey } from './site-keys.ts'
import { rootFromSumPath } from './sum-tree.ts'

/** What of a liability does not hold, in the order in which it is looked at. */
export const LIABILITY_CODES = [
  'format',
  'unknown-key',
  'balance',
  'same-leaf',
  'not-in-tree',
  'other-day',
  'key-not-in-use',
  'signature',
] as const
export type LiabilityCode = (typeof LIABILITY_CODES)[number]

export type LiabilityVerdict =
  | { readonly ok: true; readonly liability: Liability }
  | { readonly ok: false; readonly code: LiabilityCode; readonly detail: string | null }

const faulty = (code: LiabilityCode, detail: string | null = null): LiabilityVerdict => ({
  ok: false,
  code,
  detail,
})

/**
 * Verifies that a balance (foreign JSON) is counted in a signed total, with keys that come from elsewhere. Pure; never
 * throws on any JSON. Whether uid and balance are one's own is for the reader to say.
 */
export function verifyLiability(
  json: unknown,
  siteKeys: readonly SiteKey[],
  verifySignature: VerifySignature = verifyEd25519,
): LiabilityVerdict {
  let liability: Liability
  try {
    liability = readLiability(json)
  } catch (error) {
    if (error instanceof FormatFault) return faulty('format', error.path)
    throw error
  }
  const { root, parts } = liability
  const key = siteKeys.find(({ id }) => id === root.keyId)
  if (key === undefined) return faulty('unknown-key', root.keyId)
  const total = parts.reduce((sum, { amountMicros }) => sum + amountMicros, 0n)
  if (total !== liability.balanceMicros) return faulty('balance')
  if (new Set(parts.map(({ index }) => index)).size < parts.length) return faulty('same-leaf')
  const stray = parts.findIndex((_, part) => !isInTree(liability, part))
  if (stray >= 0) return faulty('not-in-tree', String(stray))
  if (Math.floor(root.timeMs / DAY_MS) !== root.day) return faulty('other-day')
  if (!isKeyInUse(key, root.timeMs)) return faulty('key-not-in-use', root.keyId)
  const signature = unwrap(decodeBase64url(root.signature))
  const isSigned = verifySignature(signature, liabilityMessage(root), publicKeyOf(key))
  return isSigned ? { ok: true, liability } : faulty('signature')
}

function isInTree({ uid, root, parts }: Liability, part: number): boolean {
  const shown = parts[part]
  if (shown === undefined) return false
  const salt = unwrap(decodeBase64url(shown.salt))
  const leaf = liabilityLeaf({ ...root, uid, part, salt, amountMicros: shown.amountMicros })
  const path = shown.path.map(({ sumMicros, hash }) => ({
    sum: sumMicros,
    hash: unwrap(decodeBase64url(hash)),
  }))
  const found = rootFromSumPath(leaf, shown.index, root.count, path)
  return found !== null && found.sum === root.totalMicros && encodeBase64url(found.hash) === root.hash
}
