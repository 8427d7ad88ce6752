import { assert } from './assert.ts'
import {
  type LogEntry,
  type RestartEntry,
  type SourceEntry,
  seqBefore,
  type TickEntry,
  type VoidEntry,
} from './log-entry.ts'
import { firstAbove, firstAtLeast } from './sorted-search.ts'

/**
 * Entries of one product's log, prepared for many questions: each costs a binary search.
 * Numbers may be missing; a question whose answer depends on what is missing says so.
 */
export interface LogExcerpt {
  readonly entries: readonly LogEntry[]
  readonly seqs: Float64Array
  /** Numbers with what restarts leave out taken out: consecutive exactly for entries that follow one another. */
  readonly places: Float64Array
  readonly times: Float64Array
  readonly ticks: readonly TickEntry[]
  readonly tickSeqs: Float64Array
  readonly tickTimes: Float64Array
  /** Index in `entries` of each tick. */
  readonly tickAt: Uint32Array
  /** Changes of source, restarts among them. */
  readonly sources: readonly (SourceEntry | RestartEntry)[]
  readonly voids: readonly VoidEntry[]
  readonly completeFromMs: number | null
}

export interface ExcerptOptions {
  /**
   * The reader vouches that every entry of the log from this time on, up to the excerpt's last one, is in the excerpt.
   * For a reader of the log itself; a verifier never vouches.
   */
  completeFromMs?: number
}

/** What is wrong with entries as a log: `order` (seq not ascending) or `time` (time runs back, or at or before a watermark). */
export interface LogFault {
  readonly fault: 'order' | 'time'
  readonly seq: number
}

/** First fault of entries that should be ascending by seq with times that never run back; null when there is none. */
export function findLogFault(entries: readonly LogEntry[]): LogFault | null {
  let seq = 0
  let timeMs = Number.NEGATIVE_INFINITY
  let watermarkMs = Number.NEGATIVE_INFINITY
  for (const entry of entries) {
    const before = seqBefore(entry)
    // What was lost by a restart is not of the log that goes on after it.
    if (!Number.isSafeInteger(entry.seq) || entry.seq <= before || before < seq)
      return { fault: 'order', seq: entry.seq }
    const fits = Number.isSafeInteger(entry.timeMs) && entry.timeMs >= timeMs && entry.timeMs > watermarkMs
    if (!fits) return { fault: 'time', seq: entry.seq }
    ;({ seq, timeMs } = entry)
    if (entry.kind === 'watermark') watermarkMs = timeMs
  }
  return null
}

/** Prepares entries, ascending by seq. Throws on entries that are no log: check foreign ones with `findLogFault` first. */
export function createLogExcerpt(
  entries: readonly LogEntry[],
  { completeFromMs }: ExcerptOptions = {},
): LogExcerpt {
  const found = findLogFault(entries)
  assert(found === null, `not a log: ${found?.fault} at seq ${found?.seq}`)
  const ticks: TickEntry[] = []
  const tickAt: number[] = []
  const sources: (SourceEntry | RestartEntry)[] = []
  const voids: VoidEntry[] = []
  entries.forEach((entry, at) => {
    if (entry.kind === 'tick') {
      ticks.push(entry)
      tickAt.push(at)
    } else if (entry.kind === 'source' || entry.kind === 'restart') sources.push(entry)
    else if (entry.kind === 'void') voids.push(entry)
  })
  return {
    entries,
    seqs: Float64Array.from(entries, (entry) => entry.seq),
    places: placesOf(entries),
    times: Float64Array.from(entries, (entry) => entry.timeMs),
    ticks,
    tickSeqs: Float64Array.from(ticks, (tick) => tick.seq),
    tickTimes: Float64Array.from(ticks, (tick) => tick.timeMs),
    tickAt: Uint32Array.from(tickAt),
    sources,
    voids,
    completeFromMs: completeFromMs ?? null,
  }
}

/** Whether no number is missing between two entries (by index, `from` ≤ `to`). */
export function isUnbroken(excerpt: LogExcerpt, from: number, to: number): boolean {
  return (excerpt.places[to] ?? 0) - (excerpt.places[from] ?? 0) === to - from
}

function placesOf(entries: readonly LogEntry[]): Float64Array {
  const places = new Float64Array(entries.length)
  let [seq, place] = [0, 0]
  entries.forEach((entry, at) => {
    place += seqBefore(entry) - seq + 1
    places[at] = place
    seq = entry.seq
  })
  return places
}

/** Index of the first entry of the unbroken run that ends at `to`. */
export function runStart(excerpt: LogExcerpt, to: number): number {
  let low = 0
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isUnbroken(excerpt, middle, to)) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * Index of the first entry that proves the log past `timeMs`: nothing later can have a time ≤ timeMs.
 * It is a watermark at that very time, or any entry with a later time. Null: the log is not there yet.
 */
export function firstProofPast(excerpt: LogExcerpt, timeMs: number): number | null {
  const later = firstAbove(excerpt.times, timeMs)
  const before = excerpt.entries[later - 1]
  // A watermark is the last entry of its millisecond.
  if (before?.kind === 'watermark' && before.timeMs === timeMs) return later - 1
  return later < excerpt.entries.length ? later : null
}

/** Index of the entry with the first number > `seq`; `entries.length` when there is none. */
export function firstAfterSeq(excerpt: LogExcerpt, seq: number): number {
  return firstAbove(excerpt.seqs, seq)
}

/** Index of the first entry at or after `timeMs`; `entries.length` when there is none. */
export function firstFromTime(excerpt: LogExcerpt, timeMs: number): number {
  return firstAtLeast(excerpt.times, timeMs)
}
