import { encodeBase64url } from '@truestrike/core/base64url.ts'
import type { LogEntry as CoreEntry, RejectedEntry } from '@truestrike/core/log-entry.ts'
import { seqBefore } from '@truestrike/core/log-entry.ts'
import { formatMicros } from '@truestrike/core/money.ts'
import { formatPrice } from '@truestrike/core/price.ts'
import type { TickItem } from '@truestrike/protocol/frames.ts'
import type { LogEntry } from '@truestrike/protocol/market-endpoints.ts'
import type { Db } from '../platform/db.ts'
import { mapInParts } from '../platform/map-in-parts.ts'
import type { LiveProduct } from './live-product.ts'
import { headsOf } from './log.store.ts'
import { tickItemOf } from './price-lane.ts'
import { type ReadRange, readEntries, readHashAfter, readHashedEntries } from './read-log.ts'

const ENTRIES_PER_PAGE = 1_000
/** Entries worded between two turns of the event loop: less than a millisecond. */
const ENTRIES_PER_TURN = 500
/** Entries a process that was away from the bus reads at most; beyond them it goes on with what comes. */
const RESUME_ENTRIES_MAX = 15_000

export interface LogQuery {
  symbol: string
  fromSeq?: number | undefined
  fromMs?: number | undefined
  toMs?: number | undefined
  ticksOnly?: boolean | undefined
  limit?: number | undefined
  /** Awaited between parts of a long page, so that others are served in between. */
  nextTurn?: () => Promise<unknown>
}

/** A page of the public log as it goes over the wire. Long, where it has more than a few entries. */
export async function readLogPage(db: Db, product: LiveProduct, query: LogQuery) {
  const { record } = product
  const limit = query.limit ?? ENTRIES_PER_PAGE
  const range: ReadRange = { limit }
  if (query.nextTurn !== undefined) range.nextTurn = query.nextTurn
  if (query.fromSeq !== undefined) range.fromSeq = query.fromSeq
  if (query.fromMs !== undefined) range.fromMs = query.fromMs
  if (query.toMs !== undefined) range.toMs = query.toMs
  const found = await readEntries(db, record.id, range)
  const head = (await headsOf(db, [record.id])).get(record.id)
  const last = found.at(-1)
  const ticksOnly = query.ticksOnly === true
  const kept = ticksOnly ? found.filter((entry) => entry.kind === 'tick') : found
  const entries = await mapInParts(kept, (entry) => wireEntry(entry, record.precision), {
    itemsPerPart: ENTRIES_PER_TURN,
    nextTurn: query.nextTurn,
  })
  return {
    symbol: record.symbol,
    epoch: head?.epoch ?? 0,
    entries,
    hash: last === undefined || ticksOnly ? null : await hashAfter(db, product, last.seq),
    nextSeq: last !== undefined && found.length === limit ? last.seq + 1 : null,
  }
}

/** Ticks after a seq as they go over the sockets; null when there are too many or they are no longer held. */
export async function readTickItems(
  db: Db,
  product: LiveProduct,
  afterSeq: number,
): Promise<TickItem[] | null> {
  const limit = RESUME_ENTRIES_MAX
  const { record } = product
  const entries = await readHashedEntries(db, record.id, record, { fromSeq: afterSeq + 1, limit })
  if (entries.length === limit || (entries[0] !== undefined && seqBefore(entries[0].entry) !== afterSeq))
    return null
  const epoch = product.lastTick?.[1] ?? 0
  let prevTickSeq = afterSeq
  const items: TickItem[] = []
  for (const { entry, hash } of entries) {
    if (entry.kind !== 'tick') continue
    items.push(tickItemOf(entry, product.record, { epoch, prevTickSeq, hash }))
    prevTickSeq = entry.seq
  }
  return items
}

async function hashAfter(db: Db, { record }: LiveProduct, seq: number): Promise<string | null> {
  const hash = await readHashAfter(db, record.id, record, seq)
  return hash === null ? null : encodeBase64url(hash)
}

/** Each is written out: spreading an object into another costs ten times as much as all else here. */
function wireEntry(entry: CoreEntry, precision: number): LogEntry {
  const { seq, kind, timeMs } = entry
  switch (kind) {
    case 'tick':
    case 'rejected': {
      const worded: LogEntry = {
        seq,
        kind,
        timeMs,
        price: formatPrice(entry.price, precision),
        volume: formatMicros(entry.volumeMicros),
        firstTradeId: entry.firstTradeId,
        lastTradeId: entry.lastTradeId,
        sourceTimeMs: entry.sourceTimeMs,
        source: entry.source,
      }
      if (entry.legs !== undefined) worded.legs = entry.legs
      if (entry.kind === 'rejected') nameRefusal(worded, entry, precision)
      return worded
    }
    case 'source':
      return { seq, kind, timeMs, source: entry.source }
    case 'restart':
      return { seq, kind, timeMs, source: entry.source, afterSeq: entry.afterSeq }
    case 'acceptance':
      return { seq, kind, timeMs, root: entry.root, count: entry.count }
    case 'void':
      return {
        seq,
        kind,
        timeMs,
        fromMs: entry.fromMs,
        toMs: entry.toMs,
        contractCount: entry.contractCount,
        houseEffect: formatMicros(entry.houseEffectMicros),
        reason: entry.reason,
      }
    default:
      return { seq, kind, timeMs }
  }
}

function nameRefusal(worded: LogEntry, { rule, secondPrice }: RejectedEntry, precision: number): void {
  worded.rule = rule
  if (secondPrice !== undefined) worded.secondPrice = formatPrice(secondPrice, precision)
}
