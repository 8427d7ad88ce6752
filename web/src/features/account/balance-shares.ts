import { scaledOf } from '../../lib/decimal-text.ts'

const WHOLE = 100n

/** Each amount in whole percent of their sum, for drawing only; all 0 when there is nothing. */
export function sharePercents(amounts: readonly string[]): number[] {
  const scaled = amounts.map((amount) => scaledOf(amount) ?? 0n)
  const sum = scaled.reduce((total, amount) => total + amount, 0n)
  return scaled.map((amount) => (sum <= 0n ? 0 : Number((amount * WHOLE) / sum)))
}
