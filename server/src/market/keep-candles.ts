import { ensure } from '@truestrike/core/assert.ts'
import type { Db } from '../platform/db.ts'
import { inParallel } from '../platform/in-parallel.ts'
import {
  type CandleWrite,
  listCandleRows,
  moveThroughSeq,
  readStoredCandles,
  upsertCandles,
} from './candle.store.ts'
import { CandleBook } from './candle-book.ts'
import { addMissed, mergeOrigins } from './candle-pages.ts'
import type { LiveProduct } from './live-product.ts'
import { listMissedCandles } from './missed-candles.store.ts'
import { readEntries } from './read-log.ts'

const ENTRIES_PER_READ = 5_000
const MINUTES_OF_DAY = 1_440
/** Candles in one statement. */
const CANDLES_PER_WRITE = 2_000

/** Brings the candles of products to the end of their log, and the figures of their last 24 hours. */
export async function restoreCandles(db: Db, products: readonly LiveProduct[], nowMs: number): Promise<void> {
  await restoreBooks(db, products)
  await inParallel(products, (product) => fillDay(db, product, nowMs))
}

/**
 * The candles alone: stored ones, then every tick after them. Candles are stored when a minute ends, so after a crash
 * about a minute of ticks is read again.
 */
export function restoreBooks(db: Db, products: readonly LiveProduct[]): Promise<void> {
  return inParallel(products, async (product) => {
    const { id } = product.record
    const { open, throughSeq } = await readStoredCandles(db, id)
    const book = new CandleBook(open, throughSeq)
    for (let fromSeq = throughSeq + 1; ; ) {
      const entries = await readEntries(db, id, { fromSeq, limit: ENTRIES_PER_READ })
      for (const entry of entries) if (entry.kind === 'tick') book.apply(entry)
      if (entries.length < ENTRIES_PER_READ) break
      fromSeq = ensure(entries.at(-1)).seq + 1
    }
    product.useCandles(book)
    for (const { period, candle } of book.unsaved().candles) if (period === '1m') product.day.put(candle)
  })
}

/** Attempts at reading a log that grows meanwhile. */
const CATCH_UPS_MAX = 5

/** Reads the candles of a product anew after ticks were missed, until they hold its newest tick. */
export async function catchUpCandles(db: Db, product: LiveProduct, nowMs: number): Promise<void> {
  for (let attempt = 0; attempt < CATCH_UPS_MAX; attempt += 1) {
    await restoreCandles(db, [product], nowMs)
    if (product.candles.throughSeq >= (product.lastTick?.[2] ?? 0)) return
  }
}

/** Puts the stored minutes of the last 24 hours into the product's day figures. */
export async function fillDay(db: Db, product: LiveProduct, nowMs: number): Promise<void> {
  const rows = await listCandleRows(db, {
    productId: product.record.id,
    period: '1m',
    beforeMs: nowMs + 1,
    limit: MINUTES_OF_DAY + 2,
  })
  const missed = await listMissedCandles(db, {
    productId: product.record.id,
    period: '1m',
    fromMs: nowMs - MINUTES_OF_DAY * 60_000,
    beforeMs: nowMs + 1,
    limit: MINUTES_OF_DAY,
  })
  const minutes = addMissed(mergeOrigins(rows), missed).reverse()
  product.day.fill(minutes)
  const newest = minutes.at(-1)
  if (newest !== undefined) product.showHistory(newest)
}

/** Stores what is not stored yet, of all products with a finished minute, or of all. */
export async function saveCandles(db: Db, products: readonly LiveProduct[], all: boolean): Promise<void> {
  const due = products.filter(({ candles }) => candles.throughSeq > 0 && (all || candles.wantsSaving))
  const writes = due.map((product) => ({ product, write: product.candles.unsaved() }))
  for (let at = 0; at < writes.length; ) {
    const part: typeof writes = []
    for (let size = 0; at < writes.length && size < CANDLES_PER_WRITE; at += 1) {
      const next = ensure(writes[at])
      part.push(next)
      size += next.write.candles.length
    }
    await db.tx(async (sql) => {
      const moved = await moveThroughSeq(
        sql,
        part.map(({ product }) => product.record.id),
        part.map(({ write }) => write.throughSeq),
      )
      const rows: CandleWrite[] = part.flatMap(({ product, write }) =>
        moved.has(product.record.id)
          ? write.candles.map(({ period, candle }) => ({ productId: product.record.id, period, candle }))
          : [],
      )
      await upsertCandles(sql, rows, 't')
    })
    for (const { product, write } of part) product.candles.saved(write)
  }
}
