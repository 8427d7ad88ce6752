import { assert } from './assert.ts'
import { formatDecimal, parseDecimal } from './decimal.ts'
import type { Result } from './result.ts'

declare const unit: unique symbol

/** An amount of USDT as an integer of 10^-6. */
export type Micros = bigint & { readonly [unit]: 'micro-USDT' }

export const MICROS_PER_USDT = 1_000_000n
export const BPS_PER_ONE = 10_000n
const SCALE = 6

/** Says that an integer is an amount in micro-USDT. */
export function asMicros(value: bigint): Micros {
  return value as Micros
}

/** Decimal text with at most six decimals as an amount; a minus sign is taken, the caller decides about negative amounts. */
export function parseMicros(text: string): Result<Micros, 'MALFORMED' | 'TOO_PRECISE'> {
  const parsed = parseDecimal(text, SCALE)
  return parsed.ok ? { ok: true, value: asMicros(parsed.value) } : parsed
}

export interface MicrosFormat {
  /** Default 2. */
  minDecimals?: number
  /** Default 6; what lies beyond is cut off towards zero. */
  maxDecimals?: number
  /** Commas between thousands; default false, as on the wire. */
  group?: boolean
}

/** Decimal text of an amount. Without options it is the wire form: two to six decimals, exact, `1234.50`, `0.000001`. */
export function formatMicros(
  micros: bigint,
  { minDecimals = 2, maxDecimals = SCALE, group = false }: MicrosFormat = {},
): string {
  return formatDecimal(micros, { scale: SCALE, minDecimals, maxDecimals, group })
}

/** Profit of a won contract, ⌊stake × payoutBps / 10 000⌋ (trading rules, Money). */
export function winProfit(stakeMicros: bigint, payoutBps: number): Micros {
  assert(stakeMicros >= 0n, 'a stake is never negative')
  assert(Number.isSafeInteger(payoutBps) && payoutBps >= 0, 'a payout rate is a whole number of basis points')
  return asMicros((stakeMicros * BigInt(payoutBps)) / BPS_PER_ONE)
}

/** What a won contract returns in all: stake + ⌊stake × payoutBps / 10 000⌋ (trading rules, Money). */
export function winPayout(stakeMicros: bigint, payoutBps: number): Micros {
  return asMicros(stakeMicros + winProfit(stakeMicros, payoutBps))
}
