import { formatDecimal } from '@truestrike/core/decimal.ts'
import type { RuleContent } from '@truestrike/protocol/rule-endpoints.ts'

const decimals = (value: number, scale: number): string =>
  formatDecimal(BigInt(value), { scale, minDecimals: 0, maxDecimals: scale })

export const percentOf = (bps: number): string => `${decimals(bps, 2)}%`
export const secondsOf = (ms: number): string => `${decimals(ms, 3)} s`

/** What of a rule is proposed: nothing else that its row has crosses the wire. */
export const contentOf = (rule: RuleContent): RuleContent => ({
  ...{ durationSeconds: rule.durationSeconds, payoutBps: rule.payoutBps },
  ...{ stakeMin: rule.stakeMin, stakeMax: rule.stakeMax, windowMs: rule.windowMs },
  ...{ openingDelayMs: rule.openingDelayMs, openTimeoutMs: rule.openTimeoutMs },
  ...{ staleMs: rule.staleMs, maxGapMs: rule.maxGapMs },
})
