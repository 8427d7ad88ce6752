import { formatMicros } from '@truestrike/core/money.ts'
import { microsOf } from '../../lib/money-format.ts'

/** Amounts offered at one tap, USDT. */
export const QUICK_AMOUNTS = ['10', '25', '50', '100', '250'] as const
export const FIRST_AMOUNT = '50.00'

/** As an order carries it. */
export function textOfAmount(micros: bigint): string {
  return formatMicros(micros)
}

export interface AmountBounds {
  minMicros: bigint
  maxMicros: bigint
}

/** Least of balance and the rule's maximum; zero when that is below the minimum. */
export function largestAmount({ minMicros, maxMicros }: AmountBounds, availableMicros: bigint): bigint {
  const largest = availableMicros < maxMicros ? availableMicros : maxMicros
  return largest < minMicros ? 0n : largest
}

const USDT = 1_000_000n
const STEPS = [
  { belowUsdt: 10n, stepUsdt: 1n },
  { belowUsdt: 100n, stepUsdt: 5n },
  { belowUsdt: 500n, stepUsdt: 25n },
  { belowUsdt: 2_000n, stepUsdt: 100n },
] as const
const LARGEST_STEP_USDT = 500n

function stepAt(micros: bigint): bigint {
  const found = STEPS.find(({ belowUsdt }) => micros < belowUsdt * USDT)
  return (found?.stepUsdt ?? LARGEST_STEP_USDT) * USDT
}

/** The next round amount above or below, kept inside the bounds. */
export function steppedAmount(
  micros: bigint,
  direction: -1 | 1,
  { minMicros, maxMicros }: AmountBounds,
): bigint {
  const step = direction > 0 ? stepAt(micros) : stepAt(micros > 0n ? micros - 1n : 0n)
  const next = direction > 0 ? (micros / step + 1n) * step : ((micros + step - 1n) / step - 1n) * step
  if (next < minMicros) return minMicros
  return next > maxMicros ? maxMicros : next
}

/** What a rule takes; with an own limit of the user, no more than that, unless the rule takes nothing so small. */
export function boundsOf(
  rule: { stakeMin: string; stakeMax: string },
  ownMax: string | null = null,
): AmountBounds {
  const minMicros = microsOf(rule.stakeMin) ?? 0n
  const maxMicros = microsOf(rule.stakeMax) ?? 0n
  const ownMaxMicros = microsOf(ownMax) ?? maxMicros
  const isTighter = ownMaxMicros >= minMicros && ownMaxMicros < maxMicros
  return { minMicros, maxMicros: isTighter ? ownMaxMicros : maxMicros }
}
