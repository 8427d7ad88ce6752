import { assert } from './assert.ts'
import { asMicros, type Micros } from './money.ts'

const BPS = 10_000n

/** A number as a fraction of integers; the denominator is above zero. */
export interface Ratio {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** Share of contracts that must be won to neither gain nor lose: 1/(1 + payout) (trading rules, life of a contract, step 1). */
export function breakEvenRate(payoutBps: number): Ratio {
  return { numerator: BPS, denominator: BPS + bpsOf(payoutBps) }
}

/** What the house keeps of a stake at even odds: (1 − payout)/2 (trading rules, life of a contract, step 1). */
export function houseMargin(payoutBps: number): Ratio {
  return { numerator: BPS - bpsOf(payoutBps), denominator: 2n * BPS }
}

/** What a stake is expected to bring at even odds, −stake × (1 − payout)/2, in micro-USDT, halves away from zero. */
export function expectedValue(stakeMicros: bigint, payoutBps: number): Micros {
  const { numerator, denominator } = houseMargin(payoutBps)
  return asMicros(divideRounded(-stakeMicros * numerator, denominator))
}

/** A ratio in whole basis points, halves away from zero. */
export function ratioToBps({ numerator, denominator }: Ratio): number {
  return Number(divideRounded(numerator * BPS, denominator))
}

/** A ratio as a percentage without the sign, always with `decimals` decimals, halves away from zero: `55.56`. */
export function formatPercent({ numerator, denominator }: Ratio, decimals = 2): string {
  const scale = 10n ** BigInt(decimals)
  const scaled = divideRounded(numerator * 100n * scale, denominator)
  const size = scaled < 0n ? -scaled : scaled
  const fraction = decimals === 0 ? '' : `.${(size % scale).toString().padStart(decimals, '0')}`
  return `${scaled < 0n ? '-' : ''}${size / scale}${fraction}`
}

/** Basis points as a percentage without superfluous zeros: 8000 → `80`, 8550 → `85.5`. */
export function formatBps(bps: number): string {
  return formatPercent({ numerator: bpsSigned(bps), denominator: BPS }).replace(/\.?0+$/, '')
}

/** Integer division, halves away from zero. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  assert(denominator > 0n, 'a denominator is above zero')
  const size = numerator < 0n ? -numerator : numerator
  const rounded = (2n * size + denominator) / (2n * denominator)
  return numerator < 0n ? -rounded : rounded
}

function bpsOf(payoutBps: number): bigint {
  assert(payoutBps >= 0, 'a payout rate is not negative')
  return bpsSigned(payoutBps)
}

function bpsSigned(bps: number): bigint {
  assert(Number.isSafeInteger(bps), 'basis points are whole')
  return BigInt(bps)
}
