import { ensure } from '@truestrike/core/assert.ts'
import { DECIMALS_MAX } from '@truestrike/core/decimal.ts'
import { readDecimal } from '../recorded-decimal.ts'

const MINUTE_MS = 60_000
/** Trades of a minute may be heard after its bar, over another connection; what is missing then is asked for. */
const SETTLE_MS = 5_000
/** What is still missing is asked for again so often: answers can lag behind the streams, or be none for a while. */
const ASK_EVERY_MS = 30_000
/** A source that limits us does so for a minute at a time: two of them, and the question after. */
const GIVE_UP_MS = 150_000
/** Minutes kept of one product: the one that runs, those not judged yet, and one more. */
const MINUTES_MAX = 5
/** Stretches of ids without a hole in one minute; beyond that nothing is said of it. */
const SPANS_MAX = 1_000

/** A minute that is over, as the exchange itself tells it. Prices are its text, ids those of single trades; -1 where it has none. */
export interface ToldBar {
  openMs: number
  firstId: number
  lastId: number
  count: number
  open: string
  high: string
  low: string
  close: string
}

/** Trades of one price and time, by their ids: a single one, or several that the exchange tells as one. */
export interface BarTrades {
  firstId: number
  lastId: number
  timeMs: number
  price: string
}

/** Ids the exchange counts that were neither heard nor fetched, with the times of the trades around them. */
export interface MissingIds {
  fromId: number
  toId: number
  fromMs: number
  toMs: number
}

/** `repaired`: equal with trades that had to be fetched. */
export type BarResult = 'equal' | 'repaired' | 'different'

interface Figures {
  firstId: number
  lastId: number
  count: number
  /** At `DECIMALS_MAX`; null: no price. */
  open: bigint | null
  high: bigint | null
  low: bigint | null
  close: bigint | null
}

export interface JudgedBar {
  result: BarResult
  told: ToldBar
  ours: Figures
  /** How many of its ids are missing. */
  missing: number
}

interface Bar {
  /** Ascending, with a hole between each and the next. */
  spans: MissingIds[]
  figures: Figures
  hasFetched: boolean
  told: { bar: ToldBar; heardMs: number; askedMs: number } | null
  /** Nothing more is to be said of it. */
  isOver: boolean
}

/**
 * One product's minutes by the exchange's own clock, ids and text, held against the bars it tells: whether every trade was
 * heard or fetched, and read as it is. What is charted and what contracts rest on is made elsewhere, and not touched here.
 */
export class MinuteBars {
  private readonly bars = new Map<number, Bar>()
  private firstHeardId: number | null = null
  private newestHeardId = -1
  /** Of what came before another process may know more. */
  private resumedId = 0

  heard(trade: BarTrades): void {
    this.firstHeardId ??= trade.firstId
    this.newestHeardId = Math.max(this.newestHeardId, trade.lastId)
    this.add(trade, false)
  }

  /** What was missed, from the exchange's history. */
  fetched(trade: BarTrades): void {
    this.add(trade, true)
  }

  /** The product's log goes on here after a trade, with the one that waits: minutes begun before are nobody's to judge. */
  resume(lastId: number, waitingId: number | null): void {
    this.resumedId = waitingId ?? Math.max(lastId, this.newestHeardId) + 1
  }

  /** The exchange tells a minute that is over; each of several connections does. */
  told(bar: ToldBar, nowMs: number): void {
    if (!this.isHeardFromStart(bar)) return
    const own = this.barAt(bar.openMs)
    if (own === null || own.told !== null || own.isOver) return
    own.told = { bar, heardMs: nowMs, askedMs: Number.NEGATIVE_INFINITY }
  }

  /** Called about once a second. */
  check(nowMs: number): { judged: JudgedBar[]; missing: MissingIds[] } {
    const judged: JudgedBar[] = []
    const missing: MissingIds[] = []
    for (const bar of this.bars.values()) {
      const { told, figures: ours } = bar
      if (told === null || bar.isOver) continue
      // The log may have gone on here since.
      if (!this.isHeardFromStart(told.bar)) {
        bar.isOver = true
        continue
      }
      const judge = (result: BarResult, holes: readonly MissingIds[]): void => {
        bar.isOver = true
        judged.push({ result, told: told.bar, ours, missing: countOf(holes) })
      }
      if (isEqual(ours, told.bar)) judge(bar.hasFetched ? 'repaired' : 'equal', [])
      else if (nowMs - told.heardMs >= SETTLE_MS) {
        const holes = this.holesOf(told.bar)
        if (holes.length === 0 || nowMs - told.heardMs >= GIVE_UP_MS) judge('different', holes)
        else if (nowMs - told.askedMs >= ASK_EVERY_MS) {
          told.askedMs = nowMs
          missing.push(...holes)
        }
      }
    }
    return { judged, missing }
  }

