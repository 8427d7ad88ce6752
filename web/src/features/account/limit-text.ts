import { formatMicros } from '@truestrike/core/money.ts'
import { readMicros } from '../../lib/amount-text.ts'

/** What was typed as a limit: an amount as it comes over the wire, null for none, undefined when it is unclear. */
export function readLimit(text: string, locale: string): string | null | undefined {
  if (text.trim() === '') return null
  // Nothing may be staked, or lost: zero is a limit as any other.
  const micros = readMicros(text, locale)
  return typeof micros === 'bigint' ? formatMicros(micros) : undefined
}
