import { type Liability, readLiability } from '@truestrike/core/proof/liabilities.ts'
import { type LiabilityCode, verifyLiability } from '@truestrike/core/proof/verify-liability.ts'
import type { KeyRing } from './key-ring.ts'

/** What does not hold: a code of the verifier, or what only this page can know. */
export type CountedCode = LiabilityCode | 'other-user' | 'other-book'

/** A balance in the tree of liabilities, looked at in this browser. */
export interface CheckedLiability {
  /** Null when something does not hold. */
  readonly liability: Liability | null
  readonly fault: CountedCode | null
}

interface Expected {
  readonly uid: string
  readonly book: 'demo' | 'real'
}

/** Verifies with the keys this browser trusts that a balance is counted, and whose it is. `again`: the user asked. */
export async function checkLiability(
  json: unknown,
  { uid, book }: Expected,
  ring: Pick<KeyRing, 'trusted'>,
  again: boolean,
): Promise<CheckedLiability> {
  const keyId = keyIdOf(json)
  const verdict = verifyLiability(json, keyId === null ? [] : await ring.trusted([keyId], again))
  const failed = (fault: CountedCode): CheckedLiability => ({ liability: null, fault })
  if (!verdict.ok) return failed(verdict.code)
  const { liability } = verdict
  if (liability.uid !== uid) return failed('other-user')
  if (liability.root.book !== book) return failed('other-book')
  return { liability, fault: null }
}

function keyIdOf(json: unknown): string | null {
  try {
    return readLiability(json).root.keyId
  } catch {
    return null
  }
}
