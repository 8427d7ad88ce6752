import { ensure } from '@truestrike/core/assert.ts'
import { closingReadFromMs, type FrozenContract } from '@truestrike/core/frozen-contract.ts'
import type { LogEntry } from '@truestrike/core/log-entry.ts'
import { createLogExcerpt, type LogExcerpt } from '@truestrike/core/log-excerpt.ts'
import { SLOT_MS } from '@truestrike/core/simulated-path.ts'
import { draftEntries } from '../../src/market/draft-entries.ts'
import type { RawTick } from '../../src/market/feed.ts'
import { OutlierGuard } from '../../src/market/outlier-guard.ts'
import { lastBefore } from './price-attack.ts'
import { IDS_PER_SLOT, type PriceWorld, SOURCE } from './price-world.ts'

/** So long before a foreign tick its log is that of the world without it. */
const AS_BEFORE_MS = 300
const PAST_EXPIRY_MS = 500

export interface Push {
  /** Of the foreign tick before the expiry; 0: the last millisecond that counts. */
  beforeExpiryMs: number
  /** How far from the price before it, in basis points of it. */
  sizeBps: number
}

/** The entries around a contract's end as the engine would have written them with one foreign tick in favour of it. */
export function pushedLog(world: PriceWorld, contract: FrozenContract, push: Push): LogExcerpt {
  const atMs = contract.expiresAtMs - push.beforeExpiryMs
  const from = ensure(
    world.flushes[lastBefore(world.flushes, atMs - AS_BEFORE_MS, ({ endMs }) => endMs)],
    'the log begins before the tick',
  )
  const fromMs = closingReadFromMs(contract)
  const begin = lastBefore(world.excerpt.entries, fromMs - 1, ({ timeMs }) => timeMs) + 1
  const entries: LogEntry[] = world.excerpt.entries.slice(begin, from.lastSeq)
  const guard = new OutlierGuard(world.outlierBps)
  const foreign = foreignTick(world, contract, atMs, push.sizeBps)
  let { head } = from
  for (let endMs = from.endMs; endMs <= contract.expiresAtMs + PAST_EXPIRY_MS; endMs += SLOT_MS) {
    const ticks = ticksBetween(world.ticks, endMs, endMs + SLOT_MS)
    if (foreign.dueMs >= endMs && foreign.dueMs < endMs + SLOT_MS) ticks.push(foreign)
    const draft = draftEntries({ head, source: SOURCE, guard, ticks, roots: [], beforeMs: endMs + SLOT_MS })
    head = draft.head
    for (const entry of draft.entries) entries.push(entry)
  }
  return createLogExcerpt(entries, { completeFromMs: fromMs })
}

/** After every tick of its slot before it, before those of the next. */
function foreignTick(
  { ticks }: PriceWorld,
  { direction }: FrozenContract,
  dueMs: number,
  sizeBps: number,
): RawTick {
  const before = ensure(ticks[lastBefore(ticks, dueMs, (tick) => tick.dueMs)])
  const distance = (before.price * BigInt(Math.round(sizeBps * 1_000))) / 10_000_000n
  const price = direction === 'up' ? before.price + distance : before.price - distance
  return { ...before, dueMs, sourceTimeMs: dueMs, price, tradeId: before.tradeId + IDS_PER_SLOT / 2 }
}

function ticksBetween(ticks: readonly RawTick[], fromMs: number, toMs: number): RawTick[] {
  const first = lastBefore(ticks, fromMs - 1, ({ dueMs }) => dueMs) + 1
  const end = lastBefore(ticks, toMs - 1, ({ dueMs }) => dueMs) + 1
  return ticks.slice(first, end)
}
