import { randomUUID } from 'node:crypto'
import type { FeedSource } from '@truestrike/core/log-entry.ts'
import type { Bus } from '../platform/bus.ts'
import { type Cancel, type Clock, isClockOff } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Router } from '../platform/route.ts'
import type { SocketHub } from '../platform/socket-hub.ts'
import type { Signer } from '../proof/signer.ts'
import { type ArchiveFolder, createArchiveFolder } from './archive-folder.ts'
import { createLogArchiver, type LogArchiver } from './archive-log.ts'
import type { Feed } from './feed.ts'
import { catchUpCandles, restoreCandles, saveCandles } from './keep-candles.ts'
import { LiveProduct } from './live-product.ts'
import { createHistoryMaker } from './make-history.ts'
import { startMarketJobs } from './market.jobs.ts'
import { registerMarketRoutes } from './market.routes.ts'
import { createMarketService, type MarketService } from './market.service.ts'
import { BLOCKS_SUBJECT, ENTRIES_SUBJECT, type MarketBlock, type MarketEntries } from './market-entries.ts'
import { publishMarket, voidFrame } from './market-sockets.ts'
import { LEASE_EVERY_MS, PriceEngine } from './price-engine.ts'
import type { LaneFlush } from './price-lane.ts'
import { listProductRecords, type ProductRecord } from './product.store.ts'
import { readNewestHeader, signedHeaderOf } from './public-blocks.ts'
import { restoreTicks } from './restore-ticks.ts'
import { type SealedLane, sealAndRest } from './seal-log.ts'
import { seedProducts } from './seed-products.ts'
import { BATCHES_SUBJECT, type SignedBatch } from './signed-batch.ts'
import { VOIDS_SUBJECT } from './void-source.ts'

/** History is made up to the first ticks: they are awaited. Real time. */
const HISTORY_DELAY_MS = 300

/** Another process may change a product's calendar: pages show its hours after this at the latest. Real time. */
const REFRESH_EVERY_MS = 10_000

/** Watermarks move the log several times a second, with or without ticks. Real time. */
const FEED_SILENT_MAX_MS = 5_000

export interface MarketModuleOptions {
  db: Db
  bus: Bus
  clock: Clock
  log: Log
  metrics: Metrics
  signer: Signer
  router: Router
  hub: SocketHub
  source: FeedSource
  forexAlwaysOpen: boolean
  /** Whether this process takes products and writes their log, or only serves what others write. */
  runsEngine: boolean
  rawLogDays: number
  /** Where older days of the log go as files. */
  archiveDir: string
  /** Stores the seeds of simulated days that are over. */
  tellSeeds: () => Promise<void>
  /** Makes the feed once the products are known. */
  createFeed: (products: readonly ProductRecord[]) => Feed
}

export interface MarketModule {
  service: MarketService
  engine: PriceEngine
  feed: Feed
  products: ReadonlyMap<string, LiveProduct>
  archives: ArchiveFolder
  start(): Promise<void>
  stop(): Promise<void>
  /** Reads what another process may have changed of the products: whether they are offered, and when. */
  refresh(): Promise<void>
  /** Throws when the log has not moved for long: the feed, the database or the lease is away. */
  checkFeed(): void
  /** Age of the newest tick of each product that should have one, in ms. */
  tickAges(): Iterable<readonly [symbol: string, ageMs: number]>
  /** Runs `work` while every entry of the log is in a signed block and none is appended: prices wait for it. */
  atRest(work: () => Promise<void>): Promise<void>
}

