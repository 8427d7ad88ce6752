import { assert } from './assert.ts'

/** An estimate with its interval of 95 % confidence; shares and margins as fractions of one. */
export interface Estimate {
  readonly estimate: number
  readonly low: number
  readonly high: number
}

/** How contracts bought up at moments of the recorded log would have ended; bought down, won and lost change places. */
export interface OutcomeCounts {
  readonly won: number
  readonly lost: number
  readonly equal: number
  readonly cancelled: number
}

/** Contracts or samples that an interval by a standard error needs: of fewer it says nothing. */
export const ESTIMATE_MIN = 30

/** Two-sided 95 % of the normal distribution. */
const Z = 1.959963984540054

/** Share of successes by Wilson's score interval, which holds for few trials and for shares near 0 and 1 too. */
export function shareInterval(successes: number, trials: number): Estimate | null {
  assert(successes >= 0 && successes <= trials, 'no more successes than trials')
  if (trials === 0) return null
  const share = successes / trials
  const zz = (Z * Z) / trials
  const middle = (share + zz / 2) / (1 + zz)
  const half = (Z / (1 + zz)) * Math.sqrt((share * (1 - share)) / trials + zz / (4 * trials))
  return { estimate: share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}

/**
 * What the house keeps of a stake when the direction is drawn evenly: (1 − payout)/2 of each contract that is decided, nothing
 * of one that is equal or cancelled. Exact but for the share that is decided, whose interval it has.
 */
export function evenMargin(counts: OutcomeCounts, payoutBps: number): Estimate | null {
  const decided = counts.won + counts.lost
  const share = shareInterval(decided, decided + counts.equal + counts.cancelled)
  return share === null ? null : scaled(share, (1 - payoutBps / 10_000) / 2)
}

/**
 * What the house keeps of a stake when everybody buys one way: 1 of a contract that is lost, −payout of one that is won. The
 * mean of independent samples, with the interval of its standard error; none of fewer than `ESTIMATE_MIN` samples.
 */
export function oneWayMargin(
  counts: OutcomeCounts,
  payoutBps: number,
  direction: 'up' | 'down',
): Estimate | null {
  const [won, lost] = direction === 'up' ? [counts.won, counts.lost] : [counts.lost, counts.won]
  const all = won + lost + counts.equal + counts.cancelled
  if (all < ESTIMATE_MIN) return null
  const payout = payoutBps / 10_000
  const mean = (lost - payout * won) / all
  const squares = lost * (1 - mean) ** 2 + won * (payout + mean) ** 2 + (all - won - lost) * mean ** 2
  return around(mean, Math.sqrt(squares / (all - 1) / all), payout)
}

/** Stakes of completed contracts by result, and the sums of their squares; in one unit. */
export interface StakeSums {
  readonly contracts: number
  readonly won: number
  readonly lost: number
  readonly equal: number
  readonly wonSquares: number
  readonly lostSquares: number
  readonly equalSquares: number
}

/**
 * What the house would have kept of all stakes with this payout, had the same contracts been bought: a ratio of two sums,
 * with the interval of its linearised standard error (contracts as independent). None of fewer than `ESTIMATE_MIN` contracts.
 */
export function stakedMargin(sums: StakeSums, payoutBps: number): Estimate | null {
  const staked = sums.won + sums.lost + sums.equal
  if (sums.contracts < ESTIMATE_MIN || staked <= 0) return null
  const payout = payoutBps / 10_000
  const ratio = (sums.lost - payout * sums.won) / staked
  const squares =
    sums.lostSquares * (1 - ratio) ** 2 +
    sums.wonSquares * (payout + ratio) ** 2 +
    sums.equalSquares * ratio ** 2
  const variance = ((sums.contracts / (sums.contracts - 1)) * squares) / staked ** 2
  return around(ratio, Math.sqrt(variance), payout)
}

/** Never beyond what is possible: the whole stake is kept at most, and the payout paid on top of it. */
const around = (estimate: number, error: number, payout: number): Estimate => ({
  estimate,
  low: Math.max(-payout, estimate - Z * error),
  high: Math.min(1, estimate + Z * error),
})

const scaled = ({ estimate, low, high }: Estimate, factor: number): Estimate => ({
  ...{ estimate: estimate * factor, low: low * factor, high: high * factor },
})
