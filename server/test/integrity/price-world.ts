import { assert, ensure } from '@truestrike/core/assert.ts'
import { defaultRules } from '@truestrike/core/default-rules.ts'
import type { GameRuleContent } from '@truestrike/core/game-rule.ts'
import type { LogEntry } from '@truestrike/core/log-entry.ts'
import { createLogExcerpt, type LogExcerpt } from '@truestrike/core/log-excerpt.ts'
import { parsePrice } from '@truestrike/core/price.ts'
import { unwrap } from '@truestrike/core/result.ts'
import { DayPath, SLOT_MS, startState } from '@truestrike/core/simulated-path.ts'
import { DAY_MS } from '@truestrike/core/utc-day.ts'
import { draftEntries } from '../../src/market/draft-entries.ts'
import type { RawTick } from '../../src/market/feed.ts'
import type { LogHead } from '../../src/market/log.store.ts'
import { OutlierGuard } from '../../src/market/outlier-guard.ts'
import { OUTLIER_BPS, PRODUCT_SEED } from '../../src/market/product-seed.ts'
import { profileOf } from '../../src/market/simulated-profile.ts'
import { daySeed, keystreamOf } from '../../src/market/simulated-seed.ts'

/** A tick of the source, and when the engine gets it. */
export interface Delivery extends RawTick {
  arrivesMs: number
}

/** Where the log stood once a flush was durable. */
export interface Flush {
  visibleMs: number
  lastSeq: number
  lastTimeMs: number
  lastTickTimeMs: number
  lastTickPrice: bigint
  /** The end of its slot, and the head then: from there on the log may be written again, differently. */
  endMs: number
  head: LogHead
}

/** Some time of one simulated product: what its source said, and the log the engine's own code made of it. */
export interface PriceWorld {
  rule: GameRuleContent
  outlierBps: number
  /** What the source says, ascending. */
  ticks: readonly RawTick[]
  flushes: readonly Flush[]
  excerpt: LogExcerpt
  fromMs: number
  toMs: number
}

export interface SourceSpan {
  symbol: string
  category: 'crypto' | 'forex'
  seed: string
  ticks: readonly RawTick[]
  fromMs: number
  toMs: number
}

/** What goes wrong between the source and the log. */
export interface Disturbance {
  /** What reaches the engine; default: every tick at its time. */
  deliver?: (source: SourceSpan) => Delivery[]
  /** Whether the engine writes nothing at this time. */
  isStalled?: (source: SourceSpan, timeMs: number) => boolean
  /** How far the engine's clock is ahead of the database's. */
  engineAheadMs?: number
}

const SPAN_MS = 900_000
/** A flush is seen by others this long after the end of its slot. */
const COMMIT_MS = 30
/** Ids leave room for what an attacker puts between two ticks. */
export const IDS_PER_SLOT = 10
const DAY = 20_000
export const SOURCE = 'simulated'

/** The ticks of a seeded day, a quarter of an hour at a time: the path, its profile and its key stream are those of the simulated feed. */
export function* sourceSpans(seed: string, symbol: string, count: number): Generator<SourceSpan> {
  const product = ensure(PRODUCT_SEED.find((entry) => entry.symbol === symbol))
  const { category } = product
  const units = Number(unwrap(parsePrice(product.referencePrice, product.precision)))
  const bytes = keystreamOf(daySeed(Buffer.from(seed), symbol, DAY))
  const path = new DayPath(profileOf(symbol, category), startState(units), bytes)
  for (let span = 0; span < count; span += 1) {
    const ticks: RawTick[] = []
    path.walk(((span + 1) * SPAN_MS) / SLOT_MS, ({ slot, offsetMs, priceUnits }) => {
      const timeMs = DAY * DAY_MS + slot * SLOT_MS + offsetMs
      const price = BigInt(priceUnits)
      const tradeId = slot * IDS_PER_SLOT
      ticks.push({ productId: 1, dueMs: timeMs, sourceTimeMs: timeMs, price, volumeMicros: 0n, tradeId })
    })
    const fromMs = DAY * DAY_MS + span * SPAN_MS
    yield { symbol, category, seed, ticks, fromMs, toMs: fromMs + SPAN_MS }
  }
}

/** Times in the log are the engine's; those of flushes are the database's. */
export function priceWorld(source: SourceSpan, disturbance: Disturbance = {}): PriceWorld {
  const { category, fromMs, toMs } = source
  const { engineAheadMs = 0, isStalled, deliver } = disturbance
  const rule = ensure(defaultRules(category, SOURCE, source.symbol)[0])
  const outlierBps = OUTLIER_BPS[category]
  const guard = new OutlierGuard(outlierBps)
  const arriving = deliver?.(source) ?? source.ticks.map((tick) => ({ ...tick, arrivesMs: tick.dueMs }))
  arriving.sort((a, b) => a.arrivesMs - b.arrivesMs)
  const entries: LogEntry[] = []
  const flushes: Flush[] = []
  let head = firstHead(fromMs + engineAheadMs)
  let next = 0
  let waiting: RawTick[] = []
  for (let endMs = fromMs + SLOT_MS; endMs <= toMs; endMs += SLOT_MS) {
    for (; next < arriving.length && ensure(arriving[next]).arrivesMs < endMs; next += 1)
      waiting.push(stamped(ensure(arriving[next]), engineAheadMs))
    if (isStalled?.(source, endMs) === true) continue
    const beforeMs = endMs + engineAheadMs
    const draft = draftEntries({ head, source: SOURCE, guard, ticks: waiting, roots: [], beforeMs })
    waiting = []
    if (draft.entries.length === 0) continue
    head = draft.head
    for (const entry of draft.entries) entries.push(entry)
    if (head.lastTickPrice !== null) flushes.push(flushOf(head, head.lastTickPrice, endMs))
  }
  const excerpt = createLogExcerpt(entries)
  return { rule, outlierBps, ticks: source.ticks, flushes, excerpt, fromMs, toMs }
}

function stamped(tick: Delivery, engineAheadMs: number): RawTick {
  return engineAheadMs === 0 ? tick : { ...tick, dueMs: tick.dueMs + engineAheadMs }
}

function flushOf(head: LogHead, lastTickPrice: bigint, endMs: number): Flush {
  const { lastSeq, lastTimeMs, lastTickTimeMs } = head
  return { visibleMs: endMs + COMMIT_MS, lastSeq, lastTimeMs, lastTickTimeMs, lastTickPrice, endMs, head }
}

function firstHead(fromMs: number): LogHead {
  assert(fromMs % SLOT_MS === 0, 'a world begins with a slot')
  return {
    productId: 1,
    epoch: 1,
    lastSeq: 0,
    lastTimeMs: fromMs - 1,
    lastTickSeq: 0,
    lastTickTimeMs: 0,
    lastTickPrice: null,
    lastTradeId: -1,
    watermarkMs: fromMs - 1,
    hash: new Uint8Array(32),
    source: null,
    blockedSeq: 0,
    productVersion: 1,
  }
}
