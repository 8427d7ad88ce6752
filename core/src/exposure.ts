import type { Direction } from './frozen-contract.ts'
import { winProfit } from './money.ts'

/** Default limit of one side: 100 000 USDT (trading rules, Defaults). */
export const EXPOSURE_LIMIT_MICROS = 100_000_000_000n

const MINUTE_MS = 60_000

/** Open contracts of one book, product and expiry minute (in demo: of one user besides). */
export interface ExposureTotals {
  readonly upStakesMicros: bigint
  readonly upProfitsMicros: bigint
  readonly downStakesMicros: bigint
  readonly downProfitsMicros: bigint
}

export const NO_EXPOSURE: ExposureTotals = {
  upStakesMicros: 0n,
  upProfitsMicros: 0n,
  downStakesMicros: 0n,
  downProfitsMicros: 0n,
}

export interface ExposureOrder {
  readonly direction: Direction
  readonly stakeMicros: bigint
  readonly payoutBps: number
}

/** Start of the minute a contract expires in: contracts of the same one share a limit. */
export function expiryMinuteOf(expiresAtMs: number): number {
  return Math.floor(expiresAtMs / MINUTE_MS) * MINUTE_MS
}

/** Totals with one more contract; its possible profit is ⌊stake × payoutBps / 10 000⌋. */
export function addExposure(
  totals: ExposureTotals,
  { direction, stakeMicros, payoutBps }: ExposureOrder,
): ExposureTotals {
  const profit = winProfit(stakeMicros, payoutBps)
  return direction === 'up'
    ? {
        ...totals,
        upStakesMicros: totals.upStakesMicros + stakeMicros,
        upProfitsMicros: totals.upProfitsMicros + profit,
      }
    : {
        ...totals,
        downStakesMicros: totals.downStakesMicros + stakeMicros,
        downProfitsMicros: totals.downProfitsMicros + profit,
      }
}

/**
 * What the house loses when this side wins: Σ possible profit of the side − Σ stakes of the other side
 * (trading rules, Defaults). Negative: the house gains.
 */
export function sideExposure(totals: ExposureTotals, side: Direction): bigint {
  return side === 'up'
    ? totals.upProfitsMicros - totals.downStakesMicros
    : totals.downProfitsMicros - totals.upStakesMicros
}

/** Whether an order may be taken: its own side's exposure with it is at most the limit. */
export function fitsExposure(totals: ExposureTotals, order: ExposureOrder, limitMicros: bigint): boolean {
  return sideExposure(addExposure(totals, order), order.direction) <= limitMicros
}
