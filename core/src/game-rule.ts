import { sha256 } from '@noble/hashes/sha2.js'
import { encodeBase64url } from './base64url.ts'
import { createByteWriter } from './byte-writer.ts'
import type { RuleTimings } from './frozen-contract.ts'
import { fail, ok, type Result } from './result.ts'

/** Content of a game rule: one duration a product (or every product, `*`) can be traded for. */
export interface GameRuleContent extends RuleTimings {
  readonly symbol: string
  readonly durationSeconds: number
  /** Payout rate in basis points of the stake. */
  readonly payoutBps: number
  readonly stakeMinMicros: bigint
  readonly stakeMaxMicros: bigint
  /** A newest tick older than this takes no orders. */
  readonly staleMs: number
}

export type RuleFault =
  | 'SYMBOL_INVALID'
  | 'DURATION_INVALID'
  | 'PAYOUT_INVALID'
  | 'STAKE_RANGE_INVALID'
  | 'TIMING_INVALID'
  | 'MAX_GAP_INVALID'
  | 'STALE_INVALID'
  | 'WINDOWS_OVERLAP'

/** Bounds of what an operator may enter. */
export const DURATION_SECONDS_MAX = 604_800
export const PAYOUT_BPS_MAX = 10_000
export const STAKE_MICROS_MAX = 1_000_000_000_000n
export const RULE_TIME_MS_MAX = 3_600_000

const SYMBOL = /^(\*|[A-Z0-9]{2,20})$/

/** The rule itself when it can be used, else its first fault. A payout is above 0 and at most 100 %: the house never pays to lose. */
export function validateRule(rule: GameRuleContent): Result<GameRuleContent, RuleFault> {
  const { durationSeconds, payoutBps, stakeMinMicros, stakeMaxMicros } = rule
  const durationMs = durationSeconds * 1000
  if (!SYMBOL.test(rule.symbol)) return fail('SYMBOL_INVALID')
  if (!isWhole(durationSeconds, 1, DURATION_SECONDS_MAX)) return fail('DURATION_INVALID')
  if (!isWhole(payoutBps, 1, PAYOUT_BPS_MAX)) return fail('PAYOUT_INVALID')
  const stakesFit =
    stakeMinMicros > 0n && stakeMinMicros <= stakeMaxMicros && stakeMaxMicros <= STAKE_MICROS_MAX
  if (!stakesFit) return fail('STAKE_RANGE_INVALID')
  const timings = [rule.windowMs, rule.openingDelayMs, rule.openTimeoutMs]
  if (!timings.every((value) => isWhole(value, 0, RULE_TIME_MS_MAX))) return fail('TIMING_INVALID')
  if (!isWhole(rule.maxGapMs, 1, RULE_TIME_MS_MAX)) return fail('MAX_GAP_INVALID')
  if (!isWhole(rule.staleMs, 1, RULE_TIME_MS_MAX)) return fail('STALE_INVALID')
  if (rule.openingDelayMs + rule.openTimeoutMs + rule.windowMs > durationMs) return fail('WINDOWS_OVERLAP')
  return ok(rule)
}

function isWhole(value: number, min: number, max: number): boolean {
  return Number.isSafeInteger(value) && value >= min && value <= max
}

/**
 * Canonical bytes of a rule's content, version 1, big endian: version u8 (1), symbol (length u8, ASCII; `*` for all),
 * duration in s u32, payout in basis points u32, least and greatest stake in micro-USDT u64 each, then in ms, u32 each:
 * window, opening delay, open timeout, stale, max gap.
 */
export function ruleBytes(rule: GameRuleContent): Uint8Array {
  const out = createByteWriter()
  out.u8(1)
  out.ascii(rule.symbol)
  out.u32(rule.durationSeconds)
  out.u32(rule.payoutBps)
  out.bigU64(rule.stakeMinMicros)
  out.bigU64(rule.stakeMaxMicros)
  for (const value of [rule.windowMs, rule.openingDelayMs, rule.openTimeoutMs, rule.staleMs, rule.maxGapMs])
    out.u32(value)
  return out.done()
}

/** SHA-256 of the canonical bytes, base64url (43 characters). The same content has the same hash. */
export function ruleHash(rule: GameRuleContent): string {
  return encodeBase64url(sha256(ruleBytes(rule)))
}
