import { type GameRuleContent, type RuleFault, validateRule } from '@truestrike/core/game-rule.ts'
import type { RuleContent } from '@truestrike/protocol/rule-endpoints.ts'
import { micros } from '../accounts/config-amount.ts'
import { faultyField } from '../platform/app-error.ts'

/** The field a fault of a rule is shown at, and the rule it breaks. */
const FIELDS: Readonly<Record<RuleFault, readonly [field: string, rule: string]>> = {
  SYMBOL_INVALID: ['symbol', 'pattern'],
  DURATION_INVALID: ['durationSeconds', 'range'],
  PAYOUT_INVALID: ['payoutBps', 'range'],
  STAKE_RANGE_INVALID: ['stakeMax', 'range'],
  TIMING_INVALID: ['windowMs', 'range'],
  MAX_GAP_INVALID: ['maxGapMs', 'range'],
  STALE_INVALID: ['staleMs', 'range'],
  WINDOWS_OVERLAP: ['windowMs', 'overlap'],
}

/** A rule as typed, held against the bounds of the trading rules. Errors: INVALID_PARAMETERS with the field. */
export function readRule(symbol: string, { stakeMin, stakeMax, ...rest }: RuleContent): GameRuleContent {
  const content = {
    ...{ ...rest, symbol },
    stakeMinMicros: micros(stakeMin, 'rule.stakeMin', 1n),
    stakeMaxMicros: micros(stakeMax, 'rule.stakeMax', 1n),
  }
  const valid = validateRule(content)
  if (valid.ok) return valid.value
  const [field, rule] = FIELDS[valid.code]
  throw faultyField(`rule.${field}`, rule)
}