/** Puts the market together: products, feed, engine, candles, routes and channels. */
export async function createMarketModule(options: MarketModuleOptions): Promise<MarketModule> {
  const { db, bus, clock, metrics, hub } = options
  await seedProducts(db, options)
  const records = await listProductRecords(db)
  const products = new Map(records.map((record) => [record.symbol, new LiveProduct(record)]))
  const feed = options.createFeed(records)
  const archives = createArchiveFolder(options.archiveDir, options.log)
  const makingHistory = new Set<number>()
  const engine = createEngine(options, records, feed, products)
  const service = createMarketService({ ...options, archives, feed, products, makingHistory })
  registerMarketRoutes(options.router, service)
  // Ticks of products that another engine owns come over the bus; our own are known already.
  let heardAtMs = Number.NEGATIVE_INFINITY
  const stopListening = bus.subscribe(`${ENTRIES_SUBJECT}.*`, (payload) => {
    const { symbol, ticks, watermarkMs, isClockOff } = payload as MarketEntries
    heardAtMs = performance.now()
    clock.reached?.(watermarkMs + 1)
    const product = products.get(symbol)
    if (product === undefined) return
    product.isWriterClockOff = isClockOff
    if (product.takeItems(ticks)) return
    catchUpCandles(db, product, clock.nowMs()).catch((error: unknown) =>
      reporter(options)(error, 'catching up with missed ticks'),
    )
  })
  const stopPublishing = publishMarket({ hub, bus, clock, service, products })
  const tickAges = function* (): Iterable<readonly [string, number]> {
    for (const product of products.values()) {
      if (product.lastTick !== null) yield [product.record.symbol, clock.nowMs() - product.lastTick[4]]
    }
  }
  metrics.trackTickAge(tickAges)
  const refresh = (): Promise<void> => refreshRecords(db, products)
  const life = createLife(options, { engine, feed, makingHistory, refresh, live: [...products.values()] })
  return {
    ...{ service, engine, feed, products, archives, tickAges, refresh },
    atRest: (work) =>
      sealAndRest({ ...options, engine }, work, (sealed) => publishBlocks(sealed, options.bus)),
    checkFeed() {
      if (!options.runsEngine) return
      // An engine that stands by is well while another one writes.
      const silentMs = Math.min(engine.silentMs, performance.now() - heardAtMs)
      if (silentMs > FEED_SILENT_MAX_MS) throw new Error('the price log does not move')
    },
    start: life.start,
    async stop() {
      stopPublishing()
      stopListening()
      await life.stop()
    },
  }
}

/** In place: feed, lanes and trading hold the same records. What the log is made of does not change under way. */
async function refreshRecords(db: Db, products: ReadonlyMap<string, LiveProduct>): Promise<void> {
  for (const fresh of await listProductRecords(db)) {
    const record = products.get(fresh.symbol)?.record
    if (record === undefined) continue
    record.enabled = fresh.enabled
    if (record.calendarVersion === fresh.calendarVersion) continue
    record.calendar = fresh.calendar
    record.calendarVersion = fresh.calendarVersion
  }
}

function createEngine(
  options: MarketModuleOptions,
  records: readonly ProductRecord[],
  feed: Feed,
  products: ReadonlyMap<string, LiveProduct>,
): PriceEngine {
  const { db, bus, clock, metrics, signer } = options
  return new PriceEngine({
    db,
    clock,
    signer,
    feed,
    products: records,
    owner: randomUUID(),
    exclusive: db.kind === 'pglite',
    onError: reporter(options),
    onOwned: (ids) => {
      const owned = [...products.values()].filter(({ record }) => ids.includes(record.id))
      return restoreCandles(db, owned, clock.nowMs())
    },
    onFlush: (flushes) => {
      const isOff = isClockOff(clock.offsetMs())
      for (const flush of flushes) {
        // The caches first, so that whoever hears of the flush finds them up to date.
        products.get(flush.lane.product.symbol)?.takeFlush(flush)
        publishFlush(flush, isOff, bus)
      }
      metrics.ticksPublished(flushes.reduce((sum, flush) => sum + flush.items.length, 0))
      for (const { items } of flushes) for (const item of items) metrics.tickDelayed(clock.nowMs() - item[4])
    },
  })
}

interface MarketParts {
  engine: PriceEngine
  feed: Feed
  makingHistory: Set<number>
  live: readonly LiveProduct[]
  refresh: () => Promise<void>
}