  private isHeardFromStart({ firstId, count }: ToldBar): boolean {
    const { firstHeardId } = this
    if (firstHeardId === null) return false
    // One without trades has no ids: what is heard of it all the same is later than what was heard first.
    return count === 0 || firstId >= Math.max(firstHeardId, this.resumedId)
  }

  private add(trade: BarTrades, isFetched: boolean): void {
    const bar = this.barAt(trade.timeMs - (trade.timeMs % MINUTE_MS))
    if (bar === null) return
    const price = exactUnits(trade.price)
    const spans = withSpan(bar.spans, trade)
    if (spans === null) return
    if (bar.isOver) {
      // The exchange may count it in a minute that is still to be judged: it was heard all the same.
      if (spans.length <= SPANS_MAX) bar.spans = spans
      return
    }
    bar.spans = spans
    // What it lacks here was heard all the same: asking for it would make it come twice.
    bar.isOver = price === null || spans.length > SPANS_MAX
    if (price === null) return
    bar.hasFetched ||= isFetched
    const { figures } = bar
    const { firstId, lastId } = trade
    if (figures.count === 0 || firstId < figures.firstId) Object.assign(figures, { firstId, open: price })
    if (lastId > figures.lastId) Object.assign(figures, { lastId, close: price })
    if (figures.high === null || price > figures.high) figures.high = price
    if (figures.low === null || price < figures.low) figures.low = price
    figures.count = countOf(spans)
  }

  /** Null: it lies too far back. */
  private barAt(openMs: number): Bar | null {
    const known = this.bars.get(openMs)
    if (known !== undefined) return known
    const figures = { firstId: -1, lastId: -1, count: 0, open: null, high: null, low: null, close: null }
    this.bars.set(openMs, { spans: [], figures, hasFetched: false, told: null, isOver: false })
    if (this.bars.size > MINUTES_MAX) this.bars.delete(Math.min(...this.bars.keys()))
    return this.bars.get(openMs) ?? null
  }

  /** Ids of the bar that no trade had, whichever minute that counted in. */
  private holesOf({ firstId, lastId, openMs, count }: ToldBar): MissingIds[] {
    if (count === 0) return []
    const known = [...this.bars.values()].flatMap(({ spans }) => spans).sort((a, b) => a.fromId - b.fromId)
    const holes: MissingIds[] = []
    // Where nothing is known of the trades around: they are of other minutes.
    let [nextId, beforeMs] = [firstId, openMs - 1]
    for (const { fromId, toId, fromMs, toMs } of known) {
      if (nextId > lastId) break
      const hole = { fromId: nextId, toId: Math.min(lastId, fromId - 1), fromMs: beforeMs, toMs: fromMs }
      if (hole.fromId <= hole.toId) holes.push(hole)
      nextId = Math.max(nextId, toId + 1)
      beforeMs = toMs
    }
    if (nextId <= lastId)
      holes.push({ fromId: nextId, toId: lastId, fromMs: beforeMs, toMs: openMs + MINUTE_MS })
    return holes
  }
}

function isEqual(ours: Figures, told: ToldBar): boolean {
  if (ours.count !== told.count) return false
  // Without a trade its prices are those of the minute before.
  if (told.count === 0) return true
  if (ours.firstId !== told.firstId || ours.lastId !== told.lastId) return false
  return (['open', 'high', 'low', 'close'] as const).every((key) => ours[key] === exactUnits(told[key]))
}

/** The spans with these ids joined in, or null where they have them all. */
function withSpan(spans: MissingIds[], { firstId, lastId, timeMs }: BarTrades): MissingIds[] | null {
  const last = spans.at(-1)
  // Nearly every trade follows the one before.
  if (last !== undefined && last.toId === firstId - 1) {
    last.toId = lastId
    last.toMs = timeMs
    return spans
  }
  if (spans.some(({ fromId, toId }) => fromId <= firstId && lastId <= toId)) return null
  const touching = spans.filter(({ fromId, toId }) => toId >= firstId - 1 && fromId <= lastId + 1)
  const added = { fromId: firstId, toId: lastId, fromMs: timeMs, toMs: timeMs }
  const parts = [...touching, added].sort((a, b) => a.fromId - b.fromId)
  const { fromId, fromMs } = ensure(parts[0])
  const { toId, toMs } = parts.reduce((end, part) => (part.toId > end.toId ? part : end))
  const joined = { fromId, fromMs, toId, toMs }
  return [...spans.filter((span) => !touching.includes(span)), joined].sort((a, b) => a.fromId - b.fromId)
}

const countOf = (spans: readonly { fromId: number; toId: number }[]): number =>
  spans.reduce((sum, { fromId, toId }) => sum + toId - fromId + 1, 0)

/** Null: no plain decimal, or one that is too fine to be exact here. */
function exactUnits(text: string): bigint | null {
  const value = readDecimal(text)
  if (value === null || value.decimals > DECIMALS_MAX) return null
  return value.digits * 10n ** BigInt(DECIMALS_MAX - value.decimals)
}
