import { openMsBetween } from '@truestrike/core/calendar.ts'
import type { FeedSource, LogEntry } from '@truestrike/core/log-entry.ts'
import type { LogHead } from './log.store.ts'
import type { ProductRecord } from './product.store.ts'

/** Longest time without a price that is no halt, in ms of trading hours, for a product that stays fresh for longer. */
const HALT_MS_MAX = 5_000

/** What everybody may look up of a product's log; `seq` is the entry's number, of a halt that of the last price before it. */
export type LogEvent = { productId: number; seq: number } & (
  | { kind: 'source'; timeMs: number; sourceBefore: FeedSource; source: FeedSource }
  | {
      kind: 'void'
      timeMs: number
      fromMs: number
      toMs: number
      contractCount: number
      houseEffectMicros: bigint
      reason: string
    }
  /** From the price `seq` to the next one, `endSeq`; `openMs` of it in trading hours. */
  | { kind: 'halt'; endSeq: number; fromMs: number; toMs: number; openMs: number }
)

/** No price for longer than this, in trading hours, is a halt: orders are refused, or contracts can be cancelled. */
function haltAfterMs({ staleMs }: Pick<ProductRecord, 'staleMs'>): number {
  return Math.min(staleMs, HALT_MS_MAX)
}

/** Trading hours without a price from one time to another; 0 when they are no halt. */
export function haltedMs(
  product: Pick<ProductRecord, 'staleMs' | 'calendar'>,
  fromMs: number,
  toMs: number,
): number {
  if (toMs - fromMs <= haltAfterMs(product)) return 0
  const openMs = openMsBetween(product.calendar, fromMs, toMs)
  return openMs > haltAfterMs(product) ? openMs : 0
}

/** The events in the next entries of a product's log, ascending; `head` is that of before. */
export function eventsIn(
  entries: readonly LogEntry[],
  head: Pick<LogHead, 'source' | 'lastTickSeq' | 'lastTickTimeMs'>,
  product: ProductRecord,
): LogEvent[] {
  const productId = product.id
  const events: LogEvent[] = []
  let sourceBefore = head.source
  let price = { seq: head.lastTickSeq, timeMs: head.lastTickTimeMs }
  for (const entry of entries) {
    const { seq, timeMs } = entry
    if (entry.kind === 'source') {
      const { source } = entry
      // The first one of a log changes nothing.
      if (sourceBefore !== null) events.push({ kind: 'source', productId, seq, timeMs, sourceBefore, source })
      sourceBefore = source
    } else if (entry.kind === 'void') {
      const { fromMs, toMs, contractCount, houseEffectMicros, reason } = entry
      const told = { timeMs, fromMs, toMs, contractCount, houseEffectMicros, reason }
      events.push({ kind: 'void', productId, seq, ...told })
    } else if (entry.kind === 'tick') {
      const openMs = price.seq === 0 ? 0 : haltedMs(product, price.timeMs, timeMs)
      const span = { fromMs: price.timeMs, toMs: timeMs, openMs }
      if (openMs > 0) events.push({ kind: 'halt', productId, seq: price.seq, endSeq: seq, ...span })
      price = { seq, timeMs }
    }
  }
  return events
}
