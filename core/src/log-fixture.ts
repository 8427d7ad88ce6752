import type { FrozenContract } from './frozen-contract.ts'
import type { FeedSource, LogEntry } from './log-entry.ts'

/** A log entry without its number, for logs written by hand in tests. */
export type LogStep =
  | {
      readonly at: number
      readonly price: number | bigint
      readonly source?: FeedSource
      readonly volume?: bigint
    }
  | { readonly at: number; readonly mark: true }
  | { readonly at: number; readonly from: FeedSource }
  | { readonly at: number; readonly void: readonly [fromMs: number, toMs: number] }
  | { readonly at: number; readonly rejected: number }
  /** The service was restored: so many numbers are left out before the entry that says so. */
  | { readonly at: number; readonly restart: number }

/** A log of one product written by hand: numbers begin at `firstSeq`, times are as given. */
export function logOf(steps: readonly LogStep[], firstSeq = 1): LogEntry[] {
  let seq = firstSeq - 1
  return steps.map((step): LogEntry => {
    const afterSeq = seq
    seq += 'restart' in step ? step.restart + 1 : 1
    const numbered = { seq, timeMs: step.at }
    if ('restart' in step) return { kind: 'restart', ...numbered, source: 'simulated', afterSeq }
    if ('mark' in step) return { kind: 'watermark', ...numbered }
    if ('from' in step) return { kind: 'source', ...numbered, source: step.from }
    if ('void' in step) {
      const [fromMs, toMs] = step.void
      const counted = { contractCount: 1, houseEffectMicros: 0n, reason: 'wrong prices' }
      return { kind: 'void', ...numbered, fromMs, toMs, ...counted }
    }
    const trades = { firstTradeId: 1, lastTradeId: 1, sourceTimeMs: step.at }
    if ('rejected' in step) {
      const priced = {
        price: BigInt(step.rejected),
        volumeMicros: 0n,
        source: 'simulated',
        ...trades,
      } as const
      return { kind: 'rejected', ...numbered, rule: 'outlier', ...priced }
    }
    const { price, source = 'simulated', volume = 0n } = step
    return { kind: 'tick', ...numbered, price: BigInt(price), volumeMicros: volume, source, ...trades }
  })
}

/** A contract accepted at 1 000 after entry 1 that expires at 2 000: 100 ms delay, 200 ms timeout, 10 ms window, 500 ms gap. */
export function contractOf(changes: Partial<FrozenContract> = {}): FrozenContract {
  return {
    direction: 'up',
    stakeMicros: 10_000_000n,
    payoutBps: 8000,
    openAfterSeq: 1,
    acceptedAtMs: 1000,
    expiresAtMs: 2000,
    windowMs: 10,
    openingDelayMs: 100,
    openTimeoutMs: 200,
    maxGapMs: 500,
    source: 'simulated',
    ...changes,
  }
}
