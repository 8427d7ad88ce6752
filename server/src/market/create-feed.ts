import type { FeedSource } from '@truestrike/core/log-entry.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'
import type { Signer } from '../proof/signer.ts'
import type { Feed } from './feed.ts'
import type { ProductRecord } from './product.store.ts'
import { listRecordings } from './recording-index.ts'
import { createReplayFeed } from './replay-feed.ts'
import { referenceUnitsOf } from './seed-products.ts'
import { createSimulatedFeed } from './simulated-feed.ts'
import { loadMasterSeed, masterOrigin } from './simulated-seed.ts'
import { TradingHours } from './trading-hours.ts'

export interface FeedGround {
  db: Db
  clock: Clock
  log: Log
  signer: Signer
  config: {
    /** Where the master secret of the simulated feed is kept. */
    dataDir: string
    market: {
      feed: FeedSource
      /** `FEED_SEED`. */
      seed: string | null
      /** Folder of recordings (replay). */
      dataDir: string | null
    }
  }
}

/** The feed the configuration asks for. */
export function createConfiguredFeed(ground: FeedGround, products: readonly ProductRecord[]): Feed {
  const { db, clock, log, signer, config } = ground
  const folder = config.market.dataDir
  if (config.market.feed === 'replay' && folder !== null) {
    return createReplayFeed({
      db,
      products,
      seed: config.market.seed ?? 'replay',
      listRecordings: () => listRecordings(folder),
      nowMs: () => clock.nowMs(),
      onError: (error) => log.error({ err: error }, 'a recording could not be read'),
    })
  }
  return createSimulatedFeed({
    ...{ db, signer },
    nowMs: () => clock.nowMs(),
    master: loadMasterSeed({ feedSeed: config.market.seed, dataDir: config.dataDir }),
    masterSeed: config.market.seed === null ? 'random' : 'configured',
    masterFrom: masterOrigin(config.market.seed, config.dataDir),
    products: products.map((product) => {
      const hours = new TradingHours(product)
      return {
        id: product.id,
        symbol: product.symbol,
        category: product.category,
        precision: product.precision,
        referenceUnits: referenceUnitsOf(product.symbol, product.precision),
        isOpen: (timeMs: number) => hours.isOpen(timeMs),
      }
    }),
  })
}
