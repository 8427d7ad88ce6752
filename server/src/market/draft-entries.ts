import type { FeedSource, LogEntry, RejectionRule, VoidEntry } from '@truestrike/core/log-entry.ts'
import { SOURCE_LAG_MS } from '@truestrike/core/proof/verify-blocks.ts'
import type { RawTick } from './feed.ts'
import type { LogHead } from './log.store.ts'
import type { OutlierGuard } from './outlier-guard.ts'
import { CONFLATION_SLOT_MS, conflate, type SlotTick, slotOf } from './slot-conflation.ts'

/** A watermark follows the last one after this much service time, give or take half a slot; slots end every 100 ms. */
export const WATERMARK_EVERY_MS = 200
/** Within a longer stretch than this nothing was marked because nothing was running. */
const MARKED_STRETCH_MAX_MS = 60_000

/** After this much silence a source may number its trades anew (another recording, say). */
const RENUMBER_AFTER_MS = 60_000

/** Merkle root (base64url) of orders that were accepted together. */
export interface AcceptedRoot {
  root: string
  count: number
  acceptedAtMs: number
}

/** What an entry says of a void. */
export type VoidToEnter = Pick<
  VoidEntry,
  'fromMs' | 'toMs' | 'contractCount' | 'houseEffectMicros' | 'reason'
>

export interface DraftInput {
  head: LogHead
  source: FeedSource
  guard: OutlierGuard
  /** Ticks of this product, all with `dueMs < beforeMs`. */
  ticks: readonly RawTick[]
  /** Roots of accepted orders, ascending by acceptance, all accepted before `beforeMs`. */
  roots: readonly AcceptedRoot[]
  /** Comes first, at the earliest time an entry may have: whatever ended before then is decided by the log as it was. */
  voided?: VoidToEnter | null
  /** End of the last complete slot: later entries have a time at or after it. */
  beforeMs: number
}

export interface Draft {
  entries: LogEntry[]
  /** The head after them, with the hash still that of before. */
  head: LogHead
}

/**
 * The next entries of one product's log: conflated, validated, stamped and numbered, in the order of the log.
 * A time is never before the head's nor at or before a watermark.
 */
export function draftEntries(input: DraftInput): Draft {
  const { source, guard, beforeMs, voided = null } = input
  const head = { ...input.head }
  const entries: LogEntry[] = []
  const number = (atMs: number): { seq: number; timeMs: number } => {
    head.lastSeq += 1
    head.lastTimeMs = Math.max(atMs, head.lastTimeMs, head.watermarkMs + 1)
    return { seq: head.lastSeq, timeMs: head.lastTimeMs }
  }
  const mark = (atMs: number): void => {
    entries.push({ kind: 'watermark', ...number(atMs) })
    head.watermarkMs = head.lastTimeMs
  }
  // A flush of many slots (a fast replay, a database that was away) has the watermarks in between too.
  const isWhole = beforeMs - head.watermarkMs <= MARKED_STRETCH_MAX_MS
  const markBefore = (timeMs: number): void => {
    for (let atMs = nextMarkMs(head); isWhole && atMs < timeMs; atMs = nextMarkMs(head)) mark(atMs)
  }
  if (voided !== null) {
    const { fromMs, toMs, contractCount, houseEffectMicros, reason } = voided
    entries.push({ kind: 'void', ...number(0), fromMs, toMs, contractCount, houseEffectMicros, reason })
  }
  if (head.source !== source) {
    const firstMs = input.ticks.reduce((least, tick) => Math.min(least, tick.dueMs), beforeMs - 1)
    markBefore(firstMs)
    entries.push({ kind: 'source', ...number(firstMs), source })
    head.source = source
    head.lastTradeId = -1
  }
  let entered = 0
  const enterUntil = (timeMs: number): void => {
    for (const { root, count, acceptedAtMs } of input.roots.slice(entered)) {
      if (acceptedAtMs > timeMs) return
      markBefore(acceptedAtMs)
      entries.push({ kind: 'acceptance', ...number(acceptedAtMs), root, count })
      entered += 1
    }
  }
  for (const { tick, rule } of judge(input.ticks, head, guard, source)) {
    // At the same moment the orders come first: what they did not know stands after them.
    enterUntil(tick.timeMs)
    markBefore(tick.timeMs)
    const numbers = number(tick.timeMs)
    const { price, volumeMicros, firstTradeId, lastTradeId, sourceTimeMs, legs, secondPrice } = tick
    const priced = { price, volumeMicros, source, firstTradeId, lastTradeId, sourceTimeMs }
    const body = legs === null ? priced : { ...priced, legs }
    if (rule !== null) {
      const reason = rule === 'deviation' && secondPrice !== null ? { rule, secondPrice } : { rule }
      entries.push({ kind: 'rejected', ...numbers, ...body, ...reason })
      continue
    }
    entries.push({ kind: 'tick', ...numbers, ...body })
    head.lastTickSeq = numbers.seq
    head.lastTickTimeMs = numbers.timeMs
    head.lastTickPrice = price
    head.lastTradeId = lastTradeId
  }
  enterUntil(beforeMs)
  markBefore(beforeMs)
  // What is told is told up to its end, so that nothing waits for the next flush.
  const endMs = beforeMs - 1
  if (endMs >= input.head.watermarkMs + WATERMARK_EVERY_MS && endMs > head.watermarkMs) mark(endMs)
  return { entries, head }
}

