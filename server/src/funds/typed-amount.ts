import { formatMicros, type Micros, parseMicros } from '@truestrike/core/money.ts'
import { AppError } from '../platform/app-error.ts'

/** What a user typed as an amount. Errors: AMOUNT_INVALID, also for nothing and less. */
export function readAmount(text: string): Micros {
  const parsed = parseMicros(text)
  if (!parsed.ok || parsed.value <= 0n) throw new AppError('AMOUNT_INVALID')
  return parsed.value
}

/** Errors: AMOUNT_OUT_OF_RANGE, with the limits, which count as inside. */
export function assertInRange(amountMicros: bigint, min: bigint, max: bigint): void {
  if (amountMicros < min || amountMicros > max) throw outOfRange(min, max)
}

export function outOfRange(min: bigint, max: bigint): AppError {
  return new AppError('AMOUNT_OUT_OF_RANGE', { min: formatMicros(min), max: formatMicros(max) })
}
