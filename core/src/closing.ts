import { assert, ensure } from './assert.ts'
import { closingFromMs, type FrozenContract } from './frozen-contract.ts'
import { firstProofPast, type LogExcerpt, runStart } from './log-excerpt.ts'
import { firstAbove, firstAtLeast } from './sorted-search.ts'

/** The closing price and the ticks it was made of. */
export interface Closing {
  readonly price: bigint
  /** The time it stands for: the expiry. */
  readonly timeMs: number
  /** First tick used: the last one at or before expiresAt − w. */
  readonly firstSeq: number
  /** Last tick used: the last one at or before expiresAt. */
  readonly lastSeq: number
  /** First entry that proved the log past the expiry. */
  readonly proofSeq: number
}

/**
 * - `waiting`: the log is not proved past the expiry.
 * - `incomplete`: the excerpt lacks entries the answer depends on.
 * - `price-gap`, `source-changed`: there is no closing price; `seq` is the entry that proved the log past the expiry.
 */
export type ClosingVerdict =
  | { readonly state: 'found'; readonly closing: Closing }
  | { readonly state: 'waiting' }
  | { readonly state: 'incomplete' }
  | { readonly state: 'price-gap' | 'source-changed'; readonly seq: number }

/**
 * Closing price of a window: opening + sign(D)·⌊(2|D| + w)/(2w)⌋ with D = S − opening·w
 * (trading rules, life of a contract, step 5): the average distance from the opening, halves rounded away from it.
 */
export function closingPriceOf(openingPrice: bigint, sum: bigint, windowMs: number): bigint {
  assert(windowMs > 0, 'without a window the last price closes')
  const window = BigInt(windowMs)
  const distance = sum - openingPrice * window
  const size = distance < 0n ? -distance : distance
  const rounded = (2n * size + window) / (2n * window)
  return distance < 0n ? openingPrice - rounded : openingPrice + rounded
}

/**
 * Trading rules, life of a contract, steps 5 and 6. p(t) is the price of the highest-seq tick with time ≤ t.
 * w = 0: p(expiresAt). w > 0: S adds p(t) for each whole millisecond t with expiresAt − w < t ≤ expiresAt, so that a
 * tick at expiresAt − w counts from the window's first millisecond on, and one at expiresAt for the last millisecond.
 * `price-gap` when, from the last tick at or before expiresAt − w on, a price stays in force for more than maxGap
 * before the next tick or the expiry; exactly maxGap is allowed. Decided once the log is proved past expiresAt; by a restart
 * it is not proved, but cancelled.
 * Cost: O(log n + ticks in the window).
 */
export function findClosing(
  contract: FrozenContract,
  openingPrice: bigint,
  excerpt: LogExcerpt,
): ClosingVerdict {
  const proof = firstProofPast(excerpt, contract.expiresAtMs)
  if (proof === null) return { state: 'waiting' }
  const seq = ensure(excerpt.seqs[proof])
  const begin = runStart(excerpt, proof)
  // What a restart lost may lie before the expiry: only entries before it decide. It counts beside the entry it follows.
  if (excerpt.entries[proof]?.kind === 'restart' && (begin < proof || excerpt.completeFromMs !== null))
    return { state: 'source-changed', seq }
  const first = firstAbove(excerpt.tickTimes, closingFromMs(contract)) - 1
  if (first < 0 || ensure(excerpt.tickAt[first]) < begin)
    return withoutFirstTick(contract, excerpt, begin, seq)

  const last = firstAbove(excerpt.tickTimes, contract.expiresAtMs) - 1
  const scan = scanWindow(contract, excerpt, first, last)
  if (scan.foreign) return { state: 'source-changed', seq }
  if (scan.longestMs > contract.maxGapMs) return { state: 'price-gap', seq }
  const lastTick = ensure(excerpt.ticks[last])
  const price =
    contract.windowMs === 0 ? lastTick.price : closingPriceOf(openingPrice, scan.sum, contract.windowMs)
  const firstSeq = ensure(excerpt.tickSeqs[first])
  const timeMs = contract.expiresAtMs
  return { state: 'found', closing: { price, timeMs, firstSeq, lastSeq: lastTick.seq, proofSeq: seq } }
}

interface WindowScan {
  /** S of step 5. */
  readonly sum: bigint
  /** Longest time a price stayed in force, from its tick, to the next tick or the expiry. */
  readonly longestMs: number
  /** Whether a tick is not from the contract's source. */
  readonly foreign: boolean
}

function scanWindow(contract: FrozenContract, excerpt: LogExcerpt, first: number, last: number): WindowScan {
  const { expiresAtMs, source } = contract
  const firstMs = closingFromMs(contract) + 1
  let sum = 0n
  let longestMs = 0
  let foreign = false
  for (let index = first; index <= last; index += 1) {
    const tick = ensure(excerpt.ticks[index])
    foreign ||= tick.source !== source
    const endMs = index < last ? ensure(excerpt.tickTimes[index + 1]) : expiresAtMs
    longestMs = Math.max(longestMs, endMs - tick.timeMs)
    // In force in the whole milliseconds [its time, the next tick's time); the last one up to the expiry, itself included.
    const stopMs = index < last ? endMs : expiresAtMs + 1
    const startMs = Math.max(tick.timeMs, firstMs)
    if (stopMs > startMs) sum += tick.price * BigInt(stopMs - startMs)
  }
  return { sum, longestMs, foreign }
}

/**
 * The unbroken run up to the expiry holds no tick at or before the window. The price in force is older than the run's
 * beginning: that alone can prove a gap, and so can what follows in the run. Else the excerpt is too short.
 */
function withoutFirstTick(
  contract: FrozenContract,
  excerpt: LogExcerpt,
  begin: number,
  seq: number,
): ClosingVerdict {
  const beginMs = ensure(excerpt.times[begin])
  const vouchedMs = excerpt.completeFromMs === null ? beginMs : excerpt.completeFromMs - 1
  const first = firstAtLeast(excerpt.tickAt, begin)
  const last = firstAbove(excerpt.tickTimes, contract.expiresAtMs) - 1
  const nextMs = first <= last ? ensure(excerpt.tickTimes[first]) : contract.expiresAtMs
  const scan = scanWindow(contract, excerpt, first, last)
  if (scan.foreign) return { state: 'source-changed', seq }
  const longestMs = Math.max(nextMs - Math.min(beginMs, vouchedMs), scan.longestMs)
  return longestMs > contract.maxGapMs ? { state: 'price-gap', seq } : { state: 'incomplete' }
}
