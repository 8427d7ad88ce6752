import type { GameRuleContent } from './game-rule.ts'
import type { FeedSource } from './log-entry.ts'
import { MICROS_PER_USDT } from './money.ts'

export type Category = 'crypto' | 'forex'

/** Duration in s, payout in basis points, window in s (trading rules, Defaults). */
const LADDER = [
  [30, 8000, 2],
  [60, 8200, 3],
  [120, 8400, 5],
  [300, 8500, 5],
  [900, 8600, 15],
  [3600, 8700, 15],
  [14_400, 8800, 30],
  [86_400, 9000, 60],
] as const

/** The rules a product begins with (trading rules, Defaults), shortest first; `*` stands for every product. */
export function defaultRules(category: Category, source: FeedSource, symbol = '*'): GameRuleContent[] {
  return LADDER.map(([durationSeconds, payoutBps, windowSeconds]) => ({
    symbol,
    durationSeconds,
    payoutBps,
    stakeMinMicros: MICROS_PER_USDT,
    stakeMaxMicros: 5000n * MICROS_PER_USDT,
    windowMs: windowSeconds * 1000,
    openingDelayMs: source === 'exchange' ? 500 : 300,
    openTimeoutMs: 5000,
    staleMs: category === 'forex' ? 10_000 : 3000,
    maxGapMs: category === 'forex' ? 20_000 : 5000,
  }))
}
