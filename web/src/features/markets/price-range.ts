import { scaledOf } from '../../lib/decimal-text.ts'

const WHOLE = 100n

/** Where the price stands between low and high, in whole percent of the way; null when that cannot be said. */
export function rangePercent(low: string | null, high: string | null, price: string | null): number | null {
  const [from, to, at] = [scaledOf(low), scaledOf(high), scaledOf(price)]
  if (from === null || to === null || at === null || to <= from) return null
  const percent = ((at - from) * WHOLE) / (to - from)
  return Number(percent < 0n ? 0n : percent > WHOLE ? WHOLE : percent)
}
