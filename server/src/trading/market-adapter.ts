import { isOpenThroughout } from '@truestrike/core/calendar.ts'
import type { LogEntry } from '@truestrike/core/log-entry.ts'
import type { ArchiveFolder } from '../market/archive-folder.ts'
import type { LiveProduct } from '../market/live-product.ts'
import type { MarketModule } from '../market/market.module.ts'
import type { MarketService } from '../market/market.service.ts'
import { type ReadRange, readEntries } from '../market/read-log.ts'
import { readMarks } from '../market/read-marks.ts'
import { readNewestSealed, readSealedBlocks } from '../market/sealed-blocks.ts'
import type { Db } from '../platform/db.ts'
import type { PriceLog, ProductLookup, SealedLog, TradedProduct } from './traded-product.ts'

/** Entries one reading of the log may give: a minute holds about a thousand. */
const ENTRIES_PER_READ_MAX = 50_000
/** A watermark is written at least every 250 ms: as far as this past a time there is nearly always one. */
const PROOF_WITHIN_MS = 1_000
const NEVER = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }

/** Products as `market` has them in memory. */
export function createProductLookup({
  products,
  service,
  refresh,
}: Pick<MarketModule, 'products' | 'service' | 'refresh'>): ProductLookup {
  const traded = new Map<string, TradedProduct>()
  // Products come under way: what is asked for is what the market has now.
  const find = (symbol: string): TradedProduct | undefined => {
    const product = products.get(symbol)
    if (product === undefined) return undefined
    const known = traded.get(symbol) ?? tradedProduct(product, service)
    traded.set(symbol, known)
    return known
  }
  return {
    find,
    list: () => [...products.keys()].flatMap((symbol) => find(symbol) ?? []),
    refresh,
  }
}

function tradedProduct(product: LiveProduct, service: Pick<MarketService, 'isClosed'>): TradedProduct {
  const { record } = product
  const { id, symbol, category, precision, version, source } = record
  return {
    id,
    symbol,
    category,
    precision,
    version,
    source,
    get calendarVersion() {
      return record.calendarVersion
    },
    get isWriterClockOff() {
      return product.isWriterClockOff
    },
    openSpanAt: (timeMs) => {
      const span = product.hours.spanAt(timeMs)
      if (!span.open || service.isClosed(product)) return null
      return { fromMs: span.openSinceMs ?? NEVER.fromMs, toMs: span.closesAtMs ?? NEVER.toMs }
    },
    isOpenThroughout: (fromMs, toMs) => isOpenThroughout(record.calendar, fromMs, toMs),
  }
}

/** Its signed blocks as receipts show them, those in archives too. */
export function createSealedLog(db: Db, archives: ArchiveFolder): SealedLog {
  return {
    readBlocks: (productId, span) => readSealedBlocks(db, productId, span, archives),
    newestHeader: (productId) => readNewestSealed(db, productId),
  }
}

/** The durable log as settlement reads it. */
export function createPriceLog(db: Db): PriceLog {
  return {
    beginMs: async (productId) =>
      (await readEntries(db, productId, { fromSeq: 1, limit: 1 }))[0]?.timeMs ?? null,
    readSpan: (productId, fromMs, toMs) =>
      readProven(db, productId, { fromMs, limit: ENTRIES_PER_READ_MAX }, toMs),
    readFromSeq: (productId, fromSeq, toMs) =>
      readProven(db, productId, { fromSeq, limit: ENTRIES_PER_READ_MAX }, toMs),
    readMarks: (productId, span) => readMarks(db, productId, span),
  }
}

/** Reads to a little past `toMs`, and on to the first later entry when none of these proves the log past it. */
async function readProven(db: Db, productId: number, range: ReadRange, toMs: number): Promise<LogEntry[]> {
  const entries = await readEntries(db, productId, { ...range, toMs: toMs + PROOF_WITHIN_MS })
  const last = entries.at(-1)
  const proven =
    last !== undefined && (last.timeMs > toMs || (last.kind === 'watermark' && last.timeMs === toMs))
  if (proven || entries.length >= range.limit) return entries
  const next = last === undefined ? range : { fromSeq: last.seq + 1 }
  return [...entries, ...(await readEntries(db, productId, { ...next, limit: 1 }))]
}
