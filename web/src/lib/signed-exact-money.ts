import { withPlus } from './decimal-text.ts'
import { formatMoneyExact, MISSING, microsOf } from './money-format.ts'

/** Signed, with all the decimals there are, at least two: `+0.004`. */
export function formatMoneySignedExact(amount: string | null | undefined): string {
  return microsOf(amount) === null ? MISSING : withPlus(formatMoneyExact(amount))
}
