import type { FrozenContract } from './frozen-contract.ts'
import type { FeedSource, LogEntry, PriceLegs } from './log-entry.ts'

/** A log entry without its number, for logs written by hand in tests. */
export type LogStep =
  | {
      readonly at: number
      readonly price: number | bigint
      readonly source?: FeedSource
      readonly volume?: bigint
      readonly legs?: PriceLegs
      /** When its source gave it; without it the same moment. */
      readonly told?: number
    }
  | { readonly at: number; readonly mark: true }
  | { readonly at: number; readonly from: FeedSource }
  | { readonly at: number; readonly void: readonly [fromMs: number, toMs: number] }
  /** With the price of a second source it is a deviation, else an outlier. */
  | {
      readonly at: number
      readonly rejected: number
      readonly second?: number
      readonly legs?: PriceLegs
      readonly told?: number
    }
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
    const trades = { firstTradeId: 1, lastTradeId: 1, sourceTimeMs: step.told ?? step.at }
    if ('rejected' in step) {
      const priced = {
        price: BigInt(step.rejected),
        volumeMicros: 0n,
        source: 'simulated',
        ...trades,
      } as const
      const { second } = step
      const reason =
        second === undefined
          ? ({ rule: 'outlier' } as const)
          : ({ rule: 'deviation', secondPrice: BigInt(second) } as const)
      return { kind: 'rejected', ...numbered, ...reason, ...priced, ...legsOf(step) }
    }
    const { price, source = 'simulated', volume = 0n } = step
    const priced = { price: BigInt(price), volumeMicros: volume, source, ...trades }
    return { kind: 'tick', ...numbered, ...priced, ...legsOf(step) }
  })
}

const legsOf = ({ legs }: { legs?: PriceLegs }) => (legs === undefined ? {} : { legs })

/** Quotes of a currency and of USDT, told at a time. */
export function quotedAt(timeMs: number, bid = '1.08430'): PriceLegs {
  return {
    base: { pair: 'EUR/USD', bid, ask: '1.08440', timeMs },
    quote: { pair: 'USDT/USD', bid: '0.9998', ask: '0.9999', timeMs: timeMs - 40 },
  }
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
