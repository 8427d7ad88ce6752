import { randomUUID } from 'node:crypto'
import type { FeedSource } from '@truestrike/core/log-entry.ts'
import type { TickItem } from '@truestrike/protocol/frames.ts'
import type { Bus } from '../platform/bus.ts'
import { type Cancel, type Clock, isClockOff } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { sqlState } from '../platform/db-error.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Router } from '../platform/route.ts'
import type { SocketHub } from '../platform/socket-hub.ts'
import { carryOutStep } from '../platform/start-step.ts'
import type { Signer } from '../proof/signer.ts'
import { createProductRefresh, PRODUCTS_CHANGED_SUBJECT } from './adopt-products.ts'
import { type ArchiveFolder, createArchiveFolder } from './archive-folder.ts'
import { createLogArchiver, type LogArchiver } from './archive-log.ts'
import { expectTicks } from './expected-ticks.ts'
import type { Feed } from './feed.ts'
import { followFeedStatus, HISTORY_SUBJECT, publishFeedStatus } from './feed-status.ts'
import { followEntries } from './follow-entries.ts'
import { createCandleCatchUp, fillDay, restoreBooks, restoreCandles, saveCandles } from './keep-candles.ts'
import { createLateFigures, type LateFigures } from './late-figures.ts'
import { LiveProduct } from './live-product.ts'
import { isFenced } from './log.store.ts'
import { createHistoryMaker } from './make-history.ts'
import { startMarketJobs } from './market.jobs.ts'
import { registerMarketRoutes } from './market.routes.ts'
import { createMarketService, type MarketService } from './market.service.ts'
import { type PublishedMarket, publishMarket } from './market-sockets.ts'
import { LEASE_EVERY_MS, PriceEngine } from './price-engine.ts'
import { listProductRecords, type ProductRecord } from './product.store.ts'
import { createProductAdmin, type ProductAdmin } from './product-admin.service.ts'
import { readNewestHeader } from './public-blocks.ts'
import { publishBlocks, publishFlush } from './publish-log.ts'
import { restoreProducts } from './restore-products.ts'
import { ENTRIES_BACK, resumeTicks } from './restore-ticks.ts'
import { type SealedLane, sealAndRest } from './seal-log.ts'
import { seedProducts } from './seed-products.ts'
import { BATCHES_SUBJECT, type SignedBatch } from './signed-batch.ts'
import { storeMissed } from './store-missed.ts'
import { VOIDS_SUBJECT } from './void-source.ts'

/** History is made up to the first ticks: they are awaited. Real time. */
const HISTORY_DELAY_MS = 300

/** Another process may change a product's calendar: pages show its hours after this at the latest. Real time. */
const REFRESH_EVERY_MS = 10_000

/** Finished candles of a product that another process stores, kept until its rows can be read: an hour and more. */
const OTHERS_CANDLES_KEPT = 100

/** Watermarks move the log several times a second, with or without ticks. Real time. */
const FEED_SILENT_MAX_MS = 5_000

/** SQLSTATE of a transaction that stood open for too long: PostgreSQL has ended it. */
const LEFT_OPEN = '25P03'

export interface MarketModuleOptions {
  db: Db
  bus: Bus
  clock: Clock
  log: Log
  metrics: Metrics
  signer: Signer
  /** Where calls and sockets are answered; null in a thread that only makes prices. */
  edge: { router: Router; hub: SocketHub } | null
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
  /** Products as administrators add and change them. */
  administered: ProductAdmin
  /** Reads what another process may have changed of the products: whether they are offered, and when. */
  refresh(): Promise<void>
  /** Throws when the log has not moved for long (the feed, the database or the lease is away), or an exchange gives no price. */
  checkFeed(): void
  /** Runs `work` while every entry of the log is in a signed block and none is appended: prices wait for it. */
  atRest(work: () => Promise<void>): Promise<void>
}

