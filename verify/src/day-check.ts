import { createCipheriv } from 'node:crypto'
import { formatMicros } from '@truestrike/core/money.ts'
import { formatPrice } from '@truestrike/core/price.ts'
import type { SimulatedDay } from '@truestrike/core/simulated-day.ts'
import {
  CHUNK_BYTES,
  carryOver,
  DayPath,
  type PathState,
  type PathTick,
  SLOT_MS,
  SLOTS_PER_DAY,
} from '@truestrike/core/simulated-path.ts'
import { DAY_MS } from '@truestrike/core/utc-day.ts'

/** A price of the simulated feed as the public log has it, or as the seed gives it. */
export interface DayTick {
  /** Number in the log; 0: not in it. */
  seq: number
  timeMs: number
  sourceTimeMs: number
  price: string
  volume: string
  firstTradeId: number
  lastTradeId: number
}

export interface DayDifference {
  logged: DayTick
  /** Null: the seed gives no price there. */
  expected: DayTick | null
}

/** Prices of the seed, one after the other, that the log does not have. */
export interface DayGap {
  fromMs: number
  toMs: number
  ticks: number
}

export interface DayReport {
  /** Prices the seed gives. */
  given: number
  /** Of the log, equal to them. */
  equal: number
  differences: DayDifference[]
  differenceCount: number
  /** Prices of the seed that the log does not have, and in how many gaps. */
  missing: number
  gaps: DayGap[]
  gapCount: number
}

/** A report stays short, however wrong a log is. */
const NAMED_MAX = 20
/** A price of the simulated feed is logged at once (docs/proof.md, `source-time`). */
const LAG_MAX_MS = 1_000
const CIPHER_BLOCK_BYTES = 16
const ZEROS = new Uint8Array(CHUNK_BYTES)

/** The day's random bytes: AES-256-CTR under the seed, from counter 0. */
export function keystreamOf(seed: Uint8Array): (chunk: number) => Uint8Array {
  return (chunk) => {
    const counter = Buffer.alloc(CIPHER_BLOCK_BYTES)
    counter.writeBigUInt64BE(BigInt((chunk * CHUNK_BYTES) / CIPHER_BLOCK_BYTES), CIPHER_BLOCK_BYTES / 2)
    return createCipheriv('aes-256-ctr', seed, counter).update(ZEROS)
  }
}

const pathOf = (day: SimulatedDay, seed: Uint8Array): DayPath =>
  new DayPath(day.profile, day.start, keystreamOf(seed))

/** A price of the path as the log has it. */
function tickOf(day: SimulatedDay, { slot, offsetMs, priceUnits, volumeMicros }: PathTick): DayTick {
  const timeMs = day.day * DAY_MS + slot * SLOT_MS + offsetMs
  const tradeId = Math.floor(timeMs / SLOT_MS)
  return {
    ...{ seq: 0, timeMs, sourceTimeMs: timeMs, firstTradeId: tradeId, lastTradeId: tradeId },
    price: formatPrice(BigInt(priceUnits), day.precision),
    volume: formatMicros(BigInt(volumeMicros)),
  }
}

/** Every price the seed gives. */
export function regenerateDay(day: SimulatedDay, seed: Uint8Array, visit: (tick: DayTick) => void): void {
  pathOf(day, seed).walk(SLOTS_PER_DAY, (tick) => visit(tickOf(day, tick)))
}

/** Where the day after begins. */
export function endOfDay(day: SimulatedDay, seed: Uint8Array): PathState {
  const path = pathOf(day, seed)
  path.walk(SLOTS_PER_DAY)
  return carryOver(path.state())
}

/** Holds the prices of a log, in its order, against those the seed gives, without keeping either. */
export class DayCheck {
  private readonly day: SimulatedDay
  private readonly startMs: number
  private readonly path: DayPath
  private readonly report: DayReport = {
    ...{ given: 0, equal: 0, differences: [], differenceCount: 0, missing: 0, gaps: [], gapCount: 0 },
  }
  /** What the seed gives and the log has not brought yet. */
  private waiting: PathTick[] = []
  private gap: DayGap | null = null

  constructor(day: SimulatedDay, seed: Uint8Array) {
    this.day = day
    this.startMs = day.day * DAY_MS
    this.path = pathOf(day, seed)
  }

  /** A price of the log with the day in its time or its source's time; one that belongs to a day beside it is passed over. */
  take(logged: DayTick): void {
    const lagMs = logged.timeMs - logged.sourceTimeMs
    if (lagMs < 0 || lagMs > LAG_MAX_MS) {
      this.differs({ logged, expected: null })
      return
    }
    const atMs = logged.sourceTimeMs - this.startMs
    if (atMs < 0 || atMs >= DAY_MS) return
    const expected = this.walkThrough(Math.floor(atMs / SLOT_MS))
    if (expected !== null && isSame(logged, expected)) this.report.equal += 1
    else this.differs({ logged, expected })
  }

  finish(): DayReport {
    this.walkThrough(SLOTS_PER_DAY)
    return this.report
  }

  /** What the seed gives in a slot; what it gives before it, and the log did not bring, is missing. */
  private walkThrough(slot: number): DayTick | null {
    this.path.walk(slot + 1, (tick) => {
      this.report.given += 1
      this.waiting.push(tick)
    })
    let found: PathTick | undefined
    for (const tick of this.waiting) {
      if (tick.slot === slot) found = tick
      else if (tick.slot < slot) this.misses(tick)
    }
    this.waiting = this.waiting.filter((tick) => tick.slot > slot)
    if (found === undefined) return null
    this.gap = null
    return tickOf(this.day, found)
  }

  private misses({ slot, offsetMs }: PathTick): void {
    const timeMs = this.startMs + slot * SLOT_MS + offsetMs
    if (this.gap === null) {
      this.gap = { fromMs: timeMs, toMs: timeMs, ticks: 0 }
      this.report.gapCount += 1
      if (this.report.gaps.length < NAMED_MAX) this.report.gaps.push(this.gap)
    }
    this.report.missing += 1
    this.gap.toMs = timeMs
    this.gap.ticks += 1
  }

  private differs(difference: DayDifference): void {
    this.report.differenceCount += 1
    if (this.report.differences.length < NAMED_MAX) this.report.differences.push(difference)
  }
}

function isSame(logged: DayTick, expected: DayTick): boolean {
  return (['sourceTimeMs', 'price', 'volume', 'firstTradeId', 'lastTradeId'] as const).every(
    (name) => logged[name] === expected[name],
  )
}
