import type { Candle } from '@truestrike/core/candles.ts'
import type { Period } from '@truestrike/core/period.ts'
import type { Sql } from '../platform/db.ts'
import { listCandleRows, type StoredCandle } from './candle.store.ts'
import { listMissedCandles, type MissedCandle } from './missed-candles.store.ts'

/**
 * One candle a period of rows in any one order of time: where history and ticks meet inside a period, the history's
 * opening, the ticks' closing, the extremes of both. Such a candle counts as history (`g`): ticks alone do not give it.
 */
export function mergeOrigins(rows: readonly StoredCandle[]): StoredCandle[] {
  const merged: StoredCandle[] = []
  for (const row of rows) {
    const last = merged.at(-1)
    if (last === undefined || last.openTimeMs !== row.openTimeMs) merged.push(row)
    else merged[merged.length - 1] = row.origin === 'g' ? join(row, last) : join(last, row)
  }
  return merged
}

function join(history: StoredCandle, ticks: StoredCandle): StoredCandle {
  return {
    openTimeMs: history.openTimeMs,
    origin: 'g',
    open: history.open,
    high: history.high > ticks.high ? history.high : ticks.high,
    low: history.low < ticks.low ? history.low : ticks.low,
    close: ticks.close,
    volumeMicros: history.volumeMicros + ticks.volumeMicros,
  }
}

/** Candles with what was missed of them, newest first. Such a one counts as history too. */
export function addMissed(candles: readonly StoredCandle[], missed: readonly MissedCandle[]): StoredCandle[] {
  const byTime = new Map(candles.map((candle) => [candle.openTimeMs, candle]))
  for (const { opens, closes, ...late } of missed) {
    const told = byTime.get(late.openTimeMs)
    byTime.set(late.openTimeMs, {
      ...late,
      origin: 'g',
      ...(told === undefined
        ? {}
        : {
            open: opens ? late.open : told.open,
            high: late.high > told.high ? late.high : told.high,
            low: late.low < told.low ? late.low : told.low,
            close: closes ? late.close : told.close,
            volumeMicros: late.volumeMicros + told.volumeMicros,
          }),
    })
  }
  return [...byTime.values()].sort((a, b) => b.openTimeMs - a.openTimeMs)
}

export interface CandlePageQuery {
  productId: number
  period: Period
  beforeMs: number
  limit: number
  /** Candles from ticks that are newer than what is stored, oldest first. */
  building: readonly Candle[]
  /** Awaited between parts of a long page, so that others are served in between. */
  nextTurn?: (() => Promise<unknown>) | undefined
}

/** A page of candles below `beforeMs` up to the newest being built, oldest first, and whether older ones are stored. */
export async function readCandlePage(
  sql: Sql,
  { productId, period, beforeMs, limit, building, nextTurn }: CandlePageQuery,
): Promise<{ candles: StoredCandle[]; hasMore: boolean }> {
  const newest = building.at(-1)
  // What is stored meanwhile, or by an owner who is further on, counts ticks that the newest candle here does not.
  const endMs = newest === undefined ? beforeMs : Math.min(beforeMs, newest.openTimeMs + 1)
  // Two more than asked: one for a period with both origins, one to see whether older ones exist.
  const rows = await listCandleRows(sql, { productId, period, beforeMs: endMs, limit: limit + 2, nextTurn })
  const fresh = new Map<number, StoredCandle>()
  for (const candle of building) {
    if (candle.openTimeMs < beforeMs) fresh.set(candle.openTimeMs, { ...candle, origin: 't' })
  }
  const stored = rows.filter((row) => row.origin === 'g' || !fresh.has(row.openTimeMs))
  const ordered = [...stored, ...fresh.values()].sort(
    (a, b) => b.openTimeMs - a.openTimeMs || (a.origin < b.origin ? 1 : -1),
  )
  // Where rows are left, those before the oldest of these belong to the next page.
  const fromMs = rows.length < limit + 2 ? 0 : (ordered.at(-1)?.openTimeMs ?? 0)
  const missed = await listMissedCandles(sql, { productId, period, fromMs, beforeMs, limit: limit + 2 })
  const merged = addMissed(mergeOrigins(ordered), missed)
  return { candles: merged.slice(0, limit).reverse(), hasMore: merged.length > limit }
}
