import {
  type Liability,
  readLiability,
  type SignedLiabilityRoot,
} from '@truestrike/core/proof/liabilities.ts'
import { type LiabilityCode, verifyLiability } from '@truestrike/core/proof/verify-liability.ts'
import type { KeyRing } from './key-ring.ts'

/** What does not hold: a code of the verifier, or what only this page can know. */
export type CountedCode = LiabilityCode | 'other-user' | 'other-book' | 'other-total'

/** A balance in the tree of liabilities, looked at in this browser. */
export interface CheckedLiability {
  /** Null when it does not hold by itself. */
  readonly liability: Liability | null
  readonly fault: CountedCode | null
  /** The total the site had signed for the same book and day before, when this is another; as JSON. */
  readonly kept: unknown
}

interface Expected {
  readonly uid: string
  readonly book: 'demo' | 'real'
}

interface Parts {
  ring: Pick<KeyRing, 'trusted' | 'verified'>
  /** Keeps a verified total; answers another one that was kept for its book and day. */
  keepTotal(root: SignedLiabilityRoot): unknown
}

/**
 * Verifies with the keys this browser trusts that a balance is counted, and whose it is, and holds the total against the one
 * kept of that day. `again`: the user asked.
 */
export async function checkLiability(
  json: unknown,
  { uid, book }: Expected,
  { ring, keepTotal }: Parts,
  again: boolean,
): Promise<CheckedLiability> {
  const keyId = keyIdOf(json)
  const verdict = verifyLiability(json, keyId === null ? [] : await ring.trusted([keyId], again))
  const failed = (fault: CountedCode): CheckedLiability => ({ liability: null, fault, kept: null })
  if (!verdict.ok) return failed(verdict.code)
  const { liability } = verdict
  ring.verified(liability.root.keyId, liability.root.timeMs, json)
  if (liability.uid !== uid) return failed('other-user')
  if (liability.root.book !== book) return failed('other-book')
  const kept = keepTotal(liability.root)
  return kept === null ? { liability, fault: null, kept } : { liability, fault: 'other-total', kept }
}

function keyIdOf(json: unknown): string | null {
  try {
    return readLiability(json).root.keyId
  } catch {
    return null
  }
}