function createLife(options: MarketModuleOptions, parts: MarketParts) {
  const { db, clock, runsEngine } = options
  const { engine, feed, makingHistory, live, refresh } = parts
  const onError = reporter(options)
  const history = createHistoryMaker({ db, clock, feed, makingHistory, onError })
  const owned = (): LiveProduct[] => live.filter(({ record }) => engine.owns(record.id))
  let stopTaking: Cancel = () => {}
  let stopRenewing: Cancel = () => {}
  let stopRefreshing: Cancel = () => {}
  let stopJobs: Cancel = () => {}
  let cancelHistory: Cancel = () => {}
  let archiver: LogArchiver | null = null
  return {
    async start(): Promise<void> {
      if (runsEngine) {
        const takes = [
          options.bus.subscribe(BATCHES_SUBJECT, (batch) => engine.take(batch as SignedBatch)),
          options.bus.subscribe(VOIDS_SUBJECT, () => engine.lookForVoids()),
        ]
        stopTaking = () => {
          for (const stop of takes) stop()
        }
        await engine.renewLeases()
        // From now on, not only when all is read: the rest of a start can take longer than a lease lasts.
        stopRenewing = clock.every(LEASE_EVERY_MS, () =>
          engine.renewLeases().catch((error: unknown) => onError(error, 'renewing leases')),
        )
      }
      const others = live.filter(({ record }) => !engine.owns(record.id))
      await restoreCandles(db, others, clock.nowMs())
      await restoreTicks(db, live)
      for (const product of live) await readNewestHeader(db, product)
      stopRefreshing = clock.every(REFRESH_EVERY_MS, () =>
        refresh().catch((error: unknown) => onError(error, 'reading the products')),
      )
      // A process that only serves needs the recording's times, but no simulated prices of its own.
      if (runsEngine || feed.source === 'replay') await feed.start()
      if (!runsEngine) return
      await history.prepare(live)
      archiver = createLogArchiver({
        ...options,
        owned: () => owned().map(({ record }) => record),
        listOpenSince: (ids) => engine.listOpenSince(ids),
        onError,
      })
      const { run: archive } = archiver
      const onSealed = (sealed: readonly SealedLane[]): void => publishBlocks(sealed, options.bus)
      stopJobs = startMarketJobs({ ...options, engine, feed, owned, archive, onSealed, onError })
      cancelHistory = clock.after(HISTORY_DELAY_MS, history.run)
    },
    async stop(): Promise<void> {
      cancelHistory()
      stopTaking()
      stopRenewing()
      stopRefreshing()
      stopJobs()
      await archiver?.stop()
      await history.stop()
      // What is not saved is made again from the log at the next start; the products must be let go either way.
      await engine
        .inTurn(() => saveCandles(db, owned(), true))
        .catch((error: unknown) => onError(error, 'saving candles'))
      await engine.stop()
      await feed.stop()
    },
  }
}

function reporter({ log }: MarketModuleOptions): (error: unknown, doing: string) => void {
  return (error, doing) => log.error({ err: error }, `market: ${doing} failed`)
}

function publishFlush(flush: LaneFlush, isClockOff: boolean, bus: Bus): void {
  const { entries, items } = flush
  const { head } = flush.append
  const { symbol } = flush.lane.product
  const voids = entries.flatMap((entry) => (entry.kind === 'void' ? [voidFrame(symbol, entry)] : []))
  const watermark = entries.findLast((entry) => entry.kind === 'watermark')
  const payload: MarketEntries = {
    productId: head.productId,
    symbol,
    epoch: head.epoch,
    ticks: items,
    ...(voids.length === 0 ? {} : { voids }),
    watermark: watermark === undefined ? null : { seq: watermark.seq, timeMs: watermark.timeMs },
    watermarkMs: head.watermarkMs,
    headSeq: head.lastSeq,
    isClockOff,
  }
  bus.publish(`${ENTRIES_SUBJECT}.${payload.symbol}`, payload)
}

function publishBlocks(sealed: readonly SealedLane[], bus: Bus): void {
  for (const { lane, block } of sealed) {
    const payload: MarketBlock = { symbol: lane.product.symbol, header: signedHeaderOf(block) }
    bus.publish(`${BLOCKS_SUBJECT}.${payload.symbol}`, payload)
  }
}
