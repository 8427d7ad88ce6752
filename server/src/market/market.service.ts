import { formatMicros } from '@truestrike/core/money.ts'
import type { Period } from '@truestrike/core/period.ts'
import { formatPrice } from '@truestrike/core/price.ts'
import type { Candle, Product, ProductStatus, Ticker } from '@truestrike/protocol/market-endpoints.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { mapInParts } from '../platform/map-in-parts.ts'
import type { ArchiveFolder } from './archive-folder.ts'
import type { StoredCandle } from './candle.store.ts'
import { readCandlePage } from './candle-pages.ts'
import type { Feed } from './feed.ts'
import { listFeedHealth } from './feed-health.ts'
import type { LiveProduct } from './live-product.ts'
import { firstArchivedMs } from './log-archives.store.ts'
import { firstSealedMs } from './log-blocks.store.ts'
import { openHalts } from './open-halts.ts'
import { type ArchivesQuery, archiveDownload, readArchivePage } from './public-archives.ts'
import { type BlocksQuery, readBlockPage, readNewestHeader } from './public-blocks.ts'
import { type DaysQuery, readDayPage } from './public-days.ts'
import { listPublicEvents, type PublicEventRow } from './public-events.store.ts'
import { type LogQuery, readLogPage, readTickItems } from './public-log.ts'

const CANDLES_PER_PAGE = 500
const EVER_MS = 8_640_000_000_000_000

export interface MarketServiceOptions {
  db: Db
  clock: Clock
  archives: ArchiveFolder
  feed: Feed
  products: ReadonlyMap<string, LiveProduct>
  /** Products whose history is still being made. */
  makingHistory: ReadonlySet<number>
}

export type MarketService = ReturnType<typeof createMarketService>

/** What the market tells: products, candles, the public log, snapshots for sockets. */
export function createMarketService(options: MarketServiceOptions) {
  const { db, clock, feed, products, makingHistory } = options
  const productOf = (symbol: string): LiveProduct => {
    const product = products.get(symbol)
    if (product === undefined) throw new AppError('PRODUCT_NOT_FOUND', { symbol })
    return product
  }
  const statusOf = (product: LiveProduct): ProductStatus =>
    product.status(clock.nowMs(), feed, clock.offsetMs())
  const tickerOf = (product: LiveProduct): Ticker => product.ticker(clock.nowMs(), statusOf(product))

  return {
    productOf,
    statusOf,
    isClosed: (product: LiveProduct): boolean => product.isClosed(clock.nowMs(), feed),
    tickerOf,
    listTickers: (): Ticker[] => [...products.values()].map(tickerOf),
    listProducts: (): Product[] =>
      [...products.values()].map((product) =>
        product.describe(clock.nowMs(), statusOf(product), feed.recordedShiftMs(product.record.id)),
      ),
    source: feed.source,
    nowMs: () => clock.nowMs(),

    async listCandles(query: {
      symbol: string
      period: Period
      before?: number | undefined
      limit?: number | undefined
      nextTurn?: () => Promise<unknown>
    }): Promise<{ candles: Candle[]; hasMore: boolean; throughSeq: number }> {
      const { record, candles: book } = productOf(query.symbol)
      // Of the same moment as the candles being built: while the others are read, both move on.
      const { throughSeq } = book
      const page = await readCandlePage(db, {
        productId: record.id,
        period: query.period,
        beforeMs: query.before ?? EVER_MS,
        limit: query.limit ?? CANDLES_PER_PAGE,
        building: book.building(query.period),
        nextTurn: query.nextTurn,
      })
      const wireOf = (candle: StoredCandle): Candle => wireCandle(candle, record.precision)
      return {
        candles: await mapInParts(page.candles, wireOf, { nextTurn: query.nextTurn }),
        hasMore: page.hasMore || makingHistory.has(record.id),
        throughSeq,
      }
    },

    listDays: (query: DaysQuery) => readDayPage(db, productOf(query.symbol), query, clock.nowMs()),

    listBlocks: (query: BlocksQuery) => readBlockPage(db, productOf(query.symbol), query),
    listArchives: (query: ArchivesQuery) => readArchivePage(db, productOf(query.symbol), query),
    archiveDownload: (symbol: string, day: string) => archiveDownload(options, productOf(symbol), day),
    readNewestHeader: (product: LiveProduct) => readNewestHeader(db, product),

    /** Events of a month, counted from January 1970, newest first. */
    listEvents: (page: Parameters<typeof listPublicEvents>[1]): Promise<PublicEventRow[]> =>
      listPublicEvents(db, page),
    /** A time in the first month of the log; null: nothing is sealed yet. */
    logBeginMs: async () => (await firstArchivedMs(db)) ?? (await firstSealedMs(db)),

    openHalts: () => openHalts(options),
    listFeedHealth: () => listFeedHealth(options),

    listTicks: (query: LogQuery) => readLogPage(db, productOf(query.symbol), query),

    /** Ticks after a seq; null when there are too many, or they are no longer held. */
    ticksAfterInLog: (product: LiveProduct, afterSeq: number) => readTickItems(db, product, afterSeq),
  }
}

const wireCandle = (candle: StoredCandle, precision: number): Candle => [
  candle.openTimeMs,
  formatPrice(candle.open, precision),
  formatPrice(candle.high, precision),
  formatPrice(candle.low, precision),
  formatPrice(candle.close, precision),
  formatMicros(candle.volumeMicros),
  candle.origin,
]
