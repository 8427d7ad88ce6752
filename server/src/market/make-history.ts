import type { Cancel, Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { candleProgressOf, markHistoryDone, upsertCandles } from './candle.store.ts'
import type { Feed, HistoryBatch } from './feed.ts'
import { fillDay } from './keep-candles.ts'
import type { LiveProduct } from './live-product.ts'
import { readEntries } from './read-log.ts'

/** Rows in one statement: about 20 ms of the embedded database. */
const ROWS_PER_WRITE = 750
/** Rest between two statements, in real time, so that ticks and orders come through. */
const REST_MS = 40
/** The first tick is among the first entries of a log; before it, history ends now. */
const FIRST_ENTRIES = 50

export interface HistoryOptions {
  db: Db
  clock: Clock
  feed: Feed
  /** Products still at work: the service says that older candles may come. */
  makingHistory: Set<number>
  /** More of a product's history is stored, or all of it is. */
  onProgress: (productId: number) => void
  onError: (error: unknown, doing: string) => void
}

/** After a fault. */
const RETRY_MS = 30_000

interface Work {
  product: LiveProduct
  batches: AsyncIterator<HistoryBatch>
}

/**
 * Makes the candles of before the first tick, in the background: the finest period of all products first, so that the
 * market list and the usual charts are complete within seconds. Begun anew where a restart broke it off.
 */
export function createHistoryMaker(options: HistoryOptions) {
  const { db, clock, makingHistory, onError } = options
  let missing: LiveProduct[] = []
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  let cancelRetry: Cancel = () => {}
  const run = (): Promise<void> => {
    const unfinished = missing.filter(({ record }) => makingHistory.has(record.id))
    running = makeHistory(options, unfinished, () => stopped).catch((error: unknown) => {
      onError(error, 'making history')
      // A database that was away, a disk that was full: begun anew where it broke off.
      if (!stopped) cancelRetry = clock.after(RETRY_MS, () => void run())
    })
    return running
  }
  return {
    /** Finds out which products lack their history. */
    async prepare(products: readonly LiveProduct[]): Promise<void> {
      const progress = await candleProgressOf(db)
      missing = products.filter(({ record }) => progress.get(record.id)?.historyDone !== true)
      for (const { record } of missing) makingHistory.add(record.id)
    },
    run,
    /** One that was added under way. */
    add(product: LiveProduct): void {
      if (stopped) return
      missing.push(product)
      makingHistory.add(product.record.id)
      running = running.then(run)
    },
    stop(): Promise<void> {
      stopped = true
      cancelRetry()
      return running
    },
  }
}

async function makeHistory(
  options: HistoryOptions,
  missing: readonly LiveProduct[],
  isStopped: () => boolean,
): Promise<void> {
  const { db, clock, feed, makingHistory } = options
  let works: Work[] = []
  for (const product of missing) {
    const joinMs = await firstTickTime(db, product.record.id)
    const batches = feed.history(product.record.id, joinMs ?? clock.nowMs())[Symbol.asyncIterator]()
    works.push({ product, batches })
  }
  while (works.length > 0) {
    const unfinished: Work[] = []
    for (const work of works) {
      if (isStopped()) return
      const { id } = work.product.record
      const next = await work.batches.next()
      if (next.done === true) {
        await markHistoryDone(db, id)
        makingHistory.delete(id)
        options.onProgress(id)
        continue
      }
      await writeBatch(db, id, next.value, isStopped)
      if (next.value.period === '1m') {
        await fillDay(db, work.product, clock.nowMs())
        options.onProgress(id)
      }
      unfinished.push(work)
    }
    works = unfinished
  }
}

async function writeBatch(
  db: Db,
  productId: number,
  batch: HistoryBatch,
  isStopped: () => boolean,
): Promise<void> {
  // Newest first: what a chart shows is there before what it scrolls back to.
  for (let end = batch.candles.length; end > 0 && !isStopped(); end -= ROWS_PER_WRITE) {
    const rows = batch.candles.slice(Math.max(0, end - ROWS_PER_WRITE), end)
    await upsertCandles(
      db,
      rows.map((candle) => ({ productId, period: batch.period, candle })),
      'g',
    )
    await new Promise((resolve) => setTimeout(resolve, REST_MS))
  }
}

async function firstTickTime(db: Db, productId: number): Promise<number | null> {
  const entries = await readEntries(db, productId, { fromSeq: 1, limit: FIRST_ENTRIES })
  return entries.find((entry) => entry.kind === 'tick')?.timeMs ?? null
}
