import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensure } from '@truestrike/core/assert.ts'
import { type ArchiveFolder, createArchiveFolder } from '../src/market/archive-folder.ts'
import type { Feed } from '../src/market/feed.ts'
import { LiveProduct } from '../src/market/live-product.ts'
import { createMarketService, type MarketService } from '../src/market/market.service.ts'
import { PriceEngine } from '../src/market/price-engine.ts'
import type { LaneFlush } from '../src/market/price-lane.ts'
import { listProductRecords, type ProductRecord } from '../src/market/product.store.ts'
import { type SealedLane, sealLog } from '../src/market/seal-log.ts'
import { seedProducts } from '../src/market/seed-products.ts'
import type { Db } from '../src/platform/db.ts'
import { createFakeClock, type FakeClock } from '../src/platform/fake-clock.ts'
import { silentLog } from '../src/platform/log.ts'
import type { Signer } from '../src/proof/signer.ts'
import { createScriptedFeed, type ScriptedFeed } from './scripted-feed.ts'
import { openTestDb } from './test-database.ts'
import { openTestSigner } from './test-signer.ts'

/** The market's engine alone, on a real database: what it publishes is kept. */
export interface MarketRig {
  db: Db
  clock: FakeClock
  signer: Signer
  records: readonly ProductRecord[]
  product(symbol: string): ProductRecord
  /** What the market knows of the products: the engines' flushes go into it. */
  live: ReadonlyMap<string, LiveProduct>
  service: MarketService
  /** A further engine on the same database, with a feed of its own. `db` puts something between. */
  engine(options?: EngineOptions): Promise<EngineRig>
  /** Seals all that waits, through `db` if it is put between. */
  seal(engine: EngineRig, db?: Db): Promise<SealedLane[]>
  /** Of its own, empty. */
  archives: ArchiveFolder
  close(): Promise<void>
}

export interface EngineOptions {
  owner?: string
  exclusive?: boolean
  db?: Db
  /** Another feed than the scripted one. */
  play?: Feed
}

export interface EngineRig {
  engine: PriceEngine
  feed: ScriptedFeed
  published: LaneFlush[]
  errors: unknown[]
  /** Pushes a tick and lets its slot end and be written. */
  tick(symbol: string, price: string, volumeMicros?: bigint): Promise<void>
}

export async function createMarketRig(
  options: { startMs?: number; forexAlwaysOpen?: boolean } = {},
): Promise<MarketRig> {
  const { db, drop } = await openTestDb()
  const clock = await createFakeClock({
    db,
    ...(options.startMs === undefined ? {} : { startMs: options.startMs }),
  })
  const { signer, remove } = await openTestSigner(db)
  await seedProducts(db, { source: 'simulated', forexAlwaysOpen: options.forexAlwaysOpen === true })
  const records = await listProductRecords(db)
  const live = new Map(records.map((record) => [record.symbol, new LiveProduct(record)]))
  const archiveDir = await mkdtemp(join(tmpdir(), 'truestrike-archive-'))
  const archives = createArchiveFolder(archiveDir, silentLog)
  const service = createMarketService({
    ...{ db, clock, archives },
    feed: createScriptedFeed(clock.nowMs).attach(records),
    products: live,
    makingHistory: new Set(),
  })
  return {
    db,
    clock,
    signer,
    records,
    live,
    service,
    product: (symbol) => ensure(records.find((record) => record.symbol === symbol)),
    async engine({ owner = 'engine-1', exclusive = true, db: between = db, play } = {}) {
      const feed = createScriptedFeed(clock.nowMs).attach(records)
      const published: LaneFlush[] = []
      const errors: unknown[] = []
      const engine = new PriceEngine({
        db: between,
        clock,
        signer,
        feed: play ?? feed,
        products: records,
        owner,
        exclusive,
        onOwned: async () => {},
        onFlush: (flushes) => {
          published.push(...flushes)
          for (const flush of flushes) live.get(flush.lane.product.symbol)?.takeFlush(flush)
        },
        onError: (error) => void errors.push(error),
      })
      await engine.renewLeases()
      return {
        engine,
        feed,
        published,
        errors,
        async tick(symbol, price, volumeMicros = 0n) {
          feed.push(symbol, { price, volumeMicros })
          await clock.advance(100)
          await engine.pump()
        },
      }
    },
    seal: ({ engine }, between = db) => sealLog({ db: between, engine, signer, clock }),
    archives,
    async close() {
      await drop()
      await remove()
      await rm(archiveDir, { recursive: true })
    },
  }
}

/** A database that can be made to be away, or to lose the answers of transactions after their commit. */
export function createFailingDb(db: Db): Db & { failing: 'no' | 'before' | 'after' } {
  const failing: Db & { failing: 'no' | 'before' | 'after' } = {
    kind: db.kind,
    failing: 'no',
    async query(text, params) {
      if (failing.failing === 'before') throw new Error('the database is away')
      return db.query(text, params)
    },
    exec: (script) => db.exec(script),
    close: () => db.close(),
    async tx(work) {
      if (failing.failing === 'before') throw new Error('the database is away')
      const result = await db.tx(work)
      if (failing.failing === 'after') throw new Error('the answer was lost')
      return result
    },
  }
  return failing
}