/** Puts the market together: products, feed, engine, candles, routes and channels. */
export async function createMarketModule(options: MarketModuleOptions): Promise<MarketModule> {
  const { db, bus, clock, metrics, edge } = options
  await seedProducts(db, options)
  const records = await listProductRecords(db)
  const products = new Map(records.map((record) => [record.symbol, new LiveProduct(record)]))
  const feed = options.createFeed(records)
  const elsewhere = options.runsEngine ? null : followFeedStatus(bus)
  // A replay is read by every process; what an exchange lacks only its engine knows.
  const shown =
    elsewhere === null || feed.source === 'replay' ? feed : { ...feed, hasNoData: elsewhere.hasNoData }
  const archives = createArchiveFolder(options.archiveDir, options.log)
  const makingHistory = new Set<number>()
  const figures = createLateFigures({ db, clock, onError: reporter(options) })
  const engine = createEngine(options, { records, feed, products, figures })
  const service = createMarketService({
    ...options,
    archives,
    feed: shown,
    products,
    makingHistory: elsewhere?.makingHistory ?? makingHistory,
  })
  if (edge !== null) registerMarketRoutes(edge.router, service)
  const published = edge === null ? null : publishMarket({ hub: edge.hub, bus, clock, service, products })
  const following = follow(options, { engine, products, published, service })
  const expected = expectTicks({ clock, feed: shown, products })
  metrics.trackTickAge(expected.ages)
  metrics.trackQuarantine(() => {
    const deviating = new Set(feed.quarantined?.() ?? [])
    return [...products.keys()].map((symbol) => [symbol, deviating.has(symbol)] as const)
  })
  const refresh = createProductRefresh({
    ...{ db, feed, engine, products },
    onAdopted: (product) => life.adopted(product),
  })
  const life = createLife(options, { engine, feed, figures, makingHistory, refresh, products })
  return {
    ...{ service, engine, feed, products, archives, refresh },
    administered: createProductAdmin({ bus, refresh, source: options.source }),
    atRest: (work) =>
      sealAndRest({ ...options, engine }, work, (sealed) => publishBlocks(sealed, options.bus)),
    checkFeed() {
      if (!options.runsEngine) return
      // An engine that stands by is well while another one writes.
      const silentMs = Math.min(engine.silentMs, following.silentMs)
      if (silentMs > FEED_SILENT_MAX_MS) throw new Error('the price log does not move')
      // Watermarks go on without an exchange.
      if (options.source === 'exchange') expected.check()
    },
    start: life.start,
    async stop() {
      published?.stop()
      following.stop()
      elsewhere?.stop()
      await life.stop()
    },
  }
}

interface Following {
  /** Real time since another process or this one has told of the log. */
  readonly silentMs: number
  stop: Cancel
}

/** Ticks of products that another engine owns come over the bus; our own are known already. */
function follow(
  options: MarketModuleOptions,
  {
    engine,
    products,
    published,
    service,
  }: {
    engine: PriceEngine
    products: ReadonlyMap<string, LiveProduct>
    published: PublishedMarket | null
    service: MarketService
  },
): Following {
  const { db, bus, clock } = options
  const onError = reporter(options)
  let heardAtMs = Number.NEGATIVE_INFINITY
  const catchUp = createCandleCatchUp({ db, clock, onError })
  const take = (product: LiveProduct, ticks: readonly TickItem[]): void => {
    const isComplete = product.takeItems(ticks)
    // Nothing here would ever store them.
    if (!engine.owns(product.record.id)) product.candles.keepNewest(OTHERS_CANDLES_KEPT)
    catchUp(product, isComplete)
  }
  const stop = followEntries(
    {
      ...{ bus, products, ticksAfter: service.ticksAfterInLog },
      onError: (error) => onError(error, 'reading missed ticks'),
    },
    {
      entries(product, entries) {
        heardAtMs = performance.now()
        clock.reached?.(entries.watermarkMs + 1)
        product.isWriterClockOff = entries.isClockOff
        take(product, entries.ticks)
        published?.entries(product, entries)
      },
      missed(product, ticks) {
        take(product, ticks)
        published?.missed(product, ticks)
      },
    },
  )
  return {
    get silentMs() {
      return performance.now() - heardAtMs
    },
    stop,
  }
}

interface EngineParts {
  records: readonly ProductRecord[]
  feed: Feed
  products: ReadonlyMap<string, LiveProduct>
  figures: LateFigures
}

