import { assert } from './assert.ts'
import type { FeedSource } from './log-entry.ts'

export type Direction = 'up' | 'down'

/** The times of a game rule that decide an outcome. */
export interface RuleTimings {
  /** Averaging window w; 0 takes the last price. */
  readonly windowMs: number
  readonly openingDelayMs: number
  readonly openTimeoutMs: number
  readonly maxGapMs: number
}

/** What of an accepted contract decides its outcome; fixed at acceptance (trading rules, life of a contract, step 3). */
export interface FrozenContract extends RuleTimings {
  readonly direction: Direction
  readonly stakeMicros: bigint
  readonly payoutBps: number
  /** Last number of the product's durable log when the order was accepted. */
  readonly openAfterSeq: number
  readonly acceptedAtMs: number
  readonly expiresAtMs: number
  readonly source: FeedSource
}

/** First time an opening tick may have: acceptedAt + openingDelay, inclusive. */
export function openingFromMs(contract: FrozenContract): number {
  return contract.acceptedAtMs + contract.openingDelayMs
}

/** Last time an opening tick may have: acceptedAt + openingDelay + openTimeout, inclusive. */
export function openingDeadlineMs(contract: FrozenContract): number {
  return contract.acceptedAtMs + contract.openingDelayMs + contract.openTimeoutMs
}

/** Left end of the closing window, itself outside of it: expiresAt − w. */
export function closingFromMs(contract: FrozenContract): number {
  return contract.expiresAtMs - contract.windowMs
}

/**
 * A log reader that hands over every entry from here on (and vouches for it by `completeFromMs`) has all that the
 * closing price and its gap check need.
 */
export function closingReadFromMs(contract: FrozenContract): number {
  return closingFromMs(contract) - contract.maxGapMs
}

/** A contract whose rule is not valid cannot have been accepted: openingDelay + openTimeout + w ≤ duration. */
export function assertDecidable(contract: FrozenContract): void {
  const times = [contract.windowMs, contract.openingDelayMs, contract.openTimeoutMs, contract.maxGapMs]
  assert(
    [...times, contract.openAfterSeq, contract.acceptedAtMs].every(
      (value) => Number.isSafeInteger(value) && value >= 0,
    ),
    'times and numbers of a contract are safe integers at or above zero',
  )
  assert(
    openingDeadlineMs(contract) <= closingFromMs(contract),
    'opening would reach into the closing window',
  )
  assert(contract.stakeMicros > 0n, 'a contract has a stake')
}
