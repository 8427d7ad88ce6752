import { liabilityRootJson, type SignedLiabilityRoot } from '@truestrike/core/proof/liabilities.ts'

/** A month of two books. */
const KEPT_MAX = 62

interface Parts {
  read(): Record<string, unknown> | null
  write(text: string): void
}

/**
 * Keeps a verified total of a book and day, the first one seen. Answers the one kept before when the site had signed
 * another for the same book and day: with both, anybody can see that it did. Null: there is none, or it is the same.
 */
export function keepTotal(root: SignedLiabilityRoot, { read, write }: Parts): unknown {
  const kept = read() ?? {}
  const key = `${root.book} ${root.day}`
  const { keyId: _, signature: __, ...told } = liabilityRootJson(root) as Record<string, unknown>
  const before = kept[key]
  if (typeof before === 'object' && before !== null) {
    const known = before as Record<string, unknown>
    // Signed again with a newer key it says the same.
    return Object.entries(told).every(([name, value]) => known[name] === value) ? null : before
  }
  const entries = Object.entries({ ...kept, [key]: liabilityRootJson(root) })
  write(JSON.stringify(Object.fromEntries(entries.slice(-KEPT_MAX))))
  return null
}
