import { formatMicros } from '@truestrike/core/money.ts'
import { latinDigits } from '@truestrike/protocol/latin-digits.ts'
import { readAmount } from '../../lib/amount-text.ts'

/** Nothing may be staked, or lost: a limit as any other, where an amount would be none. */
const ZERO = /^0+([.,\u066b]0*)?$/

/** What was typed as a limit: an amount as it comes over the wire, null for none, undefined when it is unclear. */
export function readLimit(text: string, locale: string): string | null | undefined {
  const bare = latinDigits(text).trim()
  if (bare === '') return null
  if (ZERO.test(bare)) return formatMicros(0n)
  const micros = readAmount(text, locale)
  return typeof micros === 'bigint' ? formatMicros(micros) : undefined
}
