import { ensure } from '@truestrike/core/assert.ts'
import type { Clock } from '../platform/clock.ts'
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
 * about a minute of ticks is read again. Also for products whose ticks are told meanwhile, or were missed: the log is read
 * until it meets the newest ticks that were told.
 */
export function restoreBooks(db: Db, products: readonly LiveProduct[]): Promise<void> {
  return inParallel(products, async (product) => {
    const { id } = product.record
    const { open, throughSeq } = await readStoredCandles(db, id)
    const book = new CandleBook(open, throughSeq)
    for (let fromSeq = throughSeq + 1; ; ) {
      const entries = await readEntries(db, id, { fromSeq, limit: ENTRIES_PER_READ })
      for (const entry of entries) if (entry.kind === 'tick') book.apply(entry)
      // A tick is in the log before it is told: read to its end, the log meets what was told meanwhile, or has grown.
      if (entries.length < ENTRIES_PER_READ && product.useCandles(book)) break
      if (entries.length === 0) break
      fromSeq = ensure(entries.at(-1)).seq + 1
    }
    for (const { period, candle } of book.unsaved().candles) if (period === '1m') product.day.put(candle)
  })
}

/**
 * Answers what is to be called for each product that has taken ticks: where some before them were missing, its candles are
 * read anew from the log. A reading that fails, as the database is away, is tried again with the next ticks.
 */
export function createCandleCatchUp({
  db,
  clock,
  onError,
}: {
  db: Db
  clock: Pick<Clock, 'nowMs'>
  onError: (error: unknown, doing: string) => void
}): (product: LiveProduct, isComplete: boolean) => void {
  const incomplete = new Map<LiveProduct, 'to be read' | 'being read'>()
  const read = async (product: LiveProduct): Promise<void> => {
    incomplete.set(product, 'being read')
    try {
      await restoreBooks(db, [product])
      incomplete.delete(product)
      await fillDay(db, product, clock.nowMs())
    } catch (error) {
      if (incomplete.has(product)) incomplete.set(product, 'to be read')
      onError(error, 'catching up with missed ticks')
    }
  }
  return (product, isComplete) => {
    if (!isComplete && !incomplete.has(product)) incomplete.set(product, 'to be read')
    if (incomplete.get(product) === 'to be read') void read(product)
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