/** The end of a slot, more than one and at most two and a half after the last watermark. */
function nextMarkMs({ watermarkMs }: LogHead): number {
  return Math.round((watermarkMs + WATERMARK_EVERY_MS) / CONFLATION_SLOT_MS) * CONFLATION_SLOT_MS - 1
}

interface Judged {
  tick: SlotTick
  /** Null: a good tick. */
  rule: RejectionRule | null
}

/** Sorts out what came out of order, not in time or far off; what is left, and what is not, is conflated by itself. */
function judge(ticks: readonly RawTick[], head: LogHead, guard: OutlierGuard, source: FeedSource): Judged[] {
  const good: RawTick[] = []
  const outliers: RawTick[] = []
  const late: RawTick[] = []
  const quarantined: RawTick[] = []
  let last = head.lastTickPrice === null ? null : { price: head.lastTickPrice, timeMs: head.lastTickTimeMs }
  const ordered = [...ticks].sort((a, b) => a.dueMs - b.dueMs || a.tradeId - b.tradeId)
  const silenceMs = (ordered[0]?.dueMs ?? 0) - head.lastTickTimeMs
  let newestId = silenceMs > RENUMBER_AFTER_MS ? -1 : head.lastTradeId
  let idBeforeSlot = newestId
  let slot = -1
  // Prices were told, and watermarks promised, up to here: what lies before came too late, whatever its number.
  const toldMs = Math.max(head.lastTickTimeMs, head.watermarkMs + 1)
  for (const tick of ordered) {
    if (tick.dueMs < toldMs || (source === 'exchange' && !isInTime(tick))) {
      late.push(tick)
      continue
    }
    if (tick.secondPrice !== undefined) {
      quarantined.push(tick)
      continue
    }
    if (slotOf(tick.dueMs) !== slot) {
      slot = slotOf(tick.dueMs)
      idBeforeSlot = newestId
    }
    newestId = Math.max(newestId, tick.tradeId)
    if (tick.tradeId <= idBeforeSlot) late.push(tick)
    // Through a wide minute a bar's path steps further than the bound, every second anew.
    else if (tick.isOfBar !== true && guard.isOutlier(tick.price, tick.dueMs, last)) outliers.push(tick)
    else {
      good.push(tick)
      last = { price: tick.price, timeMs: tick.dueMs }
    }
  }
  const judged: Judged[] = [
    ...conflate(late).map((tick) => ({ tick, rule: 'order' as const })),
    ...conflate(quarantined).map((tick) => ({ tick, rule: 'deviation' as const })),
    ...conflate(outliers).map((tick) => ({ tick, rule: 'outlier' as const })),
    ...conflate(good).map((tick) => ({ tick, rule: null })),
  ]
  return judged.sort((a, b) => a.tick.timeMs - b.tick.timeMs)
}

/** Whether verifiers take it, wherever in its slot it is entered: with any other price honest receipts would not hold. */
function isInTime({ dueMs, sourceTimeMs }: RawTick): boolean {
  const { min, max } = SOURCE_LAG_MS.exchange
  const slotEndMs = (slotOf(dueMs) + 1) * CONFLATION_SLOT_MS - 1
  return dueMs - sourceTimeMs >= min && slotEndMs - sourceTimeMs <= max
}