function createEngine(
  options: MarketModuleOptions,
  { records, feed, products, figures }: EngineParts,
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
    onMissed: (missed) =>
      void Promise.all(missed.map((each) => storeMissed(db, each))).catch((error: unknown) =>
        reporter(options)(error, 'storing missed trades'),
      ),
    onOwned: async (ids) => {
      const owned = [...products.values()].filter(({ record }) => ids.includes(record.id))
      // Prices wait for this. The last 24 hours of those it has followed are known, but for what nobody told it.
      const followed = owned.filter(({ lastTick }) => lastTick !== null)
      const unknown = owned.filter(({ lastTick }) => lastTick === null)
      await restoreBooks(db, followed)
      await restoreCandles(db, unknown, clock.nowMs())
      figures.read(followed)
      // What a former owner has stored and could not tell any more.
      await resumeTicks(db, owned)
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
  figures: LateFigures
  makingHistory: Set<number>
  products: ReadonlyMap<string, LiveProduct>
  refresh: () => Promise<void>
}

function createLife(options: MarketModuleOptions, parts: MarketParts) {
  const { db, clock, runsEngine } = options
  const { engine, feed, figures, makingHistory, products, refresh } = parts
  const onError = reporter(options)
  const owned = (): LiveProduct[] => [...products.values()].filter(({ record }) => engine.owns(record.id))
  const publishStatus = (): void => publishFeedStatus(options.bus, { feed, owned: owned(), makingHistory })
  const onProgress = (productId: number): void => {
    publishStatus()
    options.bus.publish(HISTORY_SUBJECT, productId)
  }
  const history = createHistoryMaker({ db, clock, feed, makingHistory, onProgress, onError })
  let stopTaking: Cancel = () => {}
  let stopRenewing: Cancel = () => {}
  let stopRefreshing: Cancel = () => {}
  let stopJobs: Cancel = () => {}
  let cancelHistory: Cancel = () => {}
  let archiver: LogArchiver | null = null
  let isEngineOn = false
  return {
    async start(): Promise<void> {
      if (runsEngine) {
        stopTaking = followAcceptances(options.bus, engine)
        await carryOutStep(() => engine.renewLeases())
        // From now on, not only when all is read: the rest of a start can take longer than a lease lasts.
        stopRenewing = clock.every(LEASE_EVERY_MS, () =>
          engine.renewLeases().catch((error: unknown) => onError(error, 'renewing leases')),
        )
      }
      const live = [...products.values()]
      const others = live.filter(({ record }) => !engine.owns(record.id))
      // For those who join a socket; an engine that looks further back reads the log.
      const entriesBack = options.edge === null ? 1 : ENTRIES_BACK
      await restoreProducts(db, { live, others, entriesBack, nowMs: clock.nowMs() })
      for (const product of live) await readNewestHeader(db, product)
      stopRefreshing = keepRefreshed(options, { products, refresh })
      // A process that only serves needs the recording's times, but no simulated prices of its own.
      if (runsEngine || feed.source === 'replay') await feed.start()
      if (!runsEngine) return
      await history.prepare(live)
      publishStatus()
      archiver = createLogArchiver({
        ...options,
        owned: () => owned().map(({ record }) => record),
        listOpenSince: (ids) => engine.listOpenSince(ids),
        onError,
      })
      const { run: archive } = archiver
      const onSealed = (sealed: readonly SealedLane[]): void => publishBlocks(sealed, options.bus)
      const jobs = { engine, feed, owned, archive, onSealed, publishStatus, onError }
      stopJobs = startMarketJobs({ ...options, ...jobs })
      isEngineOn = true
      cancelHistory = clock.after(HISTORY_DELAY_MS, () => void history.run())
    },
    /** Its log begins with the next lease, its history behind it. */
    adopted(product: LiveProduct): void {
      if (!isEngineOn) return
      void engine.renewLeases().catch((error: unknown) => onError(error, 'renewing leases'))
      history.add(product)
    },
    async stop(): Promise<void> {
      isEngineOn = false
      cancelHistory()
      stopTaking()
      stopRenewing()
      stopRefreshing()
      stopJobs()
      await archiver?.stop()
      await Promise.all([history.stop(), figures.stop()])
      // What is not saved is made again from the log at the next start; the products must be let go either way.
      await engine
        .inTurn(() => saveCandles(db, owned(), true))
        .catch((error: unknown) => onError(error, 'saving candles'))
      await engine.stop()
      await feed.stop()
    },
  }
}

/** Roots of accepted orders, and confirmed voids: the engine enters them into the log. */
function followAcceptances(bus: Bus, engine: PriceEngine): Cancel {
  const stops = [
    bus.subscribe(BATCHES_SUBJECT, (batch) => engine.take(batch as SignedBatch)),
    bus.subscribe(VOIDS_SUBJECT, () => engine.lookForVoids()),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** What another process or thread changes of the products, or makes of their history, is read here too. */
function keepRefreshed(
  options: MarketModuleOptions,
  { products, refresh }: Pick<MarketParts, 'products' | 'refresh'>,
): Cancel {
  const { bus, clock, runsEngine } = options
  const refreshSafely = (): Promise<void> =>
    refresh().catch((error: unknown) => reporter(options)(error, 'reading the products'))
  const stops = [
    clock.every(REFRESH_EVERY_MS, refreshSafely),
    bus.subscribe(PRODUCTS_CHANGED_SUBJECT, () => void refreshSafely()),
    ...(runsEngine ? [] : [followHistory(options, products)]),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Figures of the last 24 hours follow the history that an engine elsewhere makes. */
function followHistory(options: MarketModuleOptions, products: ReadonlyMap<string, LiveProduct>): Cancel {
  const { db, bus, clock } = options
  let filling: Promise<void> = Promise.resolve()
  return bus.subscribe(HISTORY_SUBJECT, (productId) => {
    const product = [...products.values()].find(({ record }) => record.id === productId)
    if (product === undefined) return
    filling = filling
      .then(() => fillDay(db, product, clock.nowMs()))
      .catch((error: unknown) => reporter(options)(error, 'reading the last 24 hours'))
  })
}

function reporter({ log }: MarketModuleOptions): (error: unknown, doing: string) => void {
  // What follows when a process stood still or was cut off: another engine has the products, and all is as it should be.
  const isExpected = (error: unknown): boolean => isFenced(error) || sqlState(error) === LEFT_OPEN
  return (error, doing) =>
    log[isExpected(error) ? 'warn' : 'error']({ err: error }, `market: ${doing} failed`)
}
