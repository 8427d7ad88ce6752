import type { Played } from './price-attack.ts'

/** Profits of one attacker over many worlds, as shares of the stake. */
export class ProfitSample {
  contracts = 0
  cancelled = 0
  refused = 0
  private profits: number[] = []
  private coins: number[] = []

  /** The contracts of one world are one observation: they may hang together. */
  add(played: readonly Played[]): void {
    if (played.length === 0) return
    this.contracts += played.length
    this.cancelled += played.filter(({ cancelled }) => cancelled).length
    this.profits.push(meanOf(played.map(({ profit }) => profit)))
    this.coins.push(meanOf(played.map(({ coin }) => coin)))
  }

  get mean(): number {
    return meanOf(this.profits)
  }

  /** Of a coin at the same moments. */
  get honest(): number {
    return meanOf(this.coins)
  }

  /** Standard deviation of the mean's distance from the coin's, from world to world. */
  get sigma(): number {
    const gains = this.profits.map((profit, at) => profit - (this.coins[at] ?? 0))
    const mean = meanOf(gains)
    const squares = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0)
    return Math.sqrt(squares / (gains.length - 1) / gains.length)
  }

  /** How many standard deviations the attacker's mean lies above the honest one. */
  get excess(): number {
    return (this.mean - this.honest) / this.sigma
  }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
