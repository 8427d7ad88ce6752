import { formatMicros, parseMicros } from '@truestrike/core/money.ts'

const PLAIN = /^(0|[1-9][0-9]{0,11})(\.[0-9]{1,6})?$/

/** What was typed as a limit: an amount as it comes over the wire, null for none, undefined when it is unclear. */
export function readLimit(text: string): string | null | undefined {
  const bare = text.trim()
  if (bare === '') return null
  const parsed = parseMicros(bare)
  return PLAIN.test(bare) && parsed.ok ? formatMicros(parsed.value) : undefined
}
